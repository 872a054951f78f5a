/**
 * Claim: words and vectors together find more than either alone. Chooses every constant of the offline target's search
 * on the odd queries of the Cranfield collection, and confirms the choice on the even ones. The shipped banks are not
 * read. Then times the search over 100,000 entries.
 *
 *     REHEARSE_DATA=../shared/data node benches/hybrid-retrieval.ts [entries, 100000 by default]    (minutes)
 *
 * Exit 1 if the fused search is not better than both parts on the even queries, or if other constants are shipped than
 * the odd queries choose.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { dice } from "../src/kernel/dice/index.ts";
import { sentenceEmbeddingModel } from "../src/kernel/models/house/index.ts";
import { ndcgAt, recallAt } from "../src/kernel/stats/index.ts";
import { vectorIndex } from "../src/retrieval/target/embeddings.ts";
import { FUSION, fusedSearch, reciprocal } from "../src/retrieval/target/fused-search.ts";
import { best, CHOSEN, lexicalIndex, type WordOptions } from "../src/retrieval/target/lexical-index.ts";
import { fixed, printHeader, printTable, quantile, reportMissed } from "./measure.ts";

const folder = join(process.env["REHEARSE_DATA"] ?? "../shared/data", "cranfield");
type Line = { _id: string; title?: string; text: string };
type Scored = Array<{ id: string; score: number }>;

if (!existsSync(join(folder, "qrels.tsv"))) {
  console.log(
    `Cranfield is not measured: ${folder} does not exist. REHEARSE_DATA names the folder that contains cranfield.`,
  );
  process.exit(0);
}
const lines = (name: string) => readFileSync(join(folder, name), "utf8").trimEnd().split("\n");
const documents = lines("corpus.jsonl").map((line) => JSON.parse(line) as Line);
const queries = lines("queries.jsonl").map((line) => JSON.parse(line) as Line);
const gains = new Map<string, Map<string, number>>();
for (const line of lines("qrels.tsv").slice(1)) {
  const [query, document, grade] = line.split("\t") as [string, string, string];
  const own = gains.get(query) ?? new Map<string, number>();
  gains.set(query, own.set(document, Number(grade)));
}
const odd = queries.filter((_, at) => at % 2 === 0);
const even = queries.filter((_, at) => at % 2 === 1);

printHeader(
  "Words and vectors together find more than either alone (Cranfield, 1,400 abstracts, 225 queries).",
);

const model = sentenceEmbeddingModel();
async function embedded(values: readonly string[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < values.length; at += 64)
    vectors.push(
      ...(await model.doEmbed({ values: values.slice(at, at + 64) })).embeddings.map((each) =>
        Float32Array.from(each),
      ),
    );
  return vectors;
}
const vectors = await embedded(documents.map(({ text }) => text));
const near = vectorIndex(documents.map(({ _id }, at) => ({ id: _id, vector: vectors[at]! })));
const asked = await embedded(queries.map(({ text }) => text));
/** The nearest of all, so that any depth can be tried. */
const byVector = new Map(
  queries.map(({ _id }, at): [string, Scored] => [
    _id,
    near
      .nearest(asked[at]!, documents.length)
      .map(({ entity_id, score }) => ({ id: entity_id, score: score! })),
  ]),
);

type Search = (query: Line) => Scored;
type Quality = { ndcg: number; recall15: number };
function quality(search: Search, over: readonly Line[]): Quality {
  const judged = over.filter(({ _id }) => gains.has(_id));
  const mean = (value: (ids: string[], own: Map<string, number>) => number | null) =>
    judged.reduce(
      (sum, query) =>
        sum +
        (value(
          search(query).map(({ id }) => id),
          gains.get(query._id)!,
        ) ?? 0),
      0,
    ) / judged.length;
  return {
    ndcg: mean((ids, own) => ndcgAt(10, ids, own)),
    recall15: mean((ids, own) => recallAt(15, ids, own)),
  };
}

const DEPTHS = [50, 100, 200];

