import type { Candidate, KbEntity } from "../../contract/index.ts";
import { entityText } from "../kb.ts";
import { lexicalIndex, type LexicalEntry } from "./lexical-index.ts";

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
