/** Lines with slots: which one an actor says, and how it is filled. */
import type { Dice } from "../../../kernel/dice/index.ts";

/** Slot values: `{thing}`. A line with a missing value cannot be said. */
export type Slots = Readonly<Record<string, string | undefined>>;

export function fill(line: string, slots: Slots): string | undefined {
  let whole = true;
  const filled = line.replaceAll(
    /(^["']?|[.!?]["']? ["']?|\b[Aa] )?\{(\w+)\}/g,
    (_, before: string | undefined, name: string, at: number) => {
      const value = slots[name] ?? "";
      if (value === "") whole = false;
      return fitted(before ?? (at === 0 ? "" : undefined), value);
    },
  );
  return whole ? filled : undefined;
}

/** A slot at the start of a sentence takes a capital, and one after "a" may need an "an". */
function fitted(before: string | undefined, value: string): string {
  if (before === undefined) return value;
  if (/^[Aa] $/.test(before)) return `${before.trim()}${/^[aeiou]/i.test(value) ? "n" : ""} ${value}`;
  return before + upperFirst(value);
}

type ChooseOptions = {
  /** One order for a whole session … */
  order: Dice;
  /** … and the position in it: neighbours differ even without a history. */
  round: number;
  slots: Slots;
  /** The speaker's earlier lines. If all were used, the one said longest ago is repeated. */
  said?: string;
  /** A line that fails this is not said at all. */
  allows?: (text: string) => boolean;
};

export function chooseLine(pool: readonly string[], options: ChooseOptions): string | undefined {
  return chooseFrom(pool, (line) => line, options)?.text;
}

/** The same for lines with a companion. */
export function chooseFrom<Item>(
  pool: readonly Item[],
  lineOf: (item: Item) => string,
  { order, round, slots, said = "", allows = () => true }: ChooseOptions,
): { item: Item; text: string } | undefined {
  const spoken = said.toLowerCase();
  let best: { item: Item; text: string; saidAt: number } | undefined;
  for (const item of rotated(order.shuffle(pool), round)) {
    const text = fill(lineOf(item), slots);
    if (text === undefined || !allows(text)) continue;
    const known = mark(lineOf(item));
    const saidAt = spoken.lastIndexOf((known.length < SHORTEST ? text : known).toLowerCase());
    if (saidAt < 0) return { item, text };
    if (!best || saidAt < best.saidAt) best = { item, text, saidAt };
  }
  return best;
}

const rotated = <Item>(pool: readonly Item[], by: number): Item[] =>
  pool.map((_, index) => pool[(index + by) % pool.length]!);

/** Fewer letters of its own do not identify a line. */
const SHORTEST = 8;

/** The longest part of a line between slots: it identifies the line once filled. */
const mark = (line: string): string =>
  line
    .split(/\{\w+\}/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest), "")
    .trim();

/** "Ann", "Ann and Ben", "Ann, Ben and Cleo". */
export const joinAnd = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

/** "go, or stay", "go, hide, or stay"; with semicolons if an option has commas. */
export function joinOr(items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? "";
  const mark = items.some((item) => item.includes(",")) ? ";" : ",";
  return `${items.slice(0, -1).join(`${mark} `)}${mark} or ${items.at(-1)}`;
}

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Without its final full stop, so that it fits inside a sentence. */
export const unstopped = (text: string): string => text.trim().replace(/[.!?,;:]+$/, "");

const third: Readonly<Record<string, string>> = { I: "they", my: "their", me: "them", myself: "themselves" };

/** A statement about oneself, as another says it. */
export const theirs = (text: string): string =>
  text.replaceAll(/\b(?:I|my|me|myself)\b/g, (word) => third[word]!);
