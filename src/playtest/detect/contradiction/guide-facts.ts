/** What the guide says is true once a pulse is told: rules that read free prose would miss most of it. */
import type { Story } from "../../../contract/index.ts";
import { contentWords } from "../content-words.ts";
import { sentences, type Span } from "../sentences.ts";
import { GROUP } from "./holder.ts";
import { normalise } from "./mentions.ts";
import { NUMBER, numberOf } from "./number-words.ts";
import type { Attribute } from "./statement.ts";

type GuideFact = Story["pulses"][number]["facts"][number];

/** One fact in the ledger's terms, and what shows in a text that it was put into words. */
export type Held = { entity: string; label: string; attribute: Attribute; value: string; shows: RegExp };

const SHOWS = {
  dead: /\b(?:dead|dies|died|dying|death|killed|murdered|lifeless|corpse|body|drowned|no breath|(?:not|n't|stopped) breath\w*)\b/i,
  alive: /./,
  locked: /\b(?:lock\w*|bolt\w*|barred|bars|padlock\w*|seal\w*|wax|shut|fast|clos\w+)\b/i,
  open: /\b(?:open\w*|unlock\w*|unbolt\w*|ajar|draws? the bolt|lets? you)\b/i,
  broken: /\b(?:br[eo]ak\w*|broken|broke|split\w*|crack\w*|smash\w*|shatter\w*|burst\w*|burned out|torn?|tears|rip\w*|part(?:s|ed)|slash\w*|saw(?:s|n|ed)|drowned|gone|wreck\w*|ruin\w*|pieces|collaps\w*|flattened|down)\b/i,
  night: /\b(?:night\w*|tonight|midnight|dark\w*|moon\w*|stars?|dusk)\b/i,
  day: /\b(?:day\w*|morning|noon|sun\w*|afternoon|dawn|first light)\b/i,
  held: /./,
} as const;

/** Facts in the ledger's terms, without those of a kind that no rule reads. */
export const heldOf = (facts: readonly GuideFact[], { npcs }: Pick<Story, "npcs">): Held[] => facts.flatMap((fact) => inLedgerTerms(fact, npcs) ?? []);

function inLedgerTerms({ entity, attribute, value }: GuideFact, npcs: Story["npcs"]): Held | undefined {
  const of = (attribute: Attribute, value: string, shows: RegExp, about = normalise(entity)): Held => ({ entity: about, label: entity, attribute, value, shows });
  switch (attribute) {
    case "alive":
      return /\bdead\b/i.test(value) ? of("alive", "dead", SHOWS.dead) : of("alive", "alive", SHOWS.alive);
    case "state":
      if (/\b(?:locked|bolted|barred|sealed|padlocked)\b/i.test(value)) return of("state", "locked", SHOWS.locked);
      if (/\b(?:open|unlocked|ajar)\b/i.test(value)) return of("state", "open", SHOWS.open);
      if (/\b(?:broken|smashed|shattered|torn|wrecked|destroyed|burned|split)\b/i.test(value)) return of("condition", "broken", SHOWS.broken);
      return /\b(?:whole|intact|mended|repaired|unbroken)\b/i.test(value) ? of("condition", "whole", /./) : undefined;
    case "holder": {
      const holder = /^the (?:group|players|party)$/i.test(value) ? GROUP : npcs.find(({ name }) => normalise(value) === normalise(name))?.name;
      return holder === undefined ? undefined : of("holder", holder === GROUP ? GROUP : normalise(holder), holder === GROUP ? /\byour?\b/i : SHOWS.held);
    }
    case "time":
      if (/^(?:night|midnight|dark)\b/i.test(value)) return of("time", "night", SHOWS.night, "time of day");
      return /^(?:day|noon|morning|afternoon)\b/i.test(value) ? of("time", "day", SHOWS.day, "time of day") : undefined;
    case "count": {
      const number = numberOf(new RegExp(`^${NUMBER}`, "i").exec(value)?.[0] ?? "");
      return number === undefined ? undefined : of("count", String(number), /./);
    }
    default:
      return undefined;
  }
}

/** The sentences of a text that put a fact into words: what is quoted where something contradicts it. Nothing where none do. */
export function saidIn(text: string, { entity, attribute, value, shows }: Held): Span | undefined {
  const all = sentences(text);
  const says = (part: string) =>
    shows.test(part) && (attribute !== "count" || countsTo(part, Number(value))) && (attribute !== "holder" || value === GROUP || contentWords(value).some((word) => part.toLowerCase().includes(word)));
  const wanted = attribute === "time" ? [] : contentWords(entity).map(stem);
  // "Four hundred people have come, and the stall is full": a name and what is said of it are often a sentence apart.
  for (const reach of [1, 2]) {
    for (const [at, first] of all.entries()) {
      const last = all[at + reach - 1];
      if (!last) break;
      const part = text.slice(first.start, last.end);
      const stems = new Set(contentWords(part).map(stem));
      const named = wanted.filter((word) => stems.has(word)).length;
      if (named * 2 >= wanted.length && says(part)) return { text: part, start: first.start, end: last.end };
    }
  }
  // Or all over the text: then one sentence must say it of a part of the name.
  const everywhere = new Set(contentWords(text).map(stem));
  if (!wanted.every((word) => everywhere.has(word))) return undefined;
  return all.find((sentence) => wanted.some((word) => sentence.text.toLowerCase().includes(word)) && says(sentence.text));
}

const countsTo = (text: string, number: number) => Array.from(text.matchAll(new RegExp(String.raw`(?<![\p{L}-])${NUMBER}(?![\p{L}-])`, "giu")), ([found]) => numberOf(found)).includes(number);

/** Enough of a word to know it by: walkers walk. */
const stem = (word: string) => word.replace(/'s$/, "").replace(/(?:ers?|ing|ed|es|s)$/, "");
