import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dice } from "../../../../kernel/dice/index.ts";
import { clopperPearson } from "../../../../kernel/stats/index.ts";
import type { MatrixRow, ScoreWeights } from "../../../../contract/index.ts";
import {
  planOf,
  rowsOf,
  scored,
  type RowOptions,
} from "../../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutcome, readMatrix, writeMatrix, type StoredMatrix } from "../../index.ts";
import { compareBaseline } from "./compare-baseline.ts";

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

test("only a prompt that got significantly worse is a regression", () => {
  const worse = held(rows(), rows(-9));
  expect(worse).toMatchObject({
    paired: 10,
    notes: [],
    prompts: [{ prompt: "baseline", pairs: 10, verdict: "worse" }],
  });
  expect(worse.regressions).toEqual([
    expect.stringMatching(
      /^overall of the prompt baseline is worse: 64\.5 → 56\.4 \(−8\.10, p = 0\.00\d\)\.$/,
    ),
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

test("with several prompts, each needs stronger evidence (Holm)", () => {
  const before = ["a", "b", "c"].flatMap((prompt) => rows(0, { prompt, rounds: 7 }));
  const now = ["a", "b", "c"].flatMap((prompt) => rows(-9, { prompt, rounds: 7 }));
  expect(held(before.slice(0, 7), now.slice(0, 7)).prompts).toMatchObject([
    { p: 0.015625, verdict: "worse" },
  ]);
  expect(held(before, now)).toMatchObject({
    prompts: [{ p: 0.046875, verdict: "insufficient evidence" }, {}, {}],
    regressions: [],
  });
});

const weights = { completion: 1, soundness: 1, efficiency: 1, quality: 1 } as unknown as ScoreWeights;
test.each([
  [
    "turn limits",
    { config: { ...planOf(rows()).config, maxTurnsPerSession: 30 } },
    "not comparable: before had at most 100 turns, this matrix 30",
  ],
  [
    "weights",
    { weights: { ...weights, soundness: 5 } },
    "not comparable: before and this matrix weight overall differently",
  ],
])("with other %s the gate is not judged, even with --strict", (_, other, why) => {
  const before = { ...stored(rows()), weights };
  const now = {
    ...stored(rows(-30, { of: (at) => ({ ...scored(() => 30 + at)(at), outcome: "failed" }) })),
    weights,
  };
  expect(compareBaseline(before, now, "overall")).toMatchObject({
    testable: true,
    prompts: [{ verdict: "worse" }],
    regressions: [expect.any(String), expect.any(String)],
  });
  for (const strict of [false, true]) {
    const found = compareBaseline(before, { ...now, ...other }, "overall", { strict });
    expect(found).toMatchObject({
      withheld: [why],
      testable: false,
      prompts: [{ p: null, interval: null, verdict: "insufficient evidence" }],
      regressions: [],
    });
    expect(found.prompts[0]!.outcomeTest).toBeUndefined();
  }
});

const of = (count: number, outcome: MatrixRow["outcome"]) => Array<MatrixRow["outcome"]>(count).fill(outcome);
const ended = (...outcomes: Array<MatrixRow["outcome"]>) =>
  rowsOf({ rounds: outcomes.length, of: (at) => ({ outcome: outcomes[at]! }) });

test.each([
  ["one more failed, where none failed before", ended("completed", "timeout"), ended("failed", "timeout"), 1],
  ["three more of six", ended(...of(6, "completed")), ended(...of(3, "failed"), ...of(3, "completed")), 1],
  ["fewer", ended("failed", "timeout"), ended("completed", "completed"), 1],
  ["as many, in other sessions", ended("failed", "completed"), ended("completed", "failed"), 1],
  ["one that failed runs out of turns", ended("failed"), ended("timeout"), 1],
])("outcomes that are not a regression: %s", (_, before, now) => {
  expect(held(before, now).regressions).toEqual([]);
});

test("significantly more bad endings are a regression, including crashes and timeouts", () => {
  const before = ended(...of(12, "completed"), "failed");
  const now = ended(
    ...of(4, "failed"),
    ...of(2, "crashed"),
    ...of(2, "timeout"),
    ...of(4, "completed"),
    "failed",
  );
  expect(held(before, now)).toMatchObject({
    prompts: [
      {
        outcomeTest: {
          method: "worse against better groups",
          groups: 13,
          worse: 8,
          better: 0,
          alpha: 0.038,
        },
      },
    ],
    regressions: [
      expect.stringMatching(
        /^More sessions of the prompt baseline failed or ran out of turns: 1 before, 9 now, of 13 paired sessions \(worse against better groups, one-sided p = 0\.00\d\)\.$/,
      ),
    ],
  });
});

test("too few groups cannot be significant, and the gate says so", () => {
  const gone = (groups: number, gate = {}) =>
    compareBaseline(
      stored(ended(...of(groups, "completed"))),
      stored(ended(...of(groups, "failed"))),
      "overall",
      gate,
    );
  expect(gone(4)).toMatchObject({ regressions: [], testable: false });
  expect(gone(4, { strict: true })).toMatchObject({ regressions: [expect.any(String)], testable: true });
  expect(gone(5)).toMatchObject({ regressions: [expect.any(String)], testable: true });
});

test("with --strict any session that newly fails counts, unless some are tolerated", () => {
  const [before, now] = [ended(...of(4, "completed")), ended("failed", "crashed", "completed", "completed")];
  const told = (gate: { strict?: boolean; tolerate?: number }) =>
    compareBaseline(stored(before), stored(now), "overall", gate).regressions;
  expect(told({})).toEqual([]);
  expect(told({ strict: true })).toEqual([
    "2 of 4 paired sessions failed or crashed for the first time (--strict).",
  ]);
  expect(told({ strict: true, tolerate: 1 })).toEqual([
    "2 of 4 paired sessions failed or crashed for the first time (--strict, tolerated: 1).",
  ]);
  expect(told({ strict: true, tolerate: 2 })).toEqual([]);
});

/** 50 groups, one session each. Completing adds 20 points, so that outcomes affect the score. */
function gateAlarms(
  rates: { before: number; now: number },
  { runs, seed }: { runs: number; seed: string },
): number {
  const thrown = dice(seed, "gate");
  const normal = () => Math.sqrt(-2 * Math.log(1 - thrown.next())) * Math.cos(2 * Math.PI * thrown.next());
  const played = (rate: number, luck: readonly number[]) =>
    rowsOf({
      rounds: 50,
      of: (at) => {
        const completed = thrown.chance(rate);
        return {
          ...scored(() => 60 + 6 * luck[at]! + 8 * normal() + (completed ? 20 : 0))(at),
          outcome: completed ? "completed" : thrown.chance(0.5) ? "failed" : "timeout",
        };
      },
    });
  let alarms = 0;
  for (let run = 0; run < runs; run += 1) {
    const luck = Array.from({ length: 50 }, normal);
    if (held(played(rates.before, luck), played(rates.now, luck)).regressions.length > 0) alarms += 1;
  }
  return alarms;
}

const FULL = process.env["REHEARSE_FULL"] === "1";

test.each([0.95, 0.7])(
  "the gate has at most 5 % false positives, completion %f",
  { timeout: 600_000 },
  (rate) => {
    const runs = FULL ? 2_000 : 100;
    const alarms = gateAlarms({ before: rate, now: rate }, { runs, seed: `same ${rate}` });
    expect(clopperPearson(alarms, runs)[0]).toBeLessThanOrEqual(0.05);
    if (FULL) expect(alarms / runs).toBeLessThanOrEqual(0.05);
  },
);

async function written(before: MatrixRow[]): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), "baseline-"));
  await writeMatrix(matrixOutcome({ dir, plan: planOf(before), rows: before }));
  return join(dir, "matrix.json");
}

