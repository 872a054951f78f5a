import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MatrixPlan, MatrixRow } from "../../../../contract/index.ts";
import { ciMarkdown } from "../../../../kernel/report/index.ts";
import {
  crashed,
  overall,
  planOf,
  rowsOf,
  scored,
} from "../../../../../tests/support/playtest/matrix-rows.ts";
import { matrixOutcome } from "../summarise-matrix.ts";
import { matrixCi, matrixReport, writeMatrix } from "./matrix-report.ts";
import { matrixVerdict } from "./matrix-verdict.ts";

const outcomeOf = (rows: MatrixRow[], plan: Partial<MatrixPlan> = {}) =>
  matrixOutcome({
    dir: mkdtempSync(join(tmpdir(), "matrix-")),
    plan: { ...planOf(rows), ...plan },
    rows,
  });
const verdictOf = (rows: MatrixRow[], plan: Partial<MatrixPlan> = {}) => outcomeOf(rows, plan).verdict;
const arm = (prompt: string, value: (at: number) => number | null, kind?: string) =>
  rowsOf({ prompt, of: scored(value, kind) });
const house = arm("house", (at) => 90 + (at % 3));

test("the largest difference is the headline, with its cause; the table has the others", () => {
  const rows = [
    ...house,
    ...arm("close", (at) => 89 + (at % 4)),
    ...arm("blunt", (at) => 50 + (at % 5), "forced-segue"),
    ...arm("slow", (at) => 80 + (at % 5)),
  ];
  const { outcome, headline, because, facts, tables } = verdictOf(rows);
  expect(outcome).toBe("done");
  expect(headline).toMatch(
    new RegExp(
      String.raw`^blunt is worse than house by 38\.9 points \([\d.]+ to [\d.]+\), in 10 of 10 groups, ` +
        String.raw`because of forced segues \(\d+ with blunt, 0 with house\)\.$`,
    ),
  );
  expect(because[0]).toMatchObject({ label: "forced segues" });
  expect(facts.slice(0, 2)).toMatchObject([
    { label: "Difference", unit: "points" },
    { label: "Groups", value: "0 better, 10 worse, 0 equal", note: "of 10 groups of players" },
  ]);
  expect(tables[0]!.rows.map(([prompt, sessions, mean]) => [prompt, sessions, mean])).toEqual([
    ["house", 10, 90.9],
    ["close", 10, 90.3],
    ["blunt", 10, 52],
    ["slow", 10, 82],
  ]);
});

test("too few groups and a single variant each have their sentence and their next step", () => {
  expect(verdictOf(arm("perfect", () => 100)).next).toEqual([]);
  const few = [...house, ...arm("new", () => 20)].filter(({ pair }) => /\/[1-5]$/.test(pair));
  expect(verdictOf(few)).toMatchObject({
    outcome: "undecided",
    headline: "Too few groups to compare new with house: 5, at least 6 needed.",
    next: [
      { says: expect.stringMatching(/^Play 10 groups .*: at least 6 must differ\.$/) as string },
      { says: "Read the worst session (20 of 100)." },
    ],
  });
  expect(verdictOf(arm("house", () => 84))).toMatchObject({
    outcome: "done",
    headline: "Overall 84 on average over 10 sessions, mostly stuck moments (4 per session).",
  });
});

test("while sessions are missing there is no verdict, and the next step plays them", async () => {
  const rows = [...house, ...arm("blunt", () => 50)].map((row, at): MatrixRow =>
    at % 10 < 8 ? row : { ...row, outcome: "unfinished", metrics: {}, score: null },
  );
  const stopped = outcomeOf(rows, { gates: { failUnder: ["overall=70"], failOver: [] } });
  expect(stopped).toMatchObject({
    provisional: { done: 16, planned: 20 },
    comparisons: { prompts: [], narrators: [] },
    gates: [{ name: "overall ≥ 70", is: "error" }],
    verdict: {
      outcome: "stopped",
      headline: "16 of 20 sessions played: no verdict yet.",
      next: [{ says: "4 sessions are not played yet.", command: `rehearse resume ${stopped.dir}` }],
    },
  });
  await writeMatrix(stopped);
  expect(readFileSync(join(stopped.dir, "report.md"), "utf8")).not.toContain("worse");
});

