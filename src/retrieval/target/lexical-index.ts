import type { Candidate, KbEntity } from "../../contract/index.ts";
import { entityText } from "../kb.ts";

/**
 * Texts by their words (BM25). Works offline; knows no meaning. All constants were chosen on the Cranfield collection by
 * `benches/hybrid-retrieval.ts`, never on the shipped banks.
 */
type LexicalEntry = { id: string; title: string; text: string };
export type LexicalIndex = {
  /** The best first, ties by name. An entry without a shared word is absent. */
  search(
    query: string,
    most: number,
    weights?: { k1: number; b: number },
  ): Array<{ id: string; score: number }>;
};
export type WordOptions = {
  stem: keyof typeof stems;
  stopWords: boolean;
  /** How often a word of the title counts beside its place in the text. */
  title: number;
};

export const CHOSEN = {
  words: { stem: "light", stopWords: true, title: 2 } as WordOptions,
  bm25: { k1: 2, b: 0.75 },
};

export function lexicalIndex(
  entries: readonly LexicalEntry[],
  options: WordOptions = CHOSEN.words,
): LexicalIndex {
  /** By word: entry and count, one after the other. */
  const postings = new Map<string, number[]>();
  const lengths = new Float64Array(entries.length);
  for (const [at, { title, text }] of entries.entries()) {
    const heading = wordsIn(title, options);
    const words = wordsIn(text, options);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of heading) counts.set(word, (counts.get(word) ?? 0) + options.title);
    lengths[at] = words.length + heading.length * options.title;
    for (const [word, count] of counts) {
      const list = postings.get(word);
      if (list) list.push(at, count);
      else postings.set(word, [at, count]);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, entries.length) || 1;

  return {
    search(query, most, { k1, b } = CHOSEN.bm25) {
      const scores = new Map<number, number>();
      for (const word of new Set(wordsIn(query, options))) {
        const list = postings.get(word) ?? [];
        const having = list.length / 2;
        const rarity = Math.log(1 + (entries.length - having + 0.5) / (having + 0.5));
        for (let at = 0; at < list.length; at += 2) {
          const [entry, count] = [list[at]!, list[at + 1]!];
          const part = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * lengths[entry]!) / average));
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

/** The highest scores first, ties by name. Sorts only what can be among them. */
export function best<Item extends { id: string; score: number }>(items: Item[], most: number): Item[] {
  const better = (a: Item, b: Item) => b.score - a.score || (a.id < b.id ? -1 : 1);
  if (items.length <= 4 * most) return items.sort(better).slice(0, most);
  const kept: Item[] = [];
  let least = -Infinity;
  for (const item of items) {
    if (item.score < least) continue;
    kept.push(item);
    if (kept.length < 4 * most) continue;
    kept.sort(better).length = most;
    least = kept.at(-1)!.score;
  }
  return kept.sort(better).slice(0, most);
}

const stems = {
  none: (word: string) => word,
  plural: (word: string) => word.replace(/(?<=\w{2}[^s])s$/, ""),
  light: (word: string) => word.replace(/(?<=\w{3})(?:ing|ed|es|s)$/, ""),
} as const;

const STOP_WORDS = new Set(
  "a an and are as at be been but by can could did do does for from had has have he her him his how i if in into is it its me my no not of on or our she should so that the their them there they this to us was we were what when where which who why will with would you your".split(
    " ",
  ),
);

const wordsIn = (text: string, { stem, stopWords }: WordOptions): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}']*/gu) ?? []
  ).flatMap((word) => (stopWords && STOP_WORDS.has(word) ? [] : stems[stem](word.replace(/'s?$/, ""))));

/** Ranks candidates by shared words (BM25) and by similarity. Works offline; knows no meaning. */
type LexicalReranker = (message: string, candidates: readonly Candidate[], most: number) => string[];

export function lexicalReranker(entities: readonly KbEntity[]): LexicalReranker {
  const index = lexicalIndex(entities.map(lexicalEntry));
  return (message, candidates, most) => {
    const found = new Map(index.search(message, entities.length).map(({ id, score }) => [id, score]));
    const lexical = scaled(
      candidates.map(({ entity_id }) => found.get(entity_id) ?? 0),
      { least: LEAST_WORDS },
    );
    const near = scaled(
      candidates.map(({ score, rank }) => score ?? 1 - rank / 100),
      { least: LEAST_NEARNESS },
    );
    return candidates
      .map(({ entity_id, rank }, index) => ({ entity_id, rank, points: lexical[index]! + near[index]! }))
      .sort((a, b) => b.points - a.points || a.rank - b.rank)
      .slice(0, most)
      .map(({ entity_id }) => entity_id);
  };
}

/** A tag is a word about the entity that its text may lack. */
export const lexicalEntry = (entity: KbEntity): LexicalEntry => ({
  id: entity.entity_id,
  title: entity.title,
  text: `${entityText(entity)}\n${entity.tags.join(" ").replaceAll("_", " ")}`,
});

/** Smaller differences mean nothing: one rare word, a tenth of a cosine. */
const LEAST_WORDS = 2;
const LEAST_NEARNESS = 0.1;

/** Both scores from 0 to 1. */
function scaled(values: readonly number[], { least }: { least: number }): number[] {
  const lowest = Math.min(...values);
  const width = Math.max(least, Math.max(...values) - lowest);
  return values.map((value) => (value - lowest) / width);
}
