import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MatrixConfigInput, MatrixResult, MatrixRow } from "../../../../contract/index.ts";
import { ciMarkdown } from "../../../../kernel/report/index.ts";
import { readGate } from "../../../metrics/index.ts";
import { planOf, rowsOf, scored } from "../../../../../tests/support/playtest/matrix-rows.ts";
import { matrixCi, matrixOutcome, writeMatrix } from "../../index.ts";

const folder = () => mkdtempSync(join(tmpdir(), "matrix-"));
const outcomeOf = (rows: MatrixRow[], config: Partial<MatrixConfigInput> = {}) =>
  matrixOutcome({ dir: folder(), plan: planOf(rows, config), rows });
/** Two prompts on the same ten groups: the second scores about `by` more, with small variations. */
const twoPrompts = (by: number, of: (at: number) => Partial<MatrixRow> = () => ({})) => [
  ...rowsOf({ of: scored((at) => 60 + at) }),
  ...rowsOf({
    prompt: "new",
    of: (at) => ({ ...scored((own) => 60 + own + by + (own % 3))(at), ...of(at) }),
  }),
];
const standing = (rows: MatrixRow[], name: string) =>
  outcomeOf(rows).standings.prompts.find((variant) => variant.name === name)!;

test("prompts are ranked by the primary metric and compared pair by pair", () => {
  const { standings } = outcomeOf(twoPrompts(8));
  expect(standings.prompts.map(({ name, comparison }) => [name, comparison?.verdict])).toEqual([
    ["new", "better"],
    ["baseline", undefined],
  ]);
  expect(standings.prompts[0]!.comparison).toMatchObject({ pairs: 10, alone: 0, difference: 8.9 });
  expect(standing(twoPrompts(-8), "new").comparison).toMatchObject({ verdict: "worse" });
  expect(
    standing(
      twoPrompts(0).map((row) => ({ ...row, metrics: { overall: 70 } })),
      "new",
    ).comparison,
  ).toMatchObject({ verdict: "no difference found", difference: 0 });
});

test("a prompt that crashes more often does not win by its remaining sessions", () => {
  const crashed: Partial<MatrixRow> = { outcome: "crashed", why: "the provider gave up", metrics: {} };
  expect(
    standing(
      twoPrompts(8, (at) => (at < 2 ? crashed : {})),
      "new",
    ).comparison,
  ).toMatchObject({
    verdict: "insufficient evidence",
    pairs: 8,
    note: expect.stringContaining("it crashed in 2 of the pairs; the other crashed in 0"),
  });
  const both = twoPrompts(8).map((row) => (row.pair === "innsmouth/1" ? { ...row, ...crashed } : row));
  expect(standing(both, "new").comparison).toMatchObject({ verdict: "better", pairs: 9 });
  // The first prompt does not win either if it crashed.
  const first = twoPrompts(-8).map((row) =>
    row.pair === "innsmouth/1" && row.prompt === "baseline" ? { ...row, ...crashed } : row,
  );
  expect(standing(first, "new").comparison).toMatchObject({
    verdict: "insufficient evidence",
    note: expect.stringContaining("baseline would have won"),
  });
});

