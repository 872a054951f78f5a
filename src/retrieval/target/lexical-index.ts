import type { KbEntity } from "../../contract/index.ts";
import { entityText } from "../kb.ts";

/** Texts by their words (BM25). Works offline; knows no meaning. */
type LexicalEntry = { id: string; title: string; text: string };
export type LexicalIndex = {
  /** The best first, ties by name. An entry without a shared word is absent. */
  search(query: string, most: number): Array<{ id: string; score: number }>;
};

/** These were the best on half of the Cranfield collection, never tried on the shipped banks. */
const K1 = 2;
const B = 0.75;
/** How often a word of the title counts beside its place in the text. */
const TITLE = 2;

export function lexicalIndex(entries: readonly LexicalEntry[]): LexicalIndex {
  /** By word: entry and count, one after the other. */
  const postings = new Map<string, number[]>();
  const lengths = new Float64Array(entries.length);
  for (const [at, { title, text }] of entries.entries()) {
    const heading = wordsIn(title);
    const words = wordsIn(text);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of heading) counts.set(word, (counts.get(word) ?? 0) + TITLE);
    lengths[at] = words.length + heading.length * TITLE;
    for (const [word, count] of counts) {
      const list = postings.get(word);
      if (list) list.push(at, count);
      else postings.set(word, [at, count]);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, entries.length) || 1;

  return {
    search(query, most) {
      const scores = new Map<number, number>();
      for (const word of new Set(wordsIn(query))) {
        const list = postings.get(word) ?? [];
        const having = list.length / 2;
        const rarity = Math.log(1 + (entries.length - having + 0.5) / (having + 0.5));
        for (let at = 0; at < list.length; at += 2) {
          const [entry, count] = [list[at]!, list[at + 1]!];
          const part = (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * lengths[entry]!) / average));
          scores.set(entry, (scores.get(entry) ?? 0) + part);
        }
      }
      return best(
        [...scores].map(([entry, score]) => ({ id: entries[entry]!.id, score })),
        most,
      );
    },
  };
}

/** The highest scores first, ties by name. */
export function best<Item extends { id: string; score: number }>(items: Item[], most: number): Item[] {
  return items.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, most);
}

const STOP_WORDS = new Set(
  (
    "a an and are as at be been but by can could did do does for from had has have he her him his how i if in " +
    "into is it its me my no not of on or our she should so that the their them there they this to us was we " +
    "were what when where which who why will with would you your"
  ).split(" "),
);

const wordsIn = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}']*/gu) ?? []
  ).flatMap((word) =>
    STOP_WORDS.has(word) ? [] : word.replace(/'s?$/, "").replace(/(?<=\w{3})(?:ing|ed|es|s)$/, ""),
  );

/** A tag is a word about the entity that its text may lack. */
export const lexicalEntry = (entity: KbEntity): LexicalEntry => ({
  id: entity.entity_id,
  title: entity.title,
  text: `${entityText(entity)}\n${entity.tags.join(" ").replaceAll("_", " ")}`,
});
