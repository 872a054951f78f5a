/** Who knows what: texts that some were told and nobody has said aloud, and the words in them that only those can know. */
import { storyWords } from "../classify/index.ts";
import { fingerprint, numberOfWord } from "./fingerprint.ts";

export type Secret = {
  /** When it was told, to which seats, and who that is. */
  turn: number;
  seats: readonly number[];
  target: string;
  text: string;
  /** Its words that nobody had heard before, less those that were said aloud since. */
  words: ReadonlySet<string>;
  /** How many they were when it was told. */
  size: number;
};

export type SecretLedger = {
  /** All words that were ever said aloud, as numbers: small, since every turn makes a new one. */
  heard: Uint32Array;
  secrets: readonly Secret[];
};

/** With fewer, nothing is left that could be given away. */
const FEWEST = 2;

/** `known`: what everybody knows before the first word is said. */
export const openSecretLedger = (known: readonly string[]): SecretLedger => ({ heard: wordsIn(known), secrets: [] });

/** One turn further: what was said aloud is no secret any more, and what was told to some becomes one. */
export function afterTurn({ heard, secrets }: SecretLedger, { aloud, told }: { aloud: readonly string[]; told: ReadonlyArray<Pick<Secret, "turn" | "seats" | "target" | "text">> }): SecretLedger {
  const now = wordsIn(aloud);
  const all = union(heard, now);
  const kept = secrets.flatMap((secret) => without(secret, now));
  const added = told.flatMap((secret) => {
    const words = new Set([...storyWords(secret.text)].filter((word) => !has(all, word)));
    return words.size < FEWEST ? [] : [{ ...secret, words, size: words.size }];
  });
  return { heard: all, secrets: [...kept, ...added] };
}

function without(secret: Secret, heard: Uint32Array): Secret[] {
  const words = [...secret.words].filter((word) => !has(heard, word));
  if (words.length === secret.words.size) return [secret];
  return words.length < FEWEST ? [] : [{ ...secret, words: new Set(words) }];
}

const wordsIn = (texts: readonly string[]): Uint32Array => fingerprint(texts.flatMap((text) => [...storyWords(text)]));

/** By halving: they are sorted. */
function has(sorted: Uint32Array, word: string): boolean {
  const wanted = numberOfWord(word);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted;
}

function union(a: Uint32Array, b: Uint32Array): Uint32Array {
  const all = new Uint32Array(a.length + b.length);
  let [i, j, size] = [0, 0, 0];
  while (i < a.length || j < b.length) {
    const [left = Infinity, right = Infinity] = [a[i], b[j]];
    all[size++] = Math.min(left, right);
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return all.slice(0, size);
}
