/** The labelled corpus, read by a language model and scored again here without asking anybody. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ObserverBench } from "../../src/playtest/index.ts";
import { startRehearse } from "../fixtures/rehearse-process.ts";

const corpus = join(import.meta.dirname, "../fixtures/narrated");

test("a strong reader finds what is labelled, leaves the hard negatives alone and makes up no quote", async () => {
  const bench = startRehearse(
    [
      "bench",
      "observer",
      "--corpus",
      corpus,
      "--observer",
      "local/reader",
      "--recording",
      join(corpus, "recording"),
      "--json",
    ],
    { cwd: mkdtempSync(join(tmpdir(), "rehearse-")), env: {} },
  );
  const { exit, stdout, stderr } = await bench.ended;
  expect(exit, stderr).toBe(0);
  const {
    kinds,
    hardNegatives,
    private: tellings,
    tangents,
    turns,
    voidQuotes,
    quotes,
  } = JSON.parse(stdout) as ObserverBench;
  expect(turns).toMatchObject({ all: 121, read: 121 });
  for (const { name, recall, precision } of kinds) {
    expect(recall, `recall of ${name}`).toBeGreaterThanOrEqual(0.9);
    expect(precision, `precision of ${name}`).toBeGreaterThanOrEqual(0.9);
  }
  expect(hardNegatives.right / hardNegatives.total).toBeGreaterThanOrEqual(0.95);
  expect(tellings.routed / tellings.labelled).toBeGreaterThanOrEqual(0.9);
  expect(tellings.routed / (tellings.routed + tellings.extra)).toBeGreaterThanOrEqual(0.9);
  expect(tangents.hits / tangents.labelled).toBeGreaterThanOrEqual(0.9);
  expect(voidQuotes / quotes).toBeLessThanOrEqual(0.01);
});
