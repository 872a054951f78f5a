/** What the guide says is true once a pulse is told: rules that read free prose would miss most of it. */
import type { Story } from "../../../contract/index.ts";
import { remember } from "../../../kernel/memo/index.ts";
import { contentWords } from "../content-words.ts";
import { sentences } from "../sentences.ts";
import { read } from "../text.ts";
import { wordOf } from "../word.ts";
import { SOMEWHERE } from "./conflict.ts";
import { GROUP } from "./holder.ts";
import { keptFor } from "../kept-for.ts";
import { normalise } from "./mentions.ts";
import { NUMBER, numberOf } from "./number-words.ts";
import { once } from "../once.ts";
import type { Attribute } from "./statement.ts";

type GuideFact = Story["pulses"][number]["facts"][number];

/** One fact in the ledger's terms, and what shows in a text that it was put into words. */
export type Held = {
  entity: string;
  label: string;
  attribute: Attribute;
  value: string;
  shows: RegExp;
  /** The words that name it. */ named: readonly string[];
};

const SHOWS = {
  dead: /\b(?:dead|dies|died|dying|death|killed|murdered|lifeless|corpse|body|drowned|no breath|(?:not|n't|stopped) breath\w*)\b/i,
  alive: /./,
  locked: /\b(?:lock\w*|bolt\w*|barred|bars|padlock\w*|seal\w*|wax|shut|fast|clos\w+)\b/i,
  open: /\b(?:open\w*|unlock\w*|unbolt\w*|ajar|draws? the bolt|lets? you)\b/i,
  broken:
    /\b(?:br[eo]ak\w*|broken|broke|split\w*|crack\w*|smash\w*|shatter\w*|burst\w*|burned out|torn?|tears|rip\w*|part(?:s|ed)|slash\w*|saw(?:s|n|ed)|drowned|gone|wreck\w*|ruin\w*|pieces|collaps\w*|flattened|down)\b/i,
  night: /\b(?:night\w*|tonight|midnight|dark\w*|moon\w*|stars?|dusk)\b/i,
  day: /\b(?:day\w*|morning|noon|sun\w*|afternoon|dawn|first light)\b/i,
  held: /./,
} as const;

/** The facts of each pulse in the ledger's terms, without those of a kind that no rule reads. */
export const heldIn: (guide: Story) => ReadonlyMap<string, readonly Held[]> = keptFor(
  ({ pulses, npcs }) =>
    new Map(pulses.map(({ id, facts }) => [id, facts.flatMap((fact) => inLedgerTerms(fact, npcs) ?? [])])),
);

/** What told pulses made true. Of what was told of one thing at two of them, the later holds. */
export const heldAfter = (guide: Story, told: readonly string[]): readonly Held[] =>
  told.length === 0 ? [] : afterIn(guide)(told.join("\n"));

const afterIn = keptFor((guide: Story) =>
  remember(
    (told): readonly Held[] => [
      ...new Map(
        told
          .split("\n")
          .flatMap((id) => heldIn(guide).get(id) ?? [])
          .map((fact) => [`${fact.attribute} ${fact.entity}`, fact]),
      ).values(),
    ],
    { most: 100 },
  ),
);

function inLedgerTerms({ entity, attribute, value }: GuideFact, npcs: Story["npcs"]): Held | undefined {
  const of = (attribute: Attribute, value: string, shows: RegExp, about = normalise(entity)): Held => ({
    entity: about,
    label: entity,
    attribute,
    value,
    shows,
    // Whoever says the name says who it is; the part is seldom said with it.
    named: attribute === "time" ? [] : contentWords(attribute === "name" ? value : about).map(stem),
  });
  switch (attribute) {
    case "alive":
      return /\bdead\b/i.test(value) ? of("alive", "dead", SHOWS.dead) : of("alive", "alive", SHOWS.alive);
    case "state":
      if (/\b(?:locked|bolted|barred|sealed|padlocked)\b/i.test(value))
        return of("state", "locked", SHOWS.locked);
      if (/\b(?:open|unlocked|ajar)\b/i.test(value)) return of("state", "open", SHOWS.open);
      if (/\b(?:broken|smashed|shattered|torn|wrecked|destroyed|burned|split)\b/i.test(value))
        return of("condition", "broken", SHOWS.broken);
      return /\b(?:whole|intact|mended|repaired|unbroken)\b/i.test(value)
        ? of("condition", "whole", /./)
        : undefined;
    case "holder": {
      const holder = /^the (?:group|players|party)$/i.test(value)
        ? GROUP
        : npcs.find(({ name }) => normalise(value) === normalise(name))?.name;
      return holder === undefined
        ? undefined
        : of(
            "holder",
            holder === GROUP ? GROUP : normalise(holder),
            holder === GROUP ? /\byour?\b/i : SHOWS.held,
          );
    }
    case "time":
      if (/^(?:night|midnight|dark)\b/i.test(value)) return of("time", "night", SHOWS.night, "time of day");
      return /^(?:day|noon|morning|afternoon)\b/i.test(value)
        ? of("time", "day", SHOWS.day, "time of day")
        : undefined;
    case "place":
      return of(
        "place",
        /\b(?:with|missing|unknown|nobody|last seen|from)\b/i.test(value) ? SOMEWHERE : normalise(value),
        /./,
      );
    case "name":
      return npcs.some(({ name }) => name === value) ? of("name", normalise(value), /./) : undefined;
    case "count": {
      const number = numberOf(new RegExp(`^${NUMBER}`, "i").exec(value)?.[0] ?? "");
      return number === undefined ? undefined : of("count", String(number), /./);
    }
    default:
      return undefined;
  }
}

/** Looks a text up for the sentences that put a fact into words: what is quoted where something contradicts it. Nothing where none do. */
export function sayingsIn(text: string): (fact: Held) => { start: number; end: number } | undefined {
  const { words } = read(text);
  const stemsOf = (from: number, to: number) => {
    const stems = new Set<string>();
    for (let at = from; at < to; at += 1) if (words[at]!.isContent) stems.add(words[at]!.root);
    return stems;
  };
  const all = stemsOf(0, words.length);
  const parts = once(() => sentences(text).map((span) => ({ ...span, stems: stemsOf(span.from, span.to) })));
  // "Four hundred people have come. The stall is full": a name and what is said of it are often a sentence apart.
  const pairs = once(() =>
    parts()
      .slice(1)
      .map((second, at) => ({
        text: text.slice(parts()[at]!.start, second.end),
        start: parts()[at]!.start,
        end: second.end,
        stems: parts()[at]!.stems.union(second.stems),
      })),
  );

  return (fact) => {
    const { named } = fact;
    const share = (stems: ReadonlySet<string>) =>
      named.filter((word) => stems.has(word)).length / Math.max(1, named.length);
    const everywhere = share(all);
    if (named.length > 0 && everywhere < 0.5) return undefined;
    const isAbout = (least: number) => (part: { text: string; stems: ReadonlySet<string> }) =>
      (named.length === 0 || share(part.stems) >= least) && says(fact, part);
    // Half of a long name is enough; or any part of it, where the rest stands elsewhere.
    return (
      parts().find(isAbout(0.5)) ??
      pairs().find(isAbout(0.5)) ??
      (everywhere === 1 ? parts().find(isAbout(1 / Math.max(1, named.length))) : undefined)
    );
  };
}

function says(
  { attribute, value, shows }: Held,
  { text, stems }: { text: string; stems: ReadonlySet<string> },
): boolean {
  if (!shows.test(text)) return false;
  if (attribute === "count") return countsTo(text, Number(value));
  return (
    (attribute !== "holder" && attribute !== "place") ||
    value === GROUP ||
    value === SOMEWHERE ||
    contentWords(value).some((word) => stems.has(stem(word)))
  );
}

const ANY_NUMBER = new RegExp(String.raw`(?<![\p{L}-])${NUMBER}(?![\p{L}-])`, "giu");
const countsTo = (text: string, number: number) =>
  Array.from(text.matchAll(ANY_NUMBER), ([found]) => numberOf(found)).includes(number);

const stem = (word: string): string => wordOf(word).root;