test("totals are the sums of the rows, and possibly billed amounts are separate", async () => {
  const outcome = outcomeOf(
    rowsOf({
      rounds: 4,
      of: (at) => ({
        cost: 0.1,
        atMost: at === 0 ? 0.4 : 0.1,
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
  await writeMatrix(outcome);
  expect(readFileSync(join(outcome.dir, "report.md"), "utf8")).toContain(
    "- Cost: $0.4000 at least (2 attempts have no known price); possibly billed: up to $0.3000 more for attempts without an answer",
  );
});

test("names and reasons from files and models cannot break out of the report or the plots", async () => {
  const evil = "](javascript:x) | <script>alert(1)</script> & \"'";
  const rows = [
    ...rowsOf({
      prompt: evil,
      of: (at) => (at === 0 ? { outcome: "failed", why: `\n# Fake\n<img src=x onerror=y> | ${evil}` } : {}),
    }),
    ...rowsOf({ prompt: "b", stories: [`${evil}\u202e`] }),
  ];
  const outcome = { ...outcomeOf(rows), house: `${evil}` };
  await writeMatrix(outcome);
  const report = readFileSync(join(outcome.dir, "report.md"), "utf8");
  expect(report).not.toMatch(/<(script|img)|^# Fake|[^\\]\]\(javascript/m);
  for (const file of ["means.svg", "sessions.svg"]) {
    const svg = readFileSync(join(outcome.dir, "plots", file), "utf8");
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/<script|<img|<foreignObject|href|\son\w+=|\u202e/i);
    expect(svg).toContain("&#60;");
    expect([...svg.matchAll(/<(?!\/?(svg|title|rect|text|line|circle|polygon)\b)/g)]).toEqual([]);
  }
});

test("an unfinished matrix has no winner in its report and in matrix.json", async () => {
  const open = (rows: MatrixRow[]) =>
    rows.map((row, at): MatrixRow => (at % 10 >= 8 ? { ...row, outcome: "unfinished", metrics: {} } : row));
  const outcome = outcomeOf(open(twoPrompts(8)));
  expect(outcome).toMatchObject({
    provisional: { done: 16, planned: 20 },
    standings: {
      prompts: [
        { comparison: { verdict: "insufficient evidence", p: null, others: [] } },
        { comparison: null },
      ],
    },
  });
  await writeMatrix(outcome);
  const report = readFileSync(join(outcome.dir, "report.md"), "utf8");
  expect(report).toMatch(/^# Matrix Report\n\n\*\*No verdict \(provisional: 16 of 20 sessions\)\.\*\*/m);
  expect(report).not.toMatch(/\*\*(better|worse)\*\*/);
  const done = outcomeOf(twoPrompts(8));
  expect(done).not.toHaveProperty("provisional");
  await writeMatrix(done);
  expect(readFileSync(join(done.dir, "report.md"), "utf8")).not.toContain("provisional");
});

test("for CI: the verdict first, the three worst findings with quotes, findings by prompt, the cost last", () => {
  const rows = twoPrompts(-8);
  const found = (turn: number, severity: "warning" | "error") =>
    ({
      prompt: "new",
      type: "contradiction",
      issues: 2,
      sessions: 1,
      of: 10,
      sessionId: "innsmouth-new-house-1",
      example: {
        turn,
        type: "contradiction",
        description: `The door is open and shut in turn ${turn}.`,
        severity,
        evidence: [{ turn, text: `the door of turn ${turn}` }],
        confidence: 1,
        source: "reader",
      },
    }) satisfies NonNullable<MatrixResult["findings"]>[number];
  const findings = [found(2, "warning"), found(5, "error"), found(3, "error"), found(4, "error")];
  const tell = (least: string, finished = true) =>
    matrixCi(
      { ...outcomeOf(rows), findings },
      { name: "m", gates: [readGate(`overall=${least}`)], plan: planOf(rows), finished },
    );
  const markdown = ciMarkdown(tell("99"), { command: "matrix", exit: 1 });
  const places = [
    "**Failed.**",
    "new: worse",
    "turn 3, contradiction",
    "turn 4, contradiction",
    "turn 5, contradiction",
    "**Findings by prompt**",
    "**Cost:** ",
  ].map((text) => markdown.indexOf(text));
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(markdown).toContain("The 3 worst of 4 findings");
  expect(markdown).toContain("> “the door of turn 3” (turn 3)");
  expect(markdown).toContain("new, contradiction: 2 in 1 of 10 sessions.");
  expect(tell("1").gates).toMatchObject([{ is: "passed" }]);
  expect(tell("1", false).gates).toMatchObject([{ is: "error" }]);
  expect(tell("1").undecided).toBe(false);
  const few = rows.filter(({ sessionId }) => /-[1-3]$/.test(sessionId));
  expect(few.length).toBeGreaterThan(3);
  expect(matrixCi(outcomeOf(few), { name: "m", gates: [], plan: planOf(few), finished: true })).toMatchObject(
    {
      undecided: true,
      verdict: [expect.stringContaining("insufficient evidence")],
    },
  );
  const crashed = few.map((row) => ({
    ...row,
    outcome: "crashed" as const,
    why: "xAI answered 500. Gave up after 6 attempts.",
    metrics: {},
  }));
  const down = matrixCi(outcomeOf(crashed), {
    name: "m",
    gates: [readGate("overall=1")],
    plan: planOf(crashed),
    finished: true,
  });
  expect(down.gates).toMatchObject([{ is: "error" }]);
  expect(down.notes).toEqual([
    `${crashed.length} sessions without a result. First reason: xAI answered 500. Gave up after 6 attempts.`,
  ]);
  expect(down.noFindings).toContain("Too few turns were read");
  expect(down.suites[0]!.cases[0]!.outcome!.says).toMatch(/after 6 attempts\.$/);
});
