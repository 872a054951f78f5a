/** Which players a text names, under any spelling a narrator uses, and which of them it speaks to. */
import { didYouMean } from "../../kernel/errors/index.ts";
import { literalPattern } from "../../kernel/literal-pattern.ts";
import { plain, remember, titles, type Span } from "../text/index.ts";

/** A place where players are named. Several seats if the name fits more than one player. */
export type Mention = Span & { seats: number[] };

/** Finds the players' names in texts. */
export type NameBook = {
  readonly size: number;
  /** In prose a name is capitalised: "will" is not Will. */
  inProse(flat: string): Mention[];
  /** In a tag any spelling counts if nothing is written as a name. */
  inTag(flat: string): Mention[];
  /** The player a misspelt name must mean: "Minvera", "Samantha". Empty if it fits two players, or none. */
  nearest(name: string): number[];
};

/** The spokesperson may also be called by that role. */
export const nameBook = (names: readonly string[], spokesperson?: number): NameBook =>
  madeOnce(JSON.stringify([names, spokesperson]));

/** A session asks for the same book in every turn, and its patterns take longer to compile than to use. */
const madeOnce = remember((asked) => {
  const [names, spokesperson] = JSON.parse(asked) as [string[], number | null];
  return makeNameBook(names, spokesperson ?? undefined);
});

function makeNameBook(names: readonly string[], spokesperson?: number): NameBook {
  const seatsOf = spellings(names);
  const called = [...seatsOf.keys()];
  if (spokesperson !== undefined)
    for (const role of roles) if (!seatsOf.has(role)) seatsOf.set(role, [spokesperson]);
  const asWritten = names
    .flatMap((name) => [folded(name), ...folded(name).split(" ")])
    .filter((name) => seatsOf.has(key(name)) && name !== name.toLowerCase());
  const exact = patternOf(
    [
      ...asWritten,
      ...called.flatMap(cased),
      ...(spokesperson === undefined ? [] : roles.flatMap((role) => [role, ...cased(role)])),
    ],
    "gu",
  );
  const loose = patternOf([...seatsOf.keys()], "giu");
  // Most sentences contain no name, which a fast check finds if no letter carries a combining mark.
  const needed = [...new Set([...seatsOf.keys()].map(longestWord))];
  const mayName = (flat: string): boolean => {
    const lower = flat.toLowerCase();
    return needed.some((word) => lower.includes(word)) || /\p{M}/u.test(flat);
  };
  const find = (pattern: RegExp | undefined, flat: string): Mention[] =>
    pattern && mayName(flat)
      ? Array.from(flat.matchAll(pattern), ({ 0: name, index }) => ({
          start: index,
          end: index + name.length,
          seats: seatsOf.get(key(name)) ?? [],
        }))
      : [];
  const inProse = (flat: string) => find(exact, flat);
  return {
    size: names.length,
    inProse,
    inTag(flat) {
      const found = inProse(flat);
      return found.length > 0 ? found : find(loose, flat);
    },
    nearest(name) {
      const near = wordsOf(name).flatMap((word) => called.filter((spelt) => isNear(word, spelt)));
      const meant = new Set(near.map((spelt) => seatsOf.get(spelt)!.join()));
      return meant.size === 1 ? [...seatsOf.get(near[0]!)!] : [];
    },
  };
}

const roles = ["spokesperson", "spokesman", "spokeswoman"].flatMap((role) => [role, `the ${role}`]);

/** In words this short another letter makes another word: Sam is not Pam. */
const SHORT = 3;

/** A slip of the pen, or a name cut short or drawn out: "Samantha" for Sam, "Min" for Minerva. */
function isNear(word: string, name: string): boolean {
  const [shorter, longer] = word.length < name.length ? [word, name] : [name, word];
  if (shorter.length >= SHORT && longer.startsWith(shorter)) return true;
  return shorter.length > SHORT && didYouMean(word, [name]).length > 0;
}

const wordsOf = (name: string): string[] => key(name).match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];

const folded = (name: string): string =>
  plain(name.normalize("NFC")).replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").trim();
const key = (name: string): string => folded(name).toLowerCase();

/** Each whole name, and the first and last word of a longer one. A whole name never counts as part of another. */
function spellings(names: readonly string[]): Map<string, number[]> {
  const whole = new Map<string, number[]>();
  const parts = new Map<string, number[]>();
  const add = (map: Map<string, number[]>, name: string, seat: number) =>
    map.set(name, [...new Set([...(map.get(name) ?? []), seat])]);
  for (const [seat, name] of names.entries()) {
    const words = key(name).split(" ");
    if (/[\p{L}\p{N}]/u.test(name)) add(whole, words.join(" "), seat);
    if (words.length < 2) continue;
    for (const part of [words[0]!, words.at(-1)!])
      if (part.length > 2 && part !== "the" && !titles.has(part.replace(/\.$/, ""))) add(parts, part, seat);
  }
  return new Map([...parts, ...whole]);
}

