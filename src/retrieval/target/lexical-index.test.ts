import { expect, test } from "vitest";
import { kbEntity } from "../../contract/index.ts";
import { lexicalReranker } from "./lexical-index.ts";

const entity = (id: string, content: string) =>
  kbEntity.parse({
    entity_id: id,
    type: "KNOWLEDGE",
    title: id.replaceAll("_", " "),
    load_mode: "SEMANTIC",
    summary: content,
    content,
  });
const rerank = lexicalReranker([
  entity("late_pickup", "When the other parent arrives late to collect the children."),
  entity("bedtime", "Sleep and evening routines in two homes."),
  entity("gray_rock", "Dull answers to provocation."),
]);
const candidates = ["bedtime", "gray_rock", "late_pickup"].map((entity_id, index) => ({
  entity_id,
  rank: index + 1,
  score: 0.3 - index * 0.001,
}));

test("shared words decide if similarity does not", () => {
  expect(rerank("he is always late to collect them", candidates, 2)[0]).toBe("late_pickup");
  expect(rerank("bedtime is a fight every evening", candidates, 1)).toEqual(["bedtime"]);
});

test("without a shared word the first stage's order stays, and ties are not shuffled", () => {
  expect(rerank("xyzzy", candidates, 3)).toEqual(["bedtime", "gray_rock", "late_pickup"]);
  expect(rerank("", [], 3)).toEqual([]);
});
