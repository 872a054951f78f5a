/** Removes secrets from what a player says in front of the others. */
import { splitSentences } from "../text/index.ts";
import {
  numbersIn,
  numbersTold,
  namesIn,
  namesSaid,
  readWords,
  runsOf,
  stem,
  wordsOf,
  type Word,
} from "./secret-words.ts";

/** Longer words rarely occur by chance: two of a secret's reveal it, wherever they are. */
const LONG = 7;
/** Words this close together in a secret, and again in what is said, are not chance. */
const NEAR = 3;
/** The share of a sentence's words that reveals it, at least two of them. */
const SHARE = 0.5;
/** In a sentence of at most this many words, any new word reveals it. */
const FEW = 3;
/** A sentence this short between two removed ones is removed too. */
const SCRAP = 4;

type KeepOptions = {
  /** What the player was told in private and keeps secret. */
  secret: string;
  /** Everything said in public. Called only if something sounds like the secret. */
  known(): string;
};

/**
 * Removes from a player's public speech the sentences that would reveal what they chose to keep. Models forget; the
 * table must not hear what its player decided not to tell.
 */
export function keepSecrets(
  texts: readonly string[],
  { secret, known }: KeepOptions,
): { texts: string[]; withheld: string[] } {
  if (secret.trim() === "") return { texts: [...texts], withheld: [] };
  const kept = secretOf(secret);
  const said = {
    text: texts.join("\n"),
    numbers: numbersIn(texts.join("\n")),
    runs: new Set(texts.flatMap(runsOf)),
    names: namesSaid(texts.join("\n")),
  };
  const names = kept.names.filter((name) => said.names.has(name));
  const runs = kept.runs.filter((run) => said.runs.has(run));
  const shared = readWords(said.text).filter(({ stem }) => kept.stems.has(stem));
  const sameNumbers = numbersTold(kept.numbers, said.numbers, none).length > 0;
  if (names.length + runs.length + shared.length === 0 && !sameNumbers)
    return { texts: [...texts], withheld: [] };

  const heard = heardBy(known());
  const stems = heard.stems();
  const unheard = kept.words.filter(({ stem }) => !stems.has(stem));
  const numbers = sameNumbers ? numbersTold(kept.numbers, said.numbers, heard.numbers()) : [];
  const rare = shared.filter(({ stem }) => !stems.has(stem));
  const telling = {
    names: without(names, heard.names),
    runs: new Set(without(runs, heard.runs)),
    // Over everything said: a secret can be revealed one word at a time.
    stems: new Set([
      ...longOnes(rare),
      ...nearOnes(rare, kept.words),
      ...restated(rare, unheard, kept.words),
    ]),
  };
  const tells = (sentence: string) => {
    const named = namesSaid(sentence);
    return (
      telling.names.some((name) => named.has(name)) ||
      wordsOf(sentence).some((word) => telling.stems.has(stem(word))) ||
      runsOf(sentence).some((run) => telling.runs.has(run)) ||
      (numbers.length > 0 &&
        numbersIn(sentence).runs.some((run) =>
          numbers.some((number) => number.includes(run) || run.includes(number)),
        ))
    );
  };
  const withheld: string[] = [];
  const left = texts.map((text) => {
    const sentences = splitSentences(text).map(({ start, end }) => text.slice(start, end));
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

function secretOf(secret: string) {
  const words = readWords(secret);
  return {
    words,
    stems: new Set(words.map(({ stem }) => stem)),
    names: namesIn(secret),
    numbers: numbersIn(secret),
    runs: runsOf(secret),
  };
}

/** The full history is long: only the compared parts are read. */
const heardBy = (known: string) => ({
  names: () => namesSaid(known),
  stems: () => new Set(wordsOf(known).map(stem)),
  numbers: () => numbersIn(known),
  runs: () => new Set(runsOf(known)),
});

function without(found: readonly string[], heard: () => ReadonlySet<string>): string[] {
  if (found.length === 0) return [];
  const all = heard();
  return found.filter((each) => !all.has(each));
}

const none = numbersIn("");

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

/** Sentences of the secret with this many of their words said, in any order. */
function restated(rare: readonly Word[], secret: readonly Word[], whole: readonly Word[]): string[] {
  const said = new Set(rare.map(({ stem }) => stem));
  return [...new Set(secret.map(({ sentence }) => sentence))].flatMap((sentence) => {
    const words = new Set(secret.filter((word) => word.sentence === sentence).map(({ stem }) => stem));
    const again = [...words].filter((word) => said.has(word));
    const all = new Set(whole.filter((word) => word.sentence === sentence).map(({ stem }) => stem));
    return (again.length > 1 && again.length >= words.size * SHARE) || all.size <= FEW ? again : [];
  });
}
