import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dice } from "../../../../kernel/dice/index.ts";
import { clopperPearson } from "../../../../kernel/stats/index.ts";
import type { MatrixRow } from "../../../../contract/index.ts";
import {
  planOf,
  rowsOf,
  scored,
  type RowOptions,
} from "../../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutcome, readMatrix, writeMatrix, type StoredMatrix } from "../../index.ts";
import { compareBaseline, worseOutcomes } from "./compare-baseline.ts";

const stored = (rows: MatrixRow[], seed: string | number = 1): StoredMatrix => ({
  name: "before",
  config: planOf(rows).config,
  seed,
  rows,
});
const held = (before: MatrixRow[], now: MatrixRow[], seeds: [string | number, string | number] = [1, 1]) =>
  compareBaseline(stored(before, seeds[0]), stored(now, seeds[1]), "overall");
const play = (at: number, by = 0) => 60 + at + by + (by === 0 ? 0 : at % 3);
const rows = (by = 0, wish: RowOptions = {}) => rowsOf({ of: scored((at) => play(at, by)), ...wish });

test("a prompt that got worse with significance is a regression; one that got better, or no other, is none", () => {
  const worse = held(rows(), rows(-9));
  expect(worse).toMatchObject({
    paired: 10,
    notes: [],
    prompts: [{ prompt: "baseline", pairs: 10, verdict: "worse" }],
  });
  expect(worse.regressions).toEqual([
    expect.stringMatching(/^overall of the prompt baseline is worse: 64\.5 → 56\.4 \(−8\.10, p \.00\d\)\.$/),
  ]);
  expect(held(rows(), rows(9))).toMatchObject({ prompts: [{ verdict: "better" }], regressions: [] });
  expect(held(rows(), rows())).toMatchObject({
    prompts: [{ verdict: "no difference found" }],
    regressions: [],
  });
  expect(held(rows(0, { rounds: 5 }), rows(-30, { rounds: 5 }))).toMatchObject({
    prompts: [{ verdict: "insufficient evidence" }],
    regressions: [],
  });
});

test("of several prompts each is asked for more (Holm)", () => {
  const before = ["a", "b", "c"].flatMap((prompt) => rows(0, { prompt, rounds: 6 }));
  const now = ["a", "b", "c"].flatMap((prompt) => rows(-9, { prompt, rounds: 6 }));
  expect(held(before.slice(0, 6), now.slice(0, 6)).prompts).toMatchObject([{ p: 0.03125, verdict: "worse" }]);
  expect(held(before, now)).toMatchObject({
    prompts: [{ p: 0.09375, verdict: "insufficient evidence" }, {}, {}],
    regressions: [],
  });
});

test("several narrators of one group are one pair", () => {
  const under = (by: number) => ["x", "y"].flatMap((narrator) => rows(by, { narrator, rounds: 5 }));
  expect(held(under(0), under(-30))).toMatchObject({
    paired: 10,
    prompts: [{ pairs: 5, verdict: "insufficient evidence" }],
    regressions: [],
  });
});

test("another seed has drawn other groups: nothing is paired, and that is no evidence", () => {
  const { paired, notes, prompts, regressions } = held(rows(0, { seed: 4 }), rows(-30, { seed: 5 }), [4, 5]);
  expect({ paired, regressions }).toEqual({ paired: 0, regressions: [] });
  expect(prompts).toMatchObject([{ pairs: 0, verdict: "insufficient evidence" }]);
  expect(notes).toEqual([expect.stringContaining("--seed 4 plays the same groups")]);
});

test("what has no partner is named: prompts, narrators, stories, further rounds, other groups", () => {
  const before = [...rows(), ...rows(0, { stories: ["salt-road"], rounds: 2 })];
  const now = [
    ...rows(0, { rounds: 12 }),
    ...rows(0, { prompt: "new" }),
    ...rows(0, { narrator: "grok-4" }),
    ...rows(0, { stories: ["long-quiet"] }),
    ...rows(0, { stories: ["salt-road"], rounds: 2, of: () => ({ group: "other" }) }),
  ];
  const { paired, notes } = held(before, now);
  expect(paired).toBe(10);
  const said = notes.join("\n");
  for (const part of [
    "Not in the baseline: story long-quiet.",
    "Not in the baseline: prompt new.",
    "Not in the baseline: narrator grok-4.",
    "2 sessions met other groups",
    "34 of 44 sessions could not be paired, and 2 of the baseline's 12",
  ])
    expect(said).toContain(part);
});

test("what else has changed is said", () => {
  const before = stored(rows());
  expect(
    compareBaseline(
      before,
      { ...before, config: { ...before.config, judge: "opus-4.5", maxTurnsPerSession: 30 } },
      "overall",
    ).notes,
  ).toEqual([
    "Not only the prompt may have changed: judge was not set and is opus-4.5; maxTurnsPerSession was 100 and is 30.",
  ]);
});

const of = (count: number, outcome: MatrixRow["outcome"]) => Array<MatrixRow["outcome"]>(count).fill(outcome);
const ended = (...outcomes: Array<MatrixRow["outcome"]>) =>
  rowsOf({ rounds: outcomes.length, of: (at) => ({ outcome: outcomes[at]! }) });

