import { cosineSimilarity, embed, embedMany } from "ai";
import { TooManyEmbeddingValuesForCallError } from "@ai-sdk/provider";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { houseEmbeddingModel } from "./index.ts";

const model = houseEmbeddingModel();
const vectorsOf = async (values: string[]) => (await embedMany({ model, values, maxRetries: 0 })).embeddings;

test("every text gives a vector of 256 dimensions and length 1", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "grapheme" }), async (text) => {
      const [vector] = await vectorsOf([text]);
      expect(vector).toHaveLength(256);
      expect(Math.hypot(...vector!)).toBeCloseTo(1, 10);
    }),
  );
});

test("the same text gives the same vector in any case", async () => {
  const [one, same, upper] = await vectorsOf(["The old bridge", "The old bridge", "THE OLD BRIDGE"]);
  expect(same).toEqual(one);
  expect(upper).toEqual(one);
  expect(cosineSimilarity(one!, same!)).toBeCloseTo(1, 10);
});

test("a text's vector is the same on every machine and in every release", async () => {
  const [vector] = await vectorsOf(["lantern"]);
  expect(vector!.flatMap((value, index) => (value === 0 ? [] : [index * Math.sign(value)]))).toEqual([
    -1, 19, 70, -98, 107, 121, 134, 209,
  ]);
});

test("similar texts are closer than unrelated ones", async () => {
  const triples = [
    [
      "How do I reset my password?",
      "I want to reset the password of my account",
      "Which trains run to Lyon on Sunday?",
    ],
    [
      "The toll keeper guards the bridge",
      "A bridge guarded by a toll-keeper",
      "Bake the bread for forty minutes",
    ],
    ["I feel anxious before exams", "exam anxiety", "monthly invoice totals"],
  ];
  for (const triple of triples) {
    const [text, near, far] = await vectorsOf(triple);
    expect(cosineSimilarity(text!, near!)).toBeGreaterThan(cosineSimilarity(text!, far!) + 0.1);
  }
});

test("unrelated texts are nearly orthogonal, in both directions", async () => {
  const vectors = await vectorsOf([
    "copper coins",
    "winter garden",
    "quiet harbour",
    "steep mountain",
    "red lantern",
    "empty inbox",
    "loud music",
    "blue whale",
  ]);
  const cosines = vectors.flatMap((one, index) =>
    vectors.slice(index + 1).map((other) => cosineSimilarity(one, other)),
  );
  expect(Math.max(...cosines.map(Math.abs))).toBeLessThan(0.45);
  expect(Math.min(...cosines)).toBeLessThan(0);
});

test("repetition counts less than variety", async () => {
  const [once, often, varied] = await vectorsOf([
    "bridge",
    "bridge bridge bridge bridge river",
    "bridge river",
  ]);
  expect(cosineSimilarity(once!, often!)).toBeGreaterThan(cosineSimilarity(once!, varied!));
  // Four times the count is 1 + ln 4 times the weight, not four times.
  const [river] = await vectorsOf(["river"]);
  expect(cosineSimilarity(river!, often!)).toBeGreaterThan(0.3);
});

test("a text without words gives one fixed unit vector", async () => {
  const [empty, blank, signs] = await vectorsOf(["", "  \n", "?! …"]);
  expect(empty).toEqual([1, ...Array.from({ length: 255 }, () => 0)]);
  expect(blank).toEqual(empty);
  expect(signs).toEqual(empty);
});

test("counts tokens, and splits more values than one call takes", async () => {
  expect((await embed({ model, value: "abcdefgh1", maxRetries: 0 })).usage.tokens).toBe(3);
  const values = Array.from({ length: 2050 }, (_, index) => `text ${index}`);
  const { embeddings, usage } = await embedMany({ model, values, maxRetries: 0 });
  expect(embeddings).toHaveLength(2050);
  expect(embeddings[2049]).toEqual((await vectorsOf(["text 2049"]))[0]);
  expect(usage.tokens).toBe(values.reduce((sum, value) => sum + Math.ceil(value.length / 4), 0));
  await expect(model.doEmbed({ values })).rejects.toSatisfy((error) =>
    TooManyEmbeddingValuesForCallError.isInstance(error),
  );
});

test("an aborted call ends with the signal's reason; another number of dimensions gives a warning", async () => {
  const reason = new Error("enough");
  await expect(model.doEmbed({ values: ["a"], abortSignal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect((await model.doEmbed({ values: ["a"], dimensions: 64 })).warnings).toEqual([
    expect.objectContaining({ feature: "dimensions" }),
  ]);
});
