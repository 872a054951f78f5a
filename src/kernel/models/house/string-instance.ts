import type { Dice } from "../../dice/index.ts";
import type { JsonSchema } from "./json-schema.ts";
import { SchemaUnmet } from "./schema-unmet.ts";

type Source = { dice: Dice; words: readonly string[]; min: number; max: number };

/** A string the schema allows, of the prompt's words where its format leaves room for words. */
export function stringInstance(schema: JsonSchema, source: Pick<Source, "dice" | "words">): string {
  const sized = { ...source, min: schema.minLength ?? 0, max: schema.maxLength ?? Infinity };
  for (const candidate of candidates(schema, sized)) {
    if (stringAllowed(schema, candidate)) return candidate;
  }
  const asked = Object.entries({
    format: schema.format,
    pattern: schema.pattern,
    minLength: schema.minLength,
    maxLength: schema.maxLength,
  });
  throw new SchemaUnmet(
    `no string is known for ${asked.flatMap(([name, value]) => (value === undefined ? [] : `${name} ${value}`)).join(", ")}`,
  );
}

export function stringAllowed(
  { minLength = 0, maxLength = Infinity, pattern }: JsonSchema,
  text: string,
): boolean {
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern).test(text))
  );
}

function* candidates({ format, pattern }: JsonSchema, source: Source): Generator<string> {
  const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known) return yield* known(source);
  yield phrase(source);
  if (pattern === undefined) return;
  // A pattern is not solved, only tried: on every word in its usual spellings, numbers, and everything that has a format.
  for (const word of source.dice.shuffle(source.words)) yield* [word, word.toLowerCase(), word.toUpperCase()];
  yield slug(source);
  for (let count = 1; count <= 8; count++) yield digits(source.dice, count);
  for (const make of Object.values(formats)) yield* make(source);
}

const formats: Record<string, (source: Source) => string[]> = {
  date: ({ dice }) => [date(dice)],
  time: ({ dice }) => [time(dice), time(dice).slice(0, 5)],
  "date-time": ({ dice }) => [`${date(dice)}T${time(dice)}Z`],
  email: (source) => [
    `${slug(source)}@example.com`,
    `${slug(source).padEnd(source.min - 12, "x")}@example.com`,
    "a@b.co",
  ],
  uuid: ({ dice }) => [uuid(dice)],
  uri: (source) => [
    `https://example.com/${slug(source)}`,
    `https://example.com/${slug(source).padEnd(source.min - 20, "x")}`,
    "https://a.co",
  ],
};

/** Two to six words, stretched or cut to the length asked for; never with a space at either end. */
function phrase({ dice, words, min, max }: Source): string {
  // Dealt, not drawn: no word comes again before all have been used.
  const deck = dice.shuffle(words);
  const count = 2 + dice.int(5);
  let text = deck[0]!;
  for (let dealt = 1; dealt < count || text.length < min; dealt++) text += ` ${deck[dealt % deck.length]}`;
  return text.length <= max ? text : text.slice(0, max).trimEnd().padEnd(min, "x");
}

function slug({ dice, words }: Source): string {
  const ascii = words
    .map((word) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
    .filter((word) => word !== "");
  return ascii.length === 0 ? "plain" : `${dice.pick(ascii)}-${dice.pick(ascii)}`;
}

const two = (value: number) => String(value).padStart(2, "0");
const date = (dice: Dice) => `${2000 + dice.int(40)}-${two(1 + dice.int(12))}-${two(1 + dice.int(28))}`;
const time = (dice: Dice) => `${two(dice.int(24))}:${two(dice.int(60))}:${two(dice.int(60))}`;
const digits = (dice: Dice, count: number) => Array.from({ length: count }, () => dice.int(10)).join("");

/** Version 4: the version and variant digits are fixed by the format. */
function uuid(dice: Dice): string {
  const hex = (count: number) => Array.from({ length: count }, () => dice.int(16).toString(16)).join("");
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${dice.pick(["8", "9", "a", "b"])}${hex(3)}-${hex(12)}`;
}
