/** Who knows what: private tellings not yet said aloud, and the words that only their recipients can know. */
import { storyWords } from "../text/index.ts";

export type Secret = {
  /** When it was told, to which seats, and to whom. */
  turn: number;
  seats: readonly number[];
  target: string;
  text: string;
  /** Its words that were new when told, minus those said aloud since. */
  words: ReadonlySet<string>;
  /** Their number when it was told. */
  size: number;
};

/** A secret as long as any of its words is unknown. */
type Kept = {
  secret: Secret;
  /** The private moments that told it, by index. */ moments: readonly number[];
};

export type SecretLedger = {
  /** All words ever said aloud. */
  heard: Said;
  kept: readonly Kept[];
  /** Those with enough left to reveal. */
  secrets: readonly Secret[];
};

/** Private tellings of a turn: to those seats, as those moments. */
type ToldAlone = Pick<Secret, "turn" | "seats" | "target" | "text"> & {
  moments: readonly number[];
};

/**
 * A turn in order of hearing: the narrator first, then all players at once; `aloud` is everything public of them and
 * the spokesperson.
 */
export type HeardTurn = {
  narration: string;
  told: readonly ToldAlone[];
  aloud: readonly string[];
  /** The moments that their players have now revealed. */
  shared: readonly number[];
};

/** With fewer, nothing is left to reveal. */
const FEWEST = 2;

/** `known`: public knowledge before the first word. */
export const openSecretLedger = (known: readonly string[]): SecretLedger => ({
  heard: known.map(storyWords),
  kept: [],
  secrets: [],
});

/** The ledger one turn later: words said aloud are public, private tellings are secret. */
export function afterTurn(
  { heard, kept }: SecretLedger,
  { narration, told, aloud, shared }: HeardTurn,
): SecretLedger {
  const narrated = [storyWords(narration)];
  const spoken = aloud.map(storyWords);
  const old = without(kept, narrated);
  const fresh = told.flatMap((each) => keptOf(each, (word) => !has(heard, word) && !has(narrated, word)));
  const left = [
    ...without(old, spoken).filter(({ moments }) => !moments.some((moment) => shared.includes(moment))),
    ...without(fresh, spoken).map((each) => ({
      ...each,
      secret: { ...each.secret, size: each.secret.words.size },
    })),
  ];
  return {
    heard: [...heard, ...narrated, ...spoken],
    kept: left,
    secrets: left.map(({ secret }) => secret).filter(({ words }) => words.size >= FEWEST),
  };
}

function keptOf({ moments, ...told }: ToldAlone, isNew: (word: string) => boolean): Kept[] {
  const words = new Set([...storyWords(told.text)].filter(isNew));
  return words.size === 0 ? [] : [{ secret: { ...told, words, size: words.size }, moments }];
}

function without(kept: readonly Kept[], said: Said): readonly Kept[] {
  return kept.flatMap((each) => {
    const { words } = each.secret;
    const left = [...words].filter((word) => !has(said, word));
    if (left.length === words.size) return [each];
    return left.length === 0 ? [] : [{ ...each, secret: { ...each.secret, words: new Set(left) } }];
  });
}

type Said = ReadonlyArray<ReadonlySet<string>>;

const has = (said: Said, word: string): boolean => said.some((words) => words.has(word));
