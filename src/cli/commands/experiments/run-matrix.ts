/** Plays what is still to be played of a matrix, writes what was found, and tells it. */
import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { MatrixPlan } from "../../../contract/index.ts";
import type { ExitCode } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  failedMeans,
  type MatrixOutcome,
  passedMeans,
  RESULT_FILE,
  runMatrix,
} from "../../../playtest/index.ts";
import { type Io, terminalText } from "../../frame/index.ts";
import { matrixProgress, matrixText } from "./matrix-output.ts";
import { readGates } from "../flags/gate-flags.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";

/** Enough to keep several providers busy. */
export const USUAL_CONCURRENCY = 10;

type GoOn = {
  harness: Harness;
  io: Io;
  dir: string;
  plan: MatrixPlan;
  concurrency: number;
  budget?: number;
  signal?: AbortSignal;
};

export async function goOnWithMatrix({
  harness,
  io,
  dir,
  plan,
  concurrency,
  budget,
  signal,
}: GoOn): Promise<ExitCode | 0> {
  const progress = matrixProgress(io, harness.clock);
  const { outcome, endedBy } = await runMatrix(harness, {
    dir,
    plan,
    concurrency,
    budget,
    signal,
    onNews: progress.show,
  }).finally(progress.done);
  if (io.asJson) await io.jsonPieces(createReadStream(join(dir, RESULT_FILE), "utf8"));
  else io.out(matrixText(outcome));
  if (endedBy) {
    const goOn = resumeHint(io, dir, {
      harness,
      ...(endedBy.exit === 4 && { budget: largerBudget(budget ?? plan.budget, outcome.totalAtMost) }),
    });
    io.warn(
      terminalText([endedBy.message, ...(endedBy.exit === 2 ? [endedBy.remedy] : []), goOn].join("\n")),
    );
    return endedBy.exit;
  }
  return passed(io, outcome, plan, resumeHint(io, dir, { harness }));
}

/** A gate that fails is told before what could not be played: that can be tried again. */
function passed(io: Io, { rows, baseline }: MatrixOutcome, plan: MatrixPlan, goOn: string): ExitCode | 0 {
  const gates = plan.gates ? readGates(plan.gates) : [];
  for (const line of passedMeans(rows, gates, plan)) io.say(line);
  const failed = [
    ...failedMeans(rows, gates, plan),
    ...(baseline?.regressions ?? []),
    ...(baseline?.paired === 0
      ? [
          `No session could be paired with the baseline ${baseline.baseline}: a gate that tested nothing does not pass.`,
        ]
      : []),
  ];
  for (const why of failed) io.warn(terminalText(why));
  const crashed = rows.filter(({ outcome, kept }) => outcome === "crashed" || kept !== undefined);
  if (crashed.length > 0)
    io.warn(terminalText(`${counted(crashed.length, "session")} failed twice: ${crashed[0]!.why}\n${goOn}`));
  return failed.length > 0 ? 1 : crashed.length > 0 ? 3 : 0;
}