/** 1. The words: nDCG@10 of BM25 alone on the odd queries. */
const wordGrid = (["none", "plural", "light"] as const).flatMap((stem) =>
  [false, true].flatMap((stopWords) => [0, 1, 2].map((title): WordOptions => ({ stem, stopWords, title }))),
);
const weightGrid = [0.9, 1.2, 1.6, 2, 2.5].flatMap((k1) => [0.3, 0.5, 0.75, 0.9].map((b) => ({ k1, b })));
const lexical = wordGrid.flatMap((words) => {
  const index = lexicalIndex(
    documents.map(({ _id, title = "", text }) => ({ id: _id, title, text })),
    words,
  );
  return weightGrid.map((bm25) => {
    const search: Search = ({ text }) => index.search(text, 200, bm25);
    return { words, bm25, search, odd: quality(search, odd) };
  });
});
const byNdcg = <Item extends { odd: Quality }>(items: readonly Item[]): Item[] =>
  items.toSorted((a, b) => b.odd.ndcg - a.odd.ndcg);
const shown = ({ ndcg, recall15 }: Quality) => [fixed(ndcg, 4), fixed(recall15, 4)];
console.log("BM25 alone, odd queries: the best of each way to cut words, and its constants");
printTable(
  ["stem", "stop words", "title again", "k1", "b", "nDCG@10", "recall@15"],
  wordGrid.map((words) => {
    const { bm25, odd } = byNdcg(lexical.filter((each) => each.words === words))[0]!;
    return [
      words.stem,
      String(words.stopWords),
      String(words.title),
      String(bm25.k1),
      String(bm25.b),
      ...shown(odd),
    ];
  }),
);
const bestWords = byNdcg(lexical)[0]!;
console.log("BM25 alone, odd queries, with the best words: all constants");
printTable(
  ["k1", "b", "nDCG@10", "recall@15"],
  lexical
    .filter(({ words }) => words === bestWords.words)
    .map(({ bm25, odd }) => [String(bm25.k1), String(bm25.b), ...shown(odd)]),
);

/** 2. The fusion. */
const wordsOf = new Map(queries.map((query) => [query._id, bestWords.search(query)]));
const ranksOf = (list: Scored) => new Map(list.map(({ id }, at) => [id, at + 1]));
const unit = (list: Scored): Map<string, number> => {
  const [high, low] = [list[0]?.score ?? 0, list.at(-1)?.score ?? 0];
  return new Map(list.map(({ id, score }) => [id, high === low ? 1 : (score - low) / (high - low)]));
};
function fusedBy(
  depth: number,
  points: (lists: { near: Scored; words: Scored }) => (id: string) => number,
): Search {
  return ({ _id }) => {
    const lists = { near: byVector.get(_id)!.slice(0, depth), words: wordsOf.get(_id)!.slice(0, depth) };
    const score = points(lists);
    const ids = new Set([...lists.near, ...lists.words].map(({ id }) => id));
    return best(
      [...ids].map((id) => ({ id, score: score(id) })),
      depth,
    );
  };
}
const byReciprocal = (k: number, weight: number) => (lists: { near: Scored; words: Scored }) => {
  const [near, words] = [ranksOf(lists.near), ranksOf(lists.words)];
  return (id: string) => reciprocal({ near: near.get(id), words: words.get(id) }, { k, words: weight });
};
const weighted = (weight: number) => (lists: { near: Scored; words: Scored }) => {
  const [near, words] = [unit(lists.near), unit(lists.words)];
  return (id: string) => (1 - weight) * (near.get(id) ?? 0) + weight * (words.get(id) ?? 0);
};
const WEIGHTS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const fusions = DEPTHS.flatMap((depth) => [
  ...[1, 10, 30, 60].flatMap((k) =>
    WEIGHTS.map((weight) => ({
      how: `reciprocal ranks, k ${k}`,
      weight,
      depth,
      search: fusedBy(depth, byReciprocal(k, weight)),
    })),
  ),
  ...WEIGHTS.map((weight) => ({
    how: "weighted scores",
    weight,
    depth,
    search: fusedBy(depth, weighted(weight)),
  })),
]).map((each) => ({ ...each, odd: quality(each.search, odd) }));
console.log("Fused, odd queries: the 12 best, and the best of each way");
const best12 = byNdcg(fusions).slice(0, 12);
const bestOfEach = [...Map.groupBy(fusions, ({ how }) => how).values()].map((same) => byNdcg(same)[0]!);
printTable(
  ["fusion", "weight of words", "depth", "nDCG@10", "recall@15"],
  [...best12, ...bestOfEach].map(({ how, weight, depth, odd }) => [
    how,
    String(weight),
    String(depth),
    ...shown(odd),
  ]),
);
const chosen = byNdcg(fusions)[0]!;

