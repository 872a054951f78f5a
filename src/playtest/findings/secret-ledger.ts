/** Who knows what: texts that some were told and nobody has said aloud, and the words in them that only those can know. */
import { storyWords } from "../text/index.ts";

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

/** Words of a private moment that turned up with somebody, while nobody had said them aloud. */
type SecretUse = {
  /** The moment's index in the session. */
  moment: number;
  turn: number;
  /** Who used them: the narrator to everybody, or a seat that was not told. */
  by: "narrator" | number;
  words: string[];
  /** Of the words that only this moment had when it was told. */
  share: number;
  /** A name or a number is among them. */
  named: boolean;
};

/** A secret as long as any of its words is one. */
type Kept = {
  secret: Secret;
  /** The private moments that told it, by their indices. */ moments: readonly number[];
  owners: ReadonlySet<number>;
  /** Its words before anybody had answered. */ told: number;
  names: ReadonlySet<string>;
};

export type SecretLedger = {
  /** The words of all that was ever said aloud. */
  heard: Said;
  kept: readonly Kept[];
  /** Those of which enough is left to be given away. */
  secrets: readonly Secret[];
  uses: readonly SecretUse[];
};

/** Told to some in a turn: to those seats, as those moments. `owners`: all who were told anything alone. */
type ToldAlone = Pick<Secret, "turn" | "seats" | "target" | "text"> & {
  moments: readonly number[];
  owners: readonly number[];
};

/** A turn as it is heard: the narrator speaks first, then all players at once, and `aloud` what everybody hears of them and of the spokesperson. */
export type HeardTurn = {
  turn: number;
  narration: string;
  told: readonly ToldAlone[];
  players: ReadonlyArray<{ seat: number; says: string; wants: string }>;
  aloud: readonly string[];
  /** The moments that their players now told everybody about. */
  shared: readonly number[];
};

/** With fewer, nothing is left that could be given away. */
const FEWEST = 2;

/** `known`: what everybody knows before the first word is said. */
export const openSecretLedger = (known: readonly string[]): SecretLedger => ({
  heard: known.map(storyWords),
  kept: [],
  secrets: [],
  uses: [],
});

/** The ledger one turn later: what was said aloud is public, and what was told to some is a secret. */
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
  // What was said before this turn is all that a player can have from the others.
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

/** In the order in which somebody comes to speak of them. */
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

/** A capital at the beginning of a sentence makes no name. */
const namesAndNumbers = (text: string): ReadonlySet<string> =>
  storyWords(
    (
      text.match(/(?<=[\p{L}\p{N},;:—-]\s+["“'‘]?)\p{Lu}[\p{L}'’-]{2,}|\p{L}*\p{N}[\p{L}\p{N}]*/gu) ?? []
    ).join(" "),
  );

const has = (said: Said, word: string): boolean => said.some((words) => words.has(word));
