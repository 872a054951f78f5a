import { expect, test } from "vitest";
import { vectorIndex } from "./vector-index.ts";

test("the nearest direction comes first, regardless of length; ties by name", () => {
  const index = vectorIndex([
    { id: "b", vector: Float32Array.of(0, 5) },
    { id: "a", vector: Float32Array.of(0, 1) },
    { id: "c", vector: Float32Array.of(1, 1) },
    { id: "none", vector: Float32Array.of(0, 0) },
  ]);
  expect(index.nearest(Float32Array.of(0, 2), 3)).toEqual([
    { entity_id: "a", rank: 1, score: 1 },
    { entity_id: "b", rank: 2, score: 1 },
    { entity_id: "c", rank: 3, score: 0.7071 },
  ]);
});

test("several vectors of one id count with the mean of the two nearest", () => {
  const index = vectorIndex([
    { id: "a", vector: Float32Array.of(1, 0) },
    { id: "a", vector: Float32Array.of(0, 1) },
    { id: "a", vector: Float32Array.of(0, 1) },
    { id: "b", vector: Float32Array.of(0, 1) },
    { id: "c", vector: Float32Array.of(1, 0) },
  ]);
  expect(index.nearest(Float32Array.of(1, 0), 3)).toEqual([
    { entity_id: "c", rank: 1, score: 1 },
    { entity_id: "a", rank: 2, score: 0.5 },
    { entity_id: "b", rank: 3, score: 0 },
  ]);
});
