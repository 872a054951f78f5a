/** Embeddings: in batches, paid for once, and counted by the provider. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EmbedAsk } from "../../../src/kernel/models/index.ts";
import { hangsUp, refuses, says, sends } from "../loopback/loopback-provider.ts";
import { countedBy, openLoopbackRun, type LoopbackRun } from "../loopback/loopback-run.ts";
import { vectorOf } from "../loopback/voyage-wire.ts";

const embedding = (at: LoopbackRun, values: string[], more: Partial<EmbedAsk> = {}): EmbedAsk => ({
  call: "bank/embed",
  role: "embedder",
  model: at.harness.catalog.resolve("voyage"),
  purpose: "document",
  values,
  ...more,
});
const texts = (count: number, prefix = "text") =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
const vectors = (values: string[]) => values.map((text) => Float32Array.from(vectorOf(text)));
const inputs = ({ provider }: LoopbackRun) => provider.log.map(({ body }) => body.input as string[]);

test.concurrent("vectors in the order of the texts, at the price of what Voyage counted", async () => {
  await using at = await openLoopbackRun();
  const values = texts(3);
  expect(await at.run.gateway.embed(embedding(at, values))).toEqual({ vectors: vectors(values), reused: 0 });
  expect(at.provider.log).toMatchObject([
    { path: "/v1/embeddings", body: { model: "voyage-3.5", input: values, input_type: "document" } },
  ]);
  const { all } = at.run.journal.totals();
  expect(all).toMatchObject({ attempts: 1, estimated: 0, tokens: countedBy(at.provider) });
  expect(all.tokens.input).toBe(27); // 3 × (3 + 6)
  expect(all.cost).toBe(0.00000162); // 27 × 0.06
});

test.concurrent("more than 96 texts are split into several calls, each booked separately", async () => {
  await using at = await openLoopbackRun();
  const values = texts(200);
  expect((await at.run.gateway.embed(embedding(at, values))).vectors).toEqual(vectors(values));
  expect(
    inputs(at)
      .map(({ length }) => length)
      .sort(),
  ).toEqual([8, 96, 96]);
  expect(
    at
      .attempts()
      .map(({ call }) => call)
      .sort(),
  ).toEqual(["bank/embed/part/0", "bank/embed/part/1", "bank/embed/part/2"]);
  expect(at.run.journal.totals().all.tokens).toEqual(countedBy(at.provider));
});

test.concurrent("long texts are split by their size", async () => {
  await using at = await openLoopbackRun();
  const values = texts(4).map((text) => text.padEnd(70_000, "x")); // 20,000 tokens each by our estimate, and 50,000 fit
  await at.run.gateway.embed(embedding(at, values));
  expect(inputs(at).map(({ length }) => length)).toEqual([2, 2]);
});

test.concurrent("on resume only a failed part is requested again", async () => {
  await using at = await openLoopbackRun({ settings: { limits: { voyage: { concurrency: 1 } } } });
  at.provider.answers(says(""), refuses(400));
  const values = texts(150);
  await expect(at.run.gateway.embed(embedding(at, values))).rejects.toMatchObject({ code: "bad-request" });
  at.provider.answers(says(""));
  const run = await at.again();
  expect((await run.gateway.embed(embedding(at, values))).vectors).toEqual(vectors(values));
  expect(inputs(at).map(({ length }) => length)).toEqual([96, 54, 54]);
});

test.concurrent("a second run sends nothing; one new text is one request for that text", async () => {
  await using at = await openLoopbackRun();
  const values = texts(120);
  await at.run.gateway.embed(embedding(at, values));
  expect(at.provider.log).toHaveLength(2);

  const second = await at.again({ dir: join(at.dir, "second") });
  expect(await second.gateway.embed(embedding(at, values))).toEqual({
    vectors: vectors(values),
    reused: 120,
  });
  expect(at.provider.log).toHaveLength(2);
  expect(second.journal.totals()).toMatchObject({
    all: { attempts: 0, cost: 0 },
    calls: { completed: 2, reused: 2 },
  });

  const third = await at.again({ dir: join(at.dir, "third") });
  const more = ["something new", ...values.slice(0, 50)];
  expect(await third.gateway.embed(embedding(at, more))).toEqual({ vectors: vectors(more), reused: 50 });
  expect(inputs(at).slice(2)).toEqual([["something new"]]);
  expect(third.journal.totals().all).toMatchObject({ attempts: 1, tokens: { input: 16 } });
});

test.concurrent("the same text twice is sent and paid once", async () => {
  await using at = await openLoopbackRun();
  const values = ["a", "b", "a", ...texts(200), "b"];
  expect((await at.run.gateway.embed(embedding(at, values))).vectors).toEqual(vectors(values));
  expect(inputs(at).flat().toSorted()).toEqual([...new Set(values)].sort());
});

test.concurrent("no texts, no request", async () => {
  await using at = await openLoopbackRun();
  expect(await at.run.gateway.embed(embedding(at, []))).toEqual({ vectors: [], reused: 0 });
  expect(at.provider.log).toEqual([]);
});

test.concurrent.for([
  ["429", refuses(429, { headers: { "retry-after": "0" } }), "none"],
  ["500", refuses(500), "none"],
  ["a reset", hangsUp("mid-body"), "possible"],
  ["no JSON", sends("{"), "possible"],
  [
    "fewer vectors than texts",
    sends('{"data":[{"embedding":[1],"index":0}],"usage":{"total_tokens":9}}'),
    "possible",
  ],
] as const)("%s, then vectors", async ([, answer, billing]) => {
  await using at = await openLoopbackRun();
  at.provider.answers(answer, says(""));
  expect((await at.run.gateway.embed(embedding(at, texts(2)))).vectors).toEqual(vectors(texts(2)));
  expect(at.provider.log).toHaveLength(2);
  expect(at.attempts().map((attempt) => attempt.billing)).toEqual([billing, "reported"]);
  expect(at.run.journal.totals().all.tokens).toEqual(countedBy(at.provider));
});

test.concurrent.for([
  ["no usage", undefined],
  ["null for usage", null],
  ["an empty usage", {}],
  ["text for the count", { total_tokens: "9" }],
])("an embedding with %s is kept, and its usage estimated", async ([, usage]) => {
  await using at = await openLoopbackRun();
  at.provider.answers(
    sends(JSON.stringify({ data: [{ embedding: [1, 2], index: 0 }], usage })),
    refuses(500),
  );
  const { vectors: made } = await at.run.gateway.embed(embedding(at, ["a red door"]));
  expect(made).toEqual([Float32Array.from([1, 2])]);
  expect(at.attempts()).toMatchObject([{ billing: "estimated", usage: { input: 3, output: 0 } }]);
});