test.each([
  [
    "one more failed",
    ended("completed", "timeout"),
    ended("failed", "timeout"),
    ["More sessions failed: 0 before, 1 now, of 2 paired sessions."],
  ],
  [
    "one that ran out of turns fails now",
    ended("completed", "timeout"),
    ended("completed", "failed"),
    ["More sessions failed: 0 before, 1 now, of 2 paired sessions."],
  ],
  [
    "one crashed, which is counted as failed",
    ended("completed"),
    ended("crashed"),
    ["More sessions failed: 0 before, 1 now, of 1 paired session."],
  ],
  ["one more failed, where some failed before", ended("completed", "failed"), ended("failed", "failed"), []],
  [
    "six more failed, where one failed before",
    ended(...of(6, "completed"), "failed"),
    ended(...of(7, "failed")),
    ["More sessions failed: 1 before, 7 now, of 7 paired sessions (McNemar over groups, p .031)."],
  ],
  ["one more ran out of turns", ended("completed", "failed"), ended("timeout", "failed"), []],
  [
    "five more ran out of turns, and none fewer",
    ended(...of(6, "completed")),
    ended(...of(5, "timeout"), "completed"),
    [],
  ],
  [
    "six more ran out of turns",
    ended(...of(6, "completed")),
    ended(...of(6, "timeout")),
    [
      "More sessions failed or ran out of turns: 0 before, 6 now, of 6 paired sessions (McNemar over groups, p .031).",
    ],
  ],
  ["one that failed runs out of turns", ended("failed"), ended("timeout"), []],
  ["as many as before, in other sessions", ended("failed", "completed"), ended("completed", "failed"), []],
  ["fewer", ended("failed", "timeout"), ended("completed", "completed"), []],
])("outcomes: %s", (_, before, now, regressions) => {
  expect(held(before, now).regressions).toEqual(regressions);
});

test("failures where none were before are told from the first on, unless some are tolerated", () => {
  const [before, now] = [ended(...of(4, "completed")), ended("failed", "crashed", "completed", "completed")];
  const told = (tolerate: number) =>
    compareBaseline(stored(before), stored(now), "overall", { tolerate }).regressions;
  expect(told(2)).toEqual([]);
  expect(told(1)).toEqual(["More sessions failed: 0 before, 2 now, of 4 paired sessions (tolerated: 1)."]);
});

test("sessions of one group have their luck in common: it counts once", () => {
  const both = (rounds: number, outcome: MatrixRow["outcome"]) =>
    ["house", "grok-4"].flatMap((narrator) => rowsOf({ narrator, rounds, of: () => ({ outcome }) }));
  expect(held(both(3, "completed"), both(3, "timeout")).regressions).toEqual([]);
  expect(held(both(6, "completed"), both(6, "timeout")).regressions).toHaveLength(1);
});

test("a third of all sessions running out of turns, before and now, is rarely called worse", () => {
  const thrown = dice(7, "outcomes");
  const lucky = () =>
    rowsOf({ rounds: 25, of: () => ({ outcome: thrown.next() < 0.3 ? "timeout" : "completed" }) });
  const worse = Array.from({ length: 400 }, () =>
    worseOutcomes(lucky().map((before, at) => ({ before, after: lucky()[at]! }))),
  ).filter(({ length }) => length > 0).length;
  expect(clopperPearson(worse, 400)[0]).toBeLessThanOrEqual(0.05);
});

test("what players broke is no pair, and no outcome either", () => {
  const broken = rowsOf({ rounds: 2, of: (at) => ({ outcome: "failed", broken: at === 0 }) });
  expect(held(rowsOf({ rounds: 2 }), broken)).toMatchObject({
    paired: 1,
    outcomes: { before: { failed: 0 }, after: { failed: 1 } },
  });
});

async function written(before: MatrixRow[]): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "baseline-"));
  await writeMatrix(matrixOutcome({ dir, plan: planOf(before), rows: before }));
  return join(dir, "matrix.json");
}

test("a matrix.json is read up to its sessions, however long they are, and in whatever layout", async () => {
  const before = rows(0, { rounds: 300, prompt: "ünïcode ✓" });
  const file = await written(before);
  expect(readMatrix(file)).toMatchObject({ name: "example", seed: 1, rows: before });
  const text = readFileSync(file, "utf8");
  // What follows is not even looked at.
  const at = text.lastIndexOf('\n  "sessions": ');
  writeFileSync(file, `${text.slice(0, at)}\n  "sessions": [${"{]".repeat(2_000_000)}`);
  expect(readMatrix(file).rows).toHaveLength(300);
  writeFileSync(file, JSON.stringify(JSON.parse(text)));
  expect(readMatrix(file).rows).toHaveLength(300);
});

test.each([
  ["an empty file", "", /is empty/],
  ["no JSON", "seed: 1", /cannot be read/],
  [
    "a file of another kind",
    '{"name":"rehearse","version":"0.1.0"}',
    /as the result of a matrix, cannot be used: version/,
  ],
  ["a list", "[]", /as the result of a matrix, cannot be used/],
  [
    "rows of another shape",
    '{"version":1,"matrixId":"a","config":{"stories":["a"],"systemPrompts":{"a":"b"},"narratorModels":["house"]},"seed":1,"rows":[{"story":"x"}]}',
    /rows\.0\.sessionId.*and \d+ more/s,
  ],
])("%s as a baseline: a clear message", (_, text, message) => {
  const file = join(mkdtempSync(join(tmpdir(), "baseline-")), "matrix.json");
  writeFileSync(file, text);
  expect(() => readMatrix(file)).toThrow(
    expect.objectContaining({
      exit: 2,
      message: expect.stringMatching(message),
      remedy: expect.stringContaining("matrix.json"),
    }),
  );
});
