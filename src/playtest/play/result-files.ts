/** `session.json` and `report.md`: written when a session ends or stops, read back by everyone else. */
import { join } from "node:path";
import type { z } from "zod";
import {
  sessionResult as resultShape,
  type LostCalls,
  type Note,
  type SessionResult,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { lostNotes, markOf } from "../../kernel/journal/index.ts";
import type { Failed } from "../../kernel/report/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import { exists, readStoredJson, writeFileSafely } from "../../kernel/store/index.ts";
import { CALIBRATIONS, newestOf, readCalibrations, storedOn } from "../judge/index.ts";
import { sessionReport } from "../report/index.ts";
import type { SessionState } from "../session/index.ts";
import { sessionCosts } from "./session-costs.ts";
import { sessionResult } from "./session-result.ts";

/** Also for a session that failed or has only begun. If the files cannot be written, the result is still returned: the turns are safe. */
export async function finishSession({
  harness,
  run,
  state,
  stopped,
  limit,
  lost,
  notes,
  judgeFailed,
  durationMs,
}: {
  harness: Harness;
  run: Run;
  state: SessionState;
  stopped: HarnessError | undefined;
  limit: { turns: number } | undefined;
  lost: LostCalls | undefined;
  notes: readonly Note[];
  judgeFailed: Failed | undefined;
  durationMs: number;
}): Promise<{ result: SessionResult; unwritten?: HarnessError }> {
  const verdicts = storedOn(state, run.dir);
  const result = sessionResult({
    state,
    dir: run.dir,
    totals: run.journal.totals(),
    stopped,
    turnLimit: limit?.turns,
    durationMs,
    budget: run.budget.cap,
    catalog: harness.catalog,
    notes: [...lostNotes(lost), ...run.notes, ...notes],
    journal: lost && markOf(run.journal.all(), lost),
    verdicts,
    unjudged: judgeFailed,
    points: harness.settings.points,
    command: harness.command,
  });
  try {
    await writeFileSafely(join(run.dir, "session.json"), `${JSON.stringify(result, null, 2)}\n`);
    await writeFileSafely(
      join(run.dir, "report.md"),
      sessionReport({
        state,
        result,
        costs: sessionCosts(run.dir),
        command: harness.command,
        verdict: newestOf(verdicts.map(({ verdict }) => verdict)),
        ...(verdicts.length > 0 && { calibrations: readCalibrations(CALIBRATIONS) }),
      }),
    );
    return { result };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return { result, unwritten: error };
  }
}

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
export function lastResult(dir: string): SessionResult | undefined {
  try {
    return storedResult(dir);
  } catch (error) {
    if (error instanceof UnreadableResultError) return undefined;
    throw error;
  }
}