test("a matrix.json is read only up to its sessions, of any length and in any layout", async () => {
  const before = rows(0, { rounds: 300, prompt: "ünïcode ✓" });
  const file = await written(before);
  expect(readMatrix(file)).toMatchObject({ name: "example", seed: 1, rows: before });
  const text = readFileSync(file, "utf8");
  // The rest of the file is not read.
  const at = text.lastIndexOf('\n  "sessions": ');
  writeFileSync(file, `${text.slice(0, at)}\n  "sessions": [${"{]".repeat(2_000_000)}`);
  expect(readMatrix(file).rows).toHaveLength(300);
  writeFileSync(file, JSON.stringify(JSON.parse(text)));
  expect(readMatrix(file).rows).toHaveLength(300);
});

test.each([
  ["an empty file", "", /is empty/],
  ["no JSON", "seed: 1", /not JSON/],
  ["a file of another kind", '{"name":"rehearse","version":"0.1.0"}', /unreadable: version/],
  ["a list", "[]", /unreadable/],
  [
    "rows of another shape",
    '{"version":2,"matrixId":"a","config":{"stories":["a"],"systemPrompts":{"a":"b"},"narratorModels":["house"]},"seed":1,"rows":[{"story":"x"}]}',
    /rows\.0\.sessionId/,
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
