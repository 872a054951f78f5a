import * as fc from "fast-check";
import { expect, test } from "vitest";
import { vectorIndex } from "./vector-index.ts";
import { fusedSearch } from "./fused-search.ts";
import { best, lexicalIndex } from "./lexical-index.ts";

const entries = [
  { id: "bedtime", title: "Bedtime", text: "Bedtime\nSleep and evening routines in two homes." },
  { id: "gray_rock", title: "Gray rock", text: "Gray rock\nDull answers to provocation." },
  {
    id: "late_pickup",
    title: "Late pickup",
    text: "Late pickup\nThe other parent is late to collect the children.",
  },
];
const near = vectorIndex([
  { id: "bedtime", vector: Float32Array.of(1, 0) },
  { id: "gray_rock", vector: Float32Array.of(0.8, 0.6) },
  { id: "late_pickup", vector: Float32Array.of(0, 1) },
]);
const search = (message: string, most = 3) =>
  fusedSearch({ near, words: lexicalIndex(entries) }, { message, vector: Float32Array.of(1, 0), most });

test("a word in the title counts more, endings and stop words do not matter", () => {
  const index = lexicalIndex([
    { id: "title", title: "Pickups", text: "Pickups\nWhat to do." },
    { id: "text", title: "Other", text: "Other\nPickups and more." },
  ]);
  expect(index.search("a pickup", 2).map(({ id }) => id)).toEqual(["title", "text"]);
  expect(index.search("what is the to do", 2).map(({ id }) => id)).toEqual([]);
  expect(index.search("", 2)).toEqual([]);
  expect(lexicalIndex([]).search("routine", 2)).toEqual([]);
});

test("words bring up an entry that is far by vectors, and its score is still its cosine", () => {
  expect(search("always late to collect them")).toEqual([
    { entity_id: "late_pickup", rank: 1, score: 0 },
    { entity_id: "bedtime", rank: 2, score: 1 },
    { entity_id: "gray_rock", rank: 3, score: 0.8 },
  ]);
});

test("without a shared word the order is that of the vectors", () => {
  expect(search("xyzzy").map(({ entity_id }) => entity_id)).toEqual(["bedtime", "gray_rock", "late_pickup"]);
  expect(search("睡眠", 1)).toEqual([{ entity_id: "bedtime", rank: 1, score: 1 }]);
});

test("the best few are those of a full sort, ties by name", () => {
  const item = fc.record({ id: fc.uuid(), score: fc.integer({ min: 0, max: 5 }) });
  fc.assert(
    fc.property(
      fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 80 }),
      fc.integer({ min: 1, max: 6 }),
      (items, most) => {
        const sorted = items.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        expect(best([...items], most)).toEqual(sorted.slice(0, most));
      },
    ),
  );
});
