/** `session.json` and `report.md`: written when a session ends or stops, read back by everyone else. */
import { join } from "node:path";
import type { z } from "zod";
import {
  sessionResult as resultShape,
  type SessionConfig,
  type SessionResult,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import type { Failed } from "../../kernel/report/index.ts";
import { exists, readStoredJson, writeFileSafely } from "../../kernel/store/index.ts";
import { CALIBRATIONS, newestOf, readCalibrations, storedOn } from "../judge/index.ts";
import { sessionReport } from "../report/index.ts";
import type { SessionState } from "../session/index.ts";
import { sessionCosts, sessionTotals } from "./session-costs.ts";
import { sessionResult, type ResultOptions } from "./session-result.ts";

/** Also for a session that failed or has only begun. If the files cannot be written, the result is still returned: the turns are safe. */
export async function finishSession(
  { harness, run, state }: { harness: Harness; run: Run; state: SessionState },
  ended: Pick<ResultOptions, "stopped" | "turnLimit" | "unjudged">,
): Promise<{ result: SessionResult; unwritten?: HarnessError }> {
  const verdicts = storedOn(state, run.dir);
  const { command } = harness;
  const result = sessionResult({
    ...ended,
    state,
    dir: run.dir,
    totals: sessionTotals(run.dir),
    budget: run.budget.cap,
    catalog: harness.catalog,
    notes: run.notes,
    verdicts,
    points: harness.settings.points,
    command,
  });
  try {
    await writeResult({
      state,
      result,
      costs: sessionCosts(run.dir),
      command,
      verdict: newestOf(verdicts.map(({ verdict }) => verdict)),
      calibrations: verdicts.length > 0 ? readCalibrations(CALIBRATIONS) : undefined,
    });
    return { result };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { result, unwritten: error };
  }
}

/** Writes `session.json` and `report.md` into the result's folder. */
export async function writeResult(report: ReportOptions): Promise<void> {
  const { result } = report;
  await writeFileSafely(join(result.dir, "session.json"), `${JSON.stringify(result, null, 2)}\n`);
  await writeFileSafely(join(result.dir, "report.md"), sessionReport(report));
}
type ReportOptions = Parameters<typeof sessionReport>[0];

/** `session.json`. Undefined: there is none, because the session is being played or was killed. */
export const storedResult = (dir: string): SessionResult | undefined => readResultFile(dir, resultShape);

/** The same, or a part of it. */
export function readResultFile<Shape extends z.ZodType>(
  dir: string,
  shape: Shape,
): z.output<Shape> | undefined {
  const path = join(dir, "session.json");
  if (!exists(path)) return undefined;
  return readStoredJson(path, shape, (problem) => new UnreadableResultError(path, problem));
}

class UnreadableResultError extends HarnessError {
  constructor(path: string, problem: string) {
    super({
      code: "bad-result",
      message: `${path} is unreadable: ${problem}.`,
      remedy: "`rehearse resume` rewrites it from the turns and the journal.",
    });
  }
}

/** The same for callers that rewrite it: an unreadable file counts as missing. One of another version must not be replaced. */
/** A judge that nobody named is asked once: `judge` asks again. */
export const failedBefore = (
  { judgeCounts }: SessionConfig,
  result: SessionResult | undefined,
): Failed | undefined => {
  const { why, attempts } = result?.unjudged ?? {};
  return judgeCounts === false && why !== undefined ? { why, attempts } : undefined;
};

export function lastResult(dir: string): SessionResult | undefined {
  try {
    return storedResult(dir);
  } catch (error) {
    if (error instanceof UnreadableResultError) return undefined;
    throw error;
  }
}
