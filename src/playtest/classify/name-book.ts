import { didYouMean } from "../../kernel/errors/index.ts";
import { remember } from "../../kernel/memo/index.ts";
import { plain, type Span } from "../text/index.ts";

/** A place where players are named. More than one seat where the name does not tell two players apart. */
export type Mention = Span & { seats: number[] };

/** Who is meant by which words. */
export type NameBook = {
  readonly size: number;
  /** In prose a name is written as a name: "will" is not Will. */
  inProse(flat: string): Mention[];
  /** In a tag any spelling will do, where none is written as a name. */
  inTag(flat: string): Mention[];
  /** Whom a misspelt name must mean: "Minvera", "Samantha". Nobody where it could be two players, or none. */
  nearest(name: string): number[];
};

/** Made once per group: a session looks names up every turn. Whoever speaks for the group is called so too. */
export const nameBook = (names: readonly string[], spokesperson?: number): NameBook =>
  books([spokesperson ?? "", ...names].join(APART));

const APART = "\u0000";
const books = remember(
  (given) => {
    const [spokesperson, ...names] = given.split(APART);
    return makeBook(names, spokesperson === "" ? [] : [Number(spokesperson)]);
  },
  { most: 400 },
);

function makeBook(names: readonly string[], spokesperson: readonly number[]): NameBook {
  const seatsOf = spellings(names);
  const called = [...seatsOf.keys()];
  for (const seat of spokesperson)
    for (const role of roles) if (!seatsOf.has(role)) seatsOf.set(role, [seat]);
  const asWritten = names
    .flatMap((name) => [folded(name), ...folded(name).split(" ")])
    .filter((name) => seatsOf.has(key(name)) && name !== name.toLowerCase());
  const written = [
    ...asWritten,
    ...called.flatMap(cased),
    ...(spokesperson.length > 0 ? roles.flatMap((role) => [role, ...cased(role)]) : []),
  ];
  const exact = patterns(written, "gu");
  const loose = patterns([...seatsOf.keys()], "giu");
  /** By the name as found: a text names the same few people over and over. */
  const known = new Map<string, number[]>();
  const whose = (name: string): number[] => {
    const seats = known.get(name) ?? seatsOf.get(key(name)) ?? [];
    known.set(name, seats);
    return seats;
  };
  const find = (patternFor: (flat: string) => RegExp | undefined, flat: string): Mention[] => {
    const regex = patternFor(flat);
    return regex
      ? Array.from(flat.matchAll(regex), ({ 0: name, index }) => ({
          start: index,
          end: index + name.length,
          seats: whose(name),
        }))
      : [];
  };
  const inProse = (flat: string) => find(exact, flat);
  return {
    size: names.length,
    inProse,
    inTag(flat) {
      const found = inProse(flat);
      return found.length > 0 ? found : find(loose, flat);
    },
    nearest(name) {
      const near = words(name).flatMap((word) => called.filter((spelt) => isNear(word, spelt)));
      const meant = new Set(near.map((spelt) => seatsOf.get(spelt)!.join()));
      return meant.size === 1 ? [...seatsOf.get(near[0]!)!] : [];
    },
  };
}

const roles = ["spokesperson", "spokesman", "spokeswoman"].flatMap((role) => [role, `the ${role}`]);

/** Of words this short another letter makes another word: Sam is not Pam. */
const SHORT = 3;

/** A slip of the pen, or a name cut short or drawn out: "Samantha" for Sam, "Min" for Minerva. */
function isNear(word: string, name: string): boolean {
  const [shorter, longer] = word.length < name.length ? [word, name] : [name, word];
  if (shorter.length >= SHORT && longer.startsWith(shorter)) return true;
  return shorter.length > SHORT && didYouMean(word, [name]).length > 0;
}

const words = (name: string): string[] => key(name).match(/[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu) ?? [];

const folded = (name: string): string =>
  plain(name.normalize("NFC")).replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").trim();
const key = (name: string): string => folded(name).toLowerCase();

const titles = new Set(
  "dr mr mrs ms miss mx sir lady lord captain professor father mother sister brother the".split(" "),
);

/** Each whole name, and of a longer one its first and last word. A whole name is nobody else's part. */
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
      if (part.length > 2 && !titles.has(part.replace(/\.$/, ""))) add(parts, part, seat);
  }
  return new Map([...parts, ...whole]);
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** As a name is written, and as a heading shouts it. */
const cased = (name: string): string[] => [
  name.replaceAll(/[^\s'-]+/g, capital),
  capital(name),
  name.toUpperCase(),
];

/** Almost no text has marks that stand apart from their letters: it is searched without them, in half the time. */
function patterns(spelt: string[], flags: string): (flat: string) => RegExp | undefined {
  if (spelt.length === 0) return () => undefined;
  const longestFirst = [...new Set(spelt)].sort((a, b) => b.length - a.length);
  const compile = (marks: string) =>
    new RegExp(
      String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.map((name) => source(name, marks)).join("|")})(?![\p{L}\p{N}\p{M}])`,
      flags,
    );
  const simple = compile("");
  let full: RegExp | undefined;
  return (flat) => (/\p{M}/u.test(flat) ? (full ??= compile(String.raw`\p{M}{0,3}`)) : simple);
}

/** `marks` may stand after each letter. */
const source = (name: string, marks: string): string =>
  Array.from(name, (char) =>
    char === " "
      ? String.raw`\s{1,3}`
      : `${char.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`)}${/\p{L}/u.test(char) ? marks : ""}`,
  ).join("");
