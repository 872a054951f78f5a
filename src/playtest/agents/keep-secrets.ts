import { contentWords } from "../detect/index.ts";

/** Words in a row that a sentence may share with a secret before it counts as telling it. */
const RUN = 4;
/** Rare words of a secret that a reply may use before they count as telling it. One may be chance. */
const RARE = 1;
/** Shorter words turn up by themselves. */
const LONG = 7;

export type KeepOptions = {
  /** What the player was told alone and keeps. */
  secret: string;
  /** What everybody has heard, which is no secret. Asked for only where something sounds like one. */
  known(): string;
};

/**
 * Takes out of what a player says in public the sentences that would give away what they chose to
 * keep. Models forget; the table must not hear what its player decided not to tell.
 */
export function keepSecrets(texts: readonly string[], { secret, known }: KeepOptions): { texts: string[]; withheld: string[] } {
  const said = { words: new Set(texts.flatMap(words)), runs: new Set(texts.flatMap(runs)) };
  const telling = {
    names: namesAndNumbers(secret).filter((word) => said.words.has(word)),
    rare: contentWords(words(secret).join(" ")).filter((word) => word.length >= LONG && said.words.has(word)),
    runs: runs(secret).filter((run) => said.runs.has(run)),
  };
  if (Object.values(telling).every(({ length }) => length === 0)) return { texts: [...texts], withheld: [] };

  const heard = { words: new Set(words(known())), runs: new Set(runs(known())) };
  const rare = new Set(telling.rare.filter((word) => !heard.words.has(word)));
  // Over all that is said: a secret can be told a word at a time.
  const alone = new Set([...telling.names.filter((word) => !heard.words.has(word)), ...(rare.size > RARE ? rare : [])]);
  const inARow = new Set(telling.runs.filter((run) => !heard.runs.has(run)));
  const withheld: string[] = [];
  const kept = texts.map((text) => {
    const silent = (sentence: string) => !words(sentence).some((word) => alone.has(word)) && !runs(sentence).some((run) => inARow.has(run));
    withheld.push(...sentences(text).filter((sentence) => !silent(sentence)).map((sentence) => sentence.trim()));
    return sentences(text).filter(silent).join("").trim();
  });
  return { texts: kept, withheld };
}

const words = (text: string): string[] => text.toLowerCase().replaceAll("’", "'").match(/[\p{L}\p{N}]+(?:'(?!s\b)\p{L}+)*/gu) ?? [];

function runs(text: string): string[] {
  const all = words(text);
  return all.slice(0, Math.max(0, all.length - RUN + 1)).map((_, index) => all.slice(index, index + RUN).join(" "));
}

/** One of them is enough to give a secret away. A capital at the beginning of a sentence makes no name. */
const namesAndNumbers = (text: string): string[] => words([...text.matchAll(/(?<=[\p{L}\p{N},;:—-]\s+)\p{Lu}\p{Ll}{2,}|\p{L}*\p{N}[\p{L}\p{N}]*/gu)].join(" "));

const sentences = (text: string): string[] => text.match(/[^.!?]+[.!?]*\s*/g) ?? [];
