import { remember } from "../../kernel/memo/index.ts";
import { numbersIn, numbersTold } from "./numbers-said.ts";
import { readWords, runsOf, stem, wordsOf, type Word } from "./secret-words.ts";

/** Longer words seldom turn up by themselves: two of a secret's tell it, wherever they stand. */
const LONG = 7;
/** Words of a secret that stand this near in it, and again in what is said, are no accident. */
const NEAR = 3;
/** The share of a sentence's words that tells it, at least two of them. */
const SHARE = 0.5;
/** A sentence that has no more telling words than this is told by any one of them. */
const FEW = 2;
/** A sentence this short between two that were taken out belongs to them. */
const SCRAP = 4;

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
export function keepSecrets(
  texts: readonly string[],
  { secret, known }: KeepOptions,
): { texts: string[]; withheld: string[] } {
  if (secret.trim() === "") return { texts: [...texts], withheld: [] };
  const kept = secretOf(secret);
  const said = {
    text: texts.join("\n"),
    words: new Set(texts.flatMap(wordsOf)),
    numbers: numbersIn(texts.join("\n")),
    runs: new Set(texts.flatMap(runsOf)),
  };
  const names = kept.names.filter((word) => said.words.has(word));
  const runs = kept.runs.filter((run) => said.runs.has(run));
  const shared = readWords(said.text).filter(({ stem }) => kept.stems.has(stem));
  if (names.length + runs.length + shared.length + numbersTold(kept.numbers, said.numbers, none).length === 0)
    return { texts: [...texts], withheld: [] };

  const heard = heardBy(known());
  const unheard = kept.words.filter(({ stem }) => !heard.stems.has(stem));
  const numbers = numbersTold(kept.numbers, said.numbers, heard.numbers);
  const rare = shared.filter(({ stem }) => !heard.stems.has(stem));
  const telling = {
    names: new Set(names.filter((word) => !heard.words.has(word))),
    runs: new Set(runs.filter((run) => !heard.runs.has(run))),
    // Over all that is said: a secret can be told a word at a time.
    stems: new Set([...longOnes(rare), ...nearOnes(rare, kept.words), ...restated(rare, unheard)]),
  };
  const tells = (sentence: string) => {
    const words = wordsOf(sentence);
    return (
      words.some((word) => telling.names.has(word) || telling.stems.has(stem(word))) ||
      runsOf(sentence).some((run) => telling.runs.has(run)) ||
      (numbers.length > 0 &&
        numbersIn(sentence).runs.some((run) =>
          numbers.some((number) => number.includes(run) || run.includes(number)),
        ))
    );
  };
  const withheld: string[] = [];
  const left = texts.map((text) => {
    const sentences = text.match(/[^.!?]+[.!?]*\s*/g) ?? [];
    const taken = sentences.map(tells);
    const out = sentences.map(
      (sentence, at) =>
        taken[at]! || (taken[at - 1] === true && taken[at + 1] === true && wordsOf(sentence).length <= SCRAP),
    );
    withheld.push(...sentences.filter((_, at) => out[at]).map((sentence) => sentence.trim()));
    return sentences
      .filter((_, at) => !out[at])
      .join("")
      .trim();
  });
  return { texts: left, withheld };
}

/** Read once: a player keeps a secret over many turns. */
const secretOf = remember(
  (secret) => {
    const words = readWords(secret);
    return {
      words,
      stems: new Set(words.map(({ stem }) => stem)),
      names: namesIn(secret),
      numbers: numbersIn(secret),
      runs: runsOf(secret),
    };
  },
  { most: 200 },
);

const none = numbersIn("");

const heardBy = (known: string) => {
  const words = new Set(wordsOf(known));
  return {
    words,
    stems: new Set(Array.from(words, stem)),
    numbers: numbersIn(known),
    runs: new Set(runsOf(known)),
  };
};

/** Two long words of a secret. One may be chance. */
function longOnes(rare: readonly Word[]): string[] {
  const long = [...new Set(rare.filter(({ word }) => word.length >= LONG).map(({ stem }) => stem))];
  return long.length > 1 ? long : [];
}

/** "The key's under the stairs", where the secret has the brass key under the stair. */
function nearOnes(rare: readonly Word[], secret: readonly Word[]): string[] {
  const near = (a: Word, b: Word) => a.stem !== b.stem && a.at < b.at && b.at - a.at <= NEAR;
  const pairs = (words: readonly Word[]) =>
    words.flatMap((a, at) =>
      words
        .slice(at + 1, at + 1 + NEAR)
        .filter((b) => near(a, b))
        .map((b) => [a.stem, b.stem].sort() as [string, string]),
    );
  const together = new Set(
    pairs(secret.filter(({ stem }) => rare.some((word) => word.stem === stem))).map(String),
  );
  return pairs(rare)
    .filter((pair) => together.has(String(pair)))
    .flat();
}

/** Sentences of the secret of whose words so many are said, wherever. */
function restated(rare: readonly Word[], secret: readonly Word[]): string[] {
  const said = new Set(rare.map(({ stem }) => stem));
  return [...new Set(secret.map(({ sentence }) => sentence))].flatMap((sentence) => {
    const words = new Set(secret.filter((word) => word.sentence === sentence).map(({ stem }) => stem));
    const again = [...words].filter((word) => said.has(word));
    return (again.length > 1 && again.length >= words.size * SHARE) || words.size <= FEW ? again : [];
  });
}

/** Of whom or what a sentence speaks that begins so: "Orrismere is …" */
const subject =
  /(?<=^|[.!?"\]\n]\s*)\p{Lu}\p{Ll}{2,}(?=(?:'s|,|\s+(?:is|was|has|had|will|lies|knows|did|does|can))(?!\p{L}))/gu;

/** One of them is enough to give a secret away. A capital at the beginning of a sentence makes no name by itself. */
const namesIn = (text: string): string[] => [
  ...wordsOf(
    [
      ...text.matchAll(
        /(?<=[\p{L}\p{N},;:—-]\s+)\p{Lu}\p{Ll}{2,}|\p{L}+\p{N}[\p{L}\p{N}]*|\p{N}+\p{L}[\p{L}\p{N}]*/gu,
      ),
    ].join(" "),
  ),
  ...readWords([...text.matchAll(subject)].join(" ")).map(({ word }) => word),
];
