/** What `check` saves and prints when its tests have been asked. */
import type { CiGate } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  belowFull,
  checkAnswerOf,
  checkCi,
  concludeCheck,
  saveCheck,
  summaryText,
  testLine,
  type Baseline,
  type Checked,
  type ScoreGate,
} from "../../../retrieval/index.ts";
import { type Ci, type Io, terminalText, verdictText } from "../../frame/index.ts";
import { sayRecording, type RecordingOptions } from "../flags/recording-flags.ts";

export async function endCheck(
  ended: Checked,
  {
    io,
    ci,
    harness,
    flags,
    gates,
    baseline,
    dir,
  }: {
    io: Io;
    ci: Ci;
    harness: Harness;
    flags: RecordingOptions & { save: boolean; json: boolean; failuresOnly: boolean };
    gates: readonly ScoreGate[];
    baseline: Baseline | undefined;
    /** Of results. */
    dir: string;
  },
): Promise<0 | 1 | 3> {
  const {
    checked: done,
    comparison,
    outcome: { exit },
  } = concludeCheck(ended, { baseline, gates });
  const saved = await saveCheck(done, { dir, save: flags.save });
  if (flags.json) io.json(checkAnswerOf(done.results, saved));
  if (flags.failuresOnly) for (const result of belowFull(done.results)) io.say(testLine(result));
  if (!flags.json) io.out(terminalText(summaryText(done.results)));
  // The tables are in the report.
  if (comparison) io.say(`\nAgainst the baseline\n${verdictText({ ...comparison.verdict, tables: [] }, io)}`);
  sayRecording(io, harness, flags);
  if (saved) io.say(`\nReport: ${saved.reportFile}\nResults: ${saved.resultsFile}`);
  ci.report = checkCi(done.results, {
    baseline: comparison,
    gates,
    report: saved?.reportFile,
  });
  sayGates(ci.report.gates, io);
  const { health_status } = done.results.summary;
  if (exit === 0 && !comparison && gates.length === 0 && ["FAIR", "POOR"].includes(health_status))
    io.say(
      `No gate set: exit 0 although health is ${health_status}. Set one with --fail-under combined=80 or --baseline FILE.`,
    );
  return exit;
}

function sayGates(gates: readonly CiGate[], io: Io): void {
  // The result has already printed health and regressions.
  const told = new Set(["no critical failure", "no regression"]);
  const failed = gates.some(({ is }) => is === "failed");
  for (const { name, is, says } of gates)
    if (!told.has(name) && (is === "failed" || (is === "error" && (!failed || says.startsWith("Gate")))))
      io.warn(terminalText(says));
}
