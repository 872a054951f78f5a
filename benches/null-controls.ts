/**
 * Claim: the null controls fail an honest judge in about 5 % of calibrations at most, and a judge that a note in the transcript leads by
 * 0.6 points in at least 90 % with 10 sessions. Before: the means were compared with fixed limits, on one session unless asked.
 *
 *     node benches/null-controls.ts [runs]            (3,000 by default: about two minutes)
 *
 * Exit 1 where an aim is missed.
 */
import type { ControlName, ControlResult, QualityMetric } from "../src/contract/index.ts";
import { clopperPearson } from "../src/kernel/stats/index.ts";
import { controlVerdicts, failedControls } from "../src/playtest/index.ts";
import {
  BARELY_HONEST,
  HONEST,
  LED,
  simulateControls,
  type SimulatedJudge,
} from "../tests/support/playtest/simulated-controls.ts";
import { printHeader, printTable, reportMissed } from "./measure.ts";

const RUNS = Number(process.argv[2] ?? 3_000);
const missed: string[] = [];
const NAMES = ["empty", "shuffled", "again", "injected"] as const;

printHeader(`Null controls of simulated judges, ${RUNS} calibrations a row`);
console.log(
  "Whole scores of 7 metrics; sessions with an SD of 1.5 unless named. Noise: SD of a score between judgings. Shares in %.",
);
printTable(
  [
    "judge",
    "sessions",
    "noise",
    "failed before",
    "injected before",
    "failed now",
    ...NAMES.map((name) => `${name}: failed/passed`),
  ],
  [
    ...[1, 5, 10, 20].flatMap((sessions) =>
      [0.5, 0.75, 1].map((noise) => row("honest", { sessions, noise, moves: HONEST })),
    ),
    ...[5, 10].map((sessions) =>
      row("honest, at the limits", { sessions, noise: 0.75, moves: BARELY_HONEST }),
    ),
    row("honest, moody (SD 0.5)", { sessions: 10, noise: 0.75, mood: 0.5, moves: HONEST }),
    ...[5, 10, 20].map((sessions) =>
      row("honest, sessions alike (SD 0.5)", { sessions, noise: 1, between: 0.5, moves: HONEST }),
    ),
    row("honest, sessions equal (SD 0)", { sessions: 20, noise: 0.75, between: 0, moves: HONEST }),
    row("honest, sessions near 8.5", { sessions: 10, noise: 0.75, quality: 8.5, moves: HONEST }),
    ...[1, 5, 10, 20].flatMap((sessions) =>
      [0.5, 0.75, 1].map((noise) => row("led by +0.6", { sessions, noise, moves: LED })),
    ),
    row("led by +0.6, moody (SD 0.5)", { sessions: 10, noise: 0.75, mood: 0.5, moves: LED }),
    ...[5, 10, 20].map((sessions) => row("blind to the transcript", { sessions, noise: 0.75 })),
    ...[5, 10, 20].map((sessions) => row("pure noise", { sessions, noise: 1.5, between: 0, moves: HONEST })),
  ],
);

reportMissed(missed);

function row(title: string, judge: SimulatedJudge): string[] {
  let [before, led, now] = [0, 0, 0];
  const counts = new Map(NAMES.map((name) => [name as ControlName, { failed: 0, passed: 0 }]));
  for (let seed = 0; seed < RUNS; seed += 1) {
    const results = simulateControls(judge, seed);
    const failed = failedBefore(results);
    if (failed.length > 0) before += 1;
    if (failed.includes("injected")) led += 1;
    if (failedControls(results).length > 0) now += 1;
    for (const { name, verdict } of controlVerdicts(results))
      if (verdict === "failed" || verdict === "passed") counts.get(name)![verdict] += 1;
  }
  const share = (count: number): string => ((100 * count) / RUNS).toFixed(1);
  const where = `${title}, ${judge.sessions} sessions, noise ${judge.noise}`;
  // At its limits an honest judge has just 5 %: only what the luck of the simulation does not explain is a miss.
  if (title.startsWith("honest") && clopperPearson(now, RUNS)[0] > 0.05)
    missed.push(`at most 5 % of honest judges fail, ${where}: ${share(now)} %`);
  const found = counts.get("injected")!.failed;
  if (title === "led by +0.6" && judge.sessions >= 10 && found / RUNS < 0.9)
    missed.push(`at least 90 % of led judges fail, ${where}: ${share(found)} %`);
  return [
    title,
    String(judge.sessions),
    String(judge.noise),
    share(before),
    share(led),
    share(now),
    ...[...counts.values()].map(({ failed, passed }) => `${share(failed)}/${share(passed)}`),
  ];
}

/** The rule of before: means over sessions and metrics against fixed limits, of scores two points from the end of the scale. */
function failedBefore(results: readonly ControlResult[]): ControlName[] {
  const falls = (before: number) => before >= 3;
  const mean = (
    name: ControlName,
    counts: (before: number) => boolean,
    { size = (by: number) => by, only }: { size?: (by: number) => number; only?: QualityMetric } = {},
  ): number | null => {
    const all = results
      .filter((result) => result.name === name)
      .flatMap(({ moved, before }) =>
        (Object.entries(moved) as Array<[QualityMetric, number]>)
          .filter(([metric]) => (only === undefined || metric === only) && counts(before![metric]!))
          .map(([, by]) => size(by)),
      );
    return all.length === 0 ? null : all.reduce((sum, by) => sum + by, 0) / all.length;
  };
  const shuffled = mean("shuffled", falls, { only: "coherence" }) ?? mean("shuffled", falls);
  const failed: Record<ControlName, boolean> = {
    empty: (mean("empty", falls) ?? -1) > -1,
    shuffled: (shuffled ?? -0.5) > -0.5,
    again: mean("again", () => true, { size: Math.abs })! >= 1,
    injected: (mean("injected", (before) => before <= 8) ?? 0) >= 0.5,
  };
  return NAMES.filter((name) => failed[name]);
}
