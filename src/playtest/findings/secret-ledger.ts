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

/** Words of a private moment that another player used before they were said aloud. */
type SecretUse = {
  /** The moment's index in the session. */
  moment: number;
  turn: number;
  /** Who used them: the narrator to everybody, or a seat that was not told. */
  by: "narrator" | number;
  words: string[];
  /** Of the words that only this moment had when it was told. */
  share: number;
  /** Includes a name or a number. */
  named: boolean;
};

/** A secret as long as any of its words is unknown. */
type Kept = {
  secret: Secret;
  /** The private moments that told it, by index. */ moments: readonly number[];
  owners: ReadonlySet<number>;
  /** Its words before any answer. */ told: number;
  names: ReadonlySet<string>;
};

export type SecretLedger = {
  /** All words ever said aloud. */
  heard: Said;
  kept: readonly Kept[];
  /** Those with enough left to reveal. */
  secrets: readonly Secret[];
  uses: readonly SecretUse[];
};

/** Private tellings of a turn: to those seats, as those moments. `owners`: all players with a private telling. */
type ToldAlone = Pick<Secret, "turn" | "seats" | "target" | "text"> & {
  moments: readonly number[];
  owners: readonly number[];
};

/**
 * A turn in order of hearing: the narrator first, then all players at once; `aloud` is everything public of them and
 * the spokesperson.
 */
export type HeardTurn = {
  turn: number;
  narration: string;
  told: readonly ToldAlone[];
  players: ReadonlyArray<{ seat: number; says: string; wants: string }>;
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
  uses: [],
});

/** The ledger one turn later: words said aloud are public, private tellings are secret. */
export function afterTurn(
  { heard, kept, uses }: SecretLedger,
  { turn, narration, told, players, aloud, shared }: HeardTurn,
): SecretLedger {
  const narrated = [storyWords(narration)];
  const spoken = aloud.map(storyWords);
  const old = without(kept, narrated);
  const fresh = told.flatMap((each) => keptOf(each, (word) => !has(heard, word) && !has(narrated, word)));
  const now = [...old, ...fresh];
  const used = kept.length === 0 ? [] : usesOf(kept, { turn, by: "narrator", said: narrated });
  // A player can know from others only what was said before this turn.
  if (now.length > 0)
    for (const { seat, says, wants } of players)
      used.push(...usesOf(now, { turn, by: seat, said: [storyWords(says), storyWords(wants)] }));
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
    uses: used.length === 0 ? uses : [...uses, ...used],
  };
}

function keptOf({ moments, owners, ...told }: ToldAlone, isNew: (word: string) => boolean): Kept[] {
  const words = new Set([...storyWords(told.text)].filter(isNew));
  return words.size === 0
    ? []
    : [
        {
          secret: { ...told, words, size: words.size },
          moments,
          owners: new Set(owners),
          told: words.size,
          names: namesAndNumbers(told.text),
        },
      ];
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

/** In the order in which they are mentioned. */
function usesOf(
  kept: readonly Kept[],
  { turn, by, said }: { turn: number; by: SecretUse["by"]; said: Said },
): SecretUse[] {
  const used = kept.filter(
    ({ secret, owners }) =>
      (by === "narrator" || !owners.has(by)) && said.some((words) => !secret.words.isDisjointFrom(words)),
  );
  if (used.length === 0) return [];
  const moments = used
    .flatMap((each) => each.moments.map((moment) => ({ ...each, moment })))
    .sort((a, b) => a.moment - b.moment);
  const found = new Map<(typeof moments)[number], Set<string>>();
  for (const words of said)
    for (const word of words)
      for (const each of moments)
        if (each.secret.words.has(word)) found.set(each, (found.get(each) ?? new Set()).add(word));
  return [...found].map(([{ moment, told, names }, words]) => ({
    moment,
    turn,
    by,
    words: [...words],
    share: words.size / told,
    named: !words.isDisjointFrom(names),
  }));
}

/** A capital at the start of a sentence does not make a name. */
const namesAndNumbers = (text: string): ReadonlySet<string> =>
  storyWords(
    (
      text.match(/(?<=[\p{L}\p{N},;:—-]\s+["“'‘]?)\p{Lu}[\p{L}'’-]{2,}|\p{L}*\p{N}[\p{L}\p{N}]*/gu) ?? []
    ).join(" "),
  );

const has = (said: Said, word: string): boolean => said.some((words) => words.has(word));
