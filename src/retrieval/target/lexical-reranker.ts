import type { Candidate, KbEntity } from "../../contract/index.ts";

/** BM25's usual constants. */
const K1 = 1.2;
const B = 0.75;
/** The weight of a word in the title or a tag. */
const TITLE = 3;

/** Ranks candidates by shared words (BM25) and by similarity. Works offline; knows no meaning. */
type LexicalReranker = (message: string, candidates: readonly Candidate[], most: number) => string[];

export function lexicalReranker(entities: readonly KbEntity[]): LexicalReranker {
  const documents = new Map(entities.map((entity) => [entity.entity_id, countsOf(entity)]));
  const average =
    [...documents.values()].reduce((sum, { length }) => sum + length, 0) / Math.max(1, documents.size);
  const spread = new Map<string, number>();
  for (const { counts } of documents.values())
    for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1);
  const rarity = (word: string): number =>
    Math.log(1 + (documents.size - (spread.get(word) ?? 0) + 0.5) / ((spread.get(word) ?? 0) + 0.5));

  const bm25 = (words: readonly string[], id: string): number => {
    const document = documents.get(id);
    if (!document) return 0;
    return words.reduce((sum, word) => {
      const count = document.counts.get(word) ?? 0;
      return (
        sum + (rarity(word) * count * (K1 + 1)) / (count + K1 * (1 - B + (B * document.length) / average))
      );
    }, 0);
  };

  return (message, candidates, most) => {
    const words = [...new Set(wordsIn(message))];
    const lexical = scaled(
      candidates.map(({ entity_id }) => bm25(words, entity_id)),
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

function countsOf({ title, tags, summary, content }: KbEntity): {
  counts: Map<string, number>;
  length: number;
} {
  const words = [
    ...Array.from({ length: TITLE }, () => wordsIn(`${title} ${tags.join(" ").replaceAll("_", " ")}`)).flat(),
    ...wordsIn(`${summary} ${content}`),
  ];
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, length: words.length };
}

const wordsIn = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll("’", "'")
      .match(/[\p{L}\p{N}']+/gu) ?? []
  ).map((word) => word.replace(/'s$/, "").replace(/(?<=\w{3})(?:ing|ed|es|s)$/, ""));

/** Smaller differences mean nothing: one rare word, a tenth of a cosine. */
const LEAST_WORDS = 2;
const LEAST_NEARNESS = 0.1;

/** Both scores from 0 to 1. */
function scaled(values: readonly number[], { least }: { least: number }): number[] {
  const lowest = Math.min(...values);
  const width = Math.max(least, Math.max(...values) - lowest);
  return values.map((value) => (value - lowest) / width);
}