const longestWord = (name: string): string =>
  (name.match(/[\p{L}\p{N}]+/gu) ?? [""]).reduce((best, word) => (word.length > best.length ? word : best));

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** As a name is written, and as a heading writes it. */
const cased = (name: string): string[] => [
  name.replaceAll(/[^\s'-]+/g, capital),
  capital(name),
  name.toUpperCase(),
];

/** Longest first, so that "Sam Hale" is not read as "Sam". Combining marks may follow each letter. */
function patternOf(spelt: string[], flags: string): RegExp | undefined {
  if (spelt.length === 0) return undefined;
  const longestFirst = [...new Set(spelt)].sort((a, b) => b.length - a.length);
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.map(sourceOf).join("|")})(?![\p{L}\p{N}\p{M}])`,
    flags,
  );
}

const sourceOf = (name: string): string =>
  name.replaceAll(/(?<letter>\p{L})|(?<blank> )|[^]/gu, (char, letter, blank) =>
    letter ? String.raw`${char}\p{M}*` : blank ? String.raw`\s{1,3}` : literalPattern(char),
  );

/** Players spoken to by name: "Sam, …", "Sam and Alex: …", "…, Sam." */
export type Address = Span & { seats: number[] };

/** Names that stand together: "Sam", "Sam and Alex", "Sam, Alex and Jo". */
type NameGroup = Address & { mentions: Mention[]; joinedByAnd: boolean };

/** No group of players is larger; a longer list is not an address. */
const MOST = 8;

const joiner = /^[\s*_]{0,4}(?:,|&|,?[\s*_]{0,4}\b(?:and|or)\b)[\s*_]{0,4}$/i;

export function nameGroups(mentions: readonly Mention[], flat: string): NameGroup[] {
  const groups: NameGroup[] = [];
  for (const mention of mentions) {
    const last = groups.at(-1);
    const between = last && mention.start - last.end <= 16 ? flat.slice(last.end, mention.start) : "";
    if (!last || last.mentions.length === MOST || !joiner.test(between))
      groups.push({ ...mention, mentions: [mention], joinedByAnd: false });
    else
      groups.splice(
        -1,
        1,
        grouped([...last.mentions, mention], last.joinedByAnd || /and|or|&/i.test(between)),
      );
  }
  return groups;
}

const grouped = (mentions: Mention[], joinedByAnd: boolean): NameGroup => ({
  start: mentions[0]!.start,
  end: mentions.at(-1)!.end,
  seats: seatsIn(mentions),
  mentions,
  joinedByAnd,
});

/** Every seat once, in order. */
export const seatsIn = (named: ReadonlyArray<{ seats: readonly number[] }>): number[] =>
  [...new Set(named.flatMap(({ seats }) => seats))].sort((a, b) => a - b);

/** The players a sentence speaks to by name, in order. */
export function addressesIn(sentence: string, mentions: readonly Mention[]): Address[] {
  return nameGroups(mentions, sentence).flatMap((group) => {
    if (isAddress(sentence, group)) return [group];
    // "Sam, Alex is bleeding": not a list after all.
    const first = group.mentions[0]!;
    return group.mentions.length > 1 && !group.joinedByAnd && isAddress(sentence, first) ? [first] : [];
  });
}

const opens =
  /(?:^|[,;:—….!?)]|\b(?:and|but|then|now|meanwhile|so|yet|while|as for|turning to|you|hey|oh|ah|dear))$/i;
const markup = /[\s*_"'([>#-]{0,12}$/;

function isAddress(sentence: string, { start, end }: Span): boolean {
  const before = sentence.slice(Math.max(0, start - 40), start).replace(markup, "");
  const after = sentence.slice(end, end + 40).replace(/^[*_"')\]]{1,6}/, "");
  const begins = start <= 40 && before === "";
  if (!begins && !opens.test(before)) return false;
  const afterComma = /[,;—…]$/.test(before) || /\byou$/i.test(before);
  if (/^\s*(?:$|[.!?](?!\.))/.test(after)) return begins || afterComma;
  // "the priest, Sam, and the dog": a list, not an address.
  if (afterComma && /^,?\s{1,3}(?:and|or)\s(?:the|an?|his|her|their|[A-Z])\b/.test(after)) return false;
  return /^\s{0,2}(?:[,:;—…]|\.\.|-\s|-$)/.test(after) || /^[\s*_]{1,4}you(?:r|rs|rself)?\b/i.test(after);
}

export const saysYou = (sentence: string): boolean =>
  /(?<![\p{L}])you(?:r|rs|rself)?(?!\p{L})/iu.test(sentence);