/** 3. Confirmed on the queries that chose nothing. */
const vectorsAlone: Search = ({ _id }) => byVector.get(_id)!;
/** Reorders the first 15 of a list by equal parts of both scores. */
const reordered =
  (search: Search): Search =>
  (query) => {
    const near = search(query).slice(0, 15);
    const words = new Map(wordsOf.get(query._id)!.map(({ id, score }) => [id, score]));
    const score = weighted(0.5)({
      near: byVector.get(query._id)!.filter(({ id }) => near.some((each) => each.id === id)),
      words: best(
        near.map(({ id }) => ({ id, score: words.get(id) ?? 0 })),
        15,
      ),
    });
    return best(
      near.map(({ id }) => ({ id, score: score(id) })),
      15,
    );
  };
const shippedWords = lexicalIndex(documents.map(({ _id, title = "", text }) => ({ id: _id, title, text })));
const at = new Map(queries.map(({ _id }, index) => [_id, index]));
const shipped: Search = ({ _id, text }) =>
  fusedSearch({ near, words: shippedWords }, { message: text, vector: asked[at.get(_id)!]!, most: 50 }).map(
    ({ entity_id, rank }) => ({ id: entity_id, score: -rank }),
  );
const rows: Array<[string, Search]> = [
  ["words (BM25)", bestWords.search],
  ["vectors", vectorsAlone],
  ["vectors, the first 15 reordered (before)", reordered(vectorsAlone)],
  [`fused: ${chosen.how}, words ${chosen.weight}, depth ${chosen.depth}`, chosen.search],
  ["fused, the first 15 reordered", reordered(chosen.search)],
  ["as shipped", shipped],
];
console.log("Odd queries (used to choose) and even queries (not used)");
printTable(
  ["search", "odd nDCG@10", "odd recall@15", "even nDCG@10", "even recall@15"],
  rows.map(([name, search]) => [name, ...shown(quality(search, odd)), ...shown(quality(search, even))]),
);

/** 4. Speed: entries of 120 words from a vocabulary with the usual long tail, and vectors of 512 numbers. */
const count = Number(process.argv[2] ?? 100_000);
const drawn = dice("hybrid-retrieval");
const random = () => drawn.next();
const word = () => `w${Math.floor(50_000 * random() ** 3)}`;
const text = (length: number) => Array.from({ length }, word).join(" ");
const many = Array.from({ length: count }, (_, index) => ({
  id: `e${index}`,
  title: text(6),
  text: text(120),
}));
const vectorOf = () => Float32Array.from({ length: 512 }, () => random() - 0.5);
const timed = <Value>(work: () => Value): { value: Value; ms: number } => {
  const began = performance.now();
  return { value: work(), ms: performance.now() - began };
};
const indexed = timed(() => lexicalIndex(many));
const embeddings = many.map(({ id }) => ({ id, vector: vectorOf() }));
const placed = timed(() => vectorIndex(embeddings));
const asks = Array.from({ length: 50 }, () => ({ message: text(12), vector: vectorOf() }));
const search = (how: (ask: (typeof asks)[number]) => unknown) => {
  const times = asks.map((ask) => timed(() => how(ask)).ms);
  return [fixed(quantile(times), 1), fixed(quantile(times, 0.95), 1)];
};
console.log(
  `${count} entries: words indexed in ${fixed(indexed.ms / 1000, 1)} s, vectors in ${fixed(placed.ms / 1000, 1)} s`,
);
printTable(
  ["one query", "median ms", "95 % ms"],
  [
    ["words", ...search(({ message }) => indexed.value.search(message, 50))],
    ["vectors", ...search(({ vector }) => placed.value.nearest(vector, 50))],
    [
      "fused",
      ...search((ask) => fusedSearch({ near: placed.value, words: indexed.value }, { ...ask, most: 50 })),
    ],
  ],
);

const [byWordsAlone, byVectorsAlone, , , , now] = rows.map(([, search]) => quality(search, even).ndcg);
const isShipped =
  isDeepStrictEqual([bestWords.words, bestWords.bm25], [CHOSEN.words, CHOSEN.bm25]) &&
  chosen.how === `reciprocal ranks, k ${FUSION.k}` &&
  chosen.weight === FUSION.words &&
  chosen.depth === FUSION.depth;
reportMissed([
  ...(now! > byWordsAlone! && now! > byVectorsAlone!
    ? []
    : ["the fused search is better than both parts on the even queries"]),
  ...(isShipped ? [] : ["the shipped constants are the ones that the odd queries choose"]),
]);
