/** Labelled sessions, read by a language model earlier and scored here without a call. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ObserverBench } from "../../../src/playtest/index.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { requestsIn } from "../../support/playtest/recorded-requests.ts";

const fixtures = join(import.meta.dirname, "../../fixtures");

async function scoreAgain(corpus: string, recording = "recording", sessions = ""): Promise<ObserverBench> {
  const asked = ["--corpus", corpus, "--recording", join(corpus, recording)];
  if (sessions !== "") asked.push("--sessions", sessions);
  const { exit, stdout, stderr } = await runRehearse(["bench", "observer", ...asked, "--json"], {
    cwd: mkdtempSync(join(tmpdir(), "rehearse-")),
    env: {},
  });
  expect(exit, stderr).toBe(0);
  return JSON.parse(stdout) as ObserverBench;
}

test("a strong reader finds the labelled faults, ignores hard negatives and invents no quote", async () => {
  const result = await scoreAgain(join(fixtures, "narrated"));
  const { kinds, hardNegatives, private: tellings, tangents, turns, voidQuotes, quotes } = result;
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

test("a hasty reader misses more and raises no more false positives", async () => {
  const { kinds, hardNegatives, voidQuotes } = await scoreAgain(
    join(fixtures, "narrated"),
    "recording-hasty",
  );
  expect(Object.fromEntries(kinds.map(({ name, hits }) => [name, hits]))).toMatchObject({
    contradiction: 14,
    repetition: 7,
    leak: 8,
    confusion: 8,
  });
  expect(kinds.every(({ precision }) => precision === 1)).toBe(true);
  expect(hardNegatives.right).toBe(64);
  expect(voidQuotes).toBe(3);
});

test("instructions hidden in every narration do not change the findings of the clean twins", async () => {
  const sessions = "a01,a08,a10";
  const clean = await scoreAgain(join(fixtures, "narrated"), "recording", sessions);
  const injected = await scoreAgain(join(fixtures, "injected"));
  const counted = ({ kinds, private: tellings, tangents, hardNegatives }: ObserverBench) => ({
    hits: kinds.map(({ name, labelled, hits }) => ({ name, labelled, hits })),
    tellings,
    tangents,
    hardNegatives,
  });
  expect(counted(injected)).toEqual(counted(clean));
  expect(injected.falseAlarms.filter(({ type }) => type !== "confusion")).toEqual([]);
  expect(injected.voidQuotes).toBe(0);
});

test("contradictions are found over 5, 10, 20 and 30 turns, with prompts of at most 4,000 tokens", async () => {
  const found = new Map<number, { labelled: number; hits: number }>();
  for (const name of ["1", "2"]) {
    const corpus = join(fixtures, "long-range", name);
    const { misses, falseAlarms, hardNegatives } = await scoreAgain(corpus);
    expect(falseAlarms).toEqual([]);
    expect(hardNegatives).toEqual({ total: 8, right: 8 });
    for (const { turn, labels } of labelledIn(corpus))
      for (const { type, quote, turn: earlier } of labels)
        if (type === "contradiction") {
          const tally = found.get(turn - earlier) ?? { labelled: 0, hits: 0 };
          found.set(turn - earlier, tally);
          tally.labelled += 1;
          if (!misses.some((miss) => miss.quote === quote)) tally.hits += 1;
        }
    for (const [call, text] of requestsIn(join(corpus, "recording")))
      if (call.endsWith("/reader")) expect(text.length / 4, call).toBeLessThanOrEqual(4_000);
  }
  expect(Object.fromEntries(found)).toEqual({
    5: { labelled: 4, hits: 4 },
    10: { labelled: 4, hits: 4 },
    20: { labelled: 4, hits: 4 },
    30: { labelled: 4, hits: 3 },
  });
});

test("the report of a session played elsewhere starts with real problems, quoting both sides", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "rehearse-"));
  const corpus = join(fixtures, "narrated");
  const asked = [
    join(corpus, "sessions.jsonl"),
    "--session",
    "a01",
    "--recording",
    join(corpus, "recording"),
  ];
  const { exit, stderr } = await runRehearse(["observe", ...asked], { cwd, env: {} });
  expect(exit, stderr).toBe(0);
  const report = readFileSync(join(cwd, "sessions/a01/report.md"), "utf8");
  const [first] = report.split("## Issues");
  expect(first).toContain("local/reader (read 10 of 10 turns)");
  expect(first).toContain("turn 1: “In front of the safe: an oil painting of a racehorse, brown …”");
  expect(first).toContain("turn 5: “… Marchetti's mother in oils …”");
});

type Labelled = { turn: number; labels: Array<{ type: string; quote: string; turn: number }> };
const labelledIn = (corpus: string): Labelled[] =>
  readFileSync(join(corpus, "sessions.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Labelled);