test("a failed gate comes first, also in CI, and its causes are those of its variant", () => {
  const rows = [...house, ...arm("blunt", () => 61, "forced-segue"), ...arm("worst", () => 20)];
  const outcome = outcomeOf(rows, { gates: { failUnder: ["overall=70"], failOver: ["loops=0"] } });
  expect(outcome.verdict.outcome).toBe("failed");
  // Loops were not counted in these rows, which fails as well.
  expect(outcome.gates.filter(({ is }) => is === "failed")).toHaveLength(5);
  const only = outcomeOf([...house, ...arm("blunt", () => 61, "forced-segue")], {
    gates: { failUnder: ["overall=70"], failOver: [] },
  });
  expect(only.verdict).toMatchObject({
    outcome: "failed",
    headline: "Failed: overall of blunt 61 < 70, mostly forced segues (10 per session).",
    because: [{ label: "forced segues", points: expect.closeTo(-39, 6) as number, detail: "10 per session" }],
  });
  const markdown = ciMarkdown(matrixCi(only), { command: "matrix", exit: 1 });
  expect(markdown).toContain("Gate failed: overall of blunt 61 &lt; 70, mostly forced segues");
  const down = outcomeOf(rowsOf({ of: () => crashed }), {
    gates: { failUnder: ["overall=1"], failOver: [] },
  });
  expect(matrixCi(down)).toMatchObject({
    gates: [{ is: "error" }],
    verdict: {
      cautions: ["10 of 10 sessions crashed and have no result. First reason: the provider gave up."],
    },
  });
});

test("totals are the sums of the rows, and possibly billed amounts are separate", () => {
  const outcome = outcomeOf(
    rowsOf({
      rounds: 4,
      of: (at) => ({
        cost: 0.1,
        atMost: at === 0 ? 0.4 : 0.1,
        ...(at === 0 && { possiblyBilled: { attempts: 1, atMost: 0.3, unpriced: 0 } }),
        unpriced: at === 1 ? 2 : 0,
        durationMs: 60_000,
      }),
    }),
  );
  expect(outcome).toMatchObject({
    totalCost: expect.closeTo(0.4, 9),
    totalAtMost: expect.closeTo(0.7, 9),
    totalUnpriced: 2,
    totalDuration: 240_000,
  });
  expect(matrixReport(outcome)).toContain(
    String.raw`- **Cost:** \$0.40 at least (2 attempts have no known price); ` +
      String.raw`possibly billed: up to \$0.30 more for 1 attempt without an answer`,
  );
});

test("the report of a hundred sessions has fewer than 200 lines, and no name or reason can break out of it", () => {
  const evil = "](javascript:x) | <script>alert(1)</script> & \"'";
  const stories = ["s1", "s2", "s3", "s4", `${evil}\u202e`];
  const rows = ["house", "b", "c", evil].flatMap((prompt) =>
    rowsOf({
      prompt,
      stories,
      rounds: 5,
      of: (at) =>
        at % 2 === 0
          ? { ...overall(0), outcome: "failed", why: `\n# Fake\n<img src=x onerror=y> | ${evil}` }
          : overall(50 + at),
    }),
  );
  const outcome = outcomeOf(rows, { gates: { failUnder: ["overall=70"], failOver: [] } });
  const findings = ["house", "b", "c", evil].flatMap((prompt) =>
    ["loop", "leak", "stuck", "rushed", "contradiction", "confusion", "breakdown", "forced-segue"].map(
      (kind) => ({
        prompt,
        narrator: "house",
        kind,
        episodes: 2,
        pointsLost: 9,
        sessions: 1,
        of: 25,
        sessionId: "s",
        example: {
          id: `t1-${kind}`,
          kind,
          turn: 1,
          lastTurn: 2,
          description: evil,
          severity: "error" as const,
          evidence: [{ turn: 1, text: `${evil}\n# Fake` }],
          confidence: 1,
          source: "reader",
          pointsLost: 5,
        },
      }),
    ),
  );
  const verdict = matrixVerdict({ ...outcome, findings }, { dir: "m", cost: "$1", caution: evil });
  const report = matrixReport({ ...outcome, verdict });
  expect(report.split("\n").length).toBeLessThan(200);
  expect(report).not.toMatch(/<(script|img)|^\s*# Fake|[^\\]\]\(javascript/m);
});
