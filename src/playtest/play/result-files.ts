/** `session.json` and `report.md`: written when a session ends or stops, read back by everyone else. */
import { join } from "node:path";
import { sessionResult as resultShape, type SessionResult, type LostCalls } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { lostText, markOf } from "../../kernel/journal/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import {
  NewerFormatError,
  readText,
  refuseNewer,
  writeFileSafely,
  writeVersionedFile,
} from "../../kernel/store/index.ts";
import { damagedTurns } from "../checkpoint/index.ts";
import { CALIBRATIONS, newestOf, readCalibrations, storedOn } from "../judge/index.ts";
import { storedReadings } from "../readings/index.ts";
import { sessionReport } from "../report/index.ts";
import type { SessionState } from "../session/index.ts";
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
  durationMs,
}: {
  harness: Harness;
  run: Run;
  state: SessionState;
  stopped: HarnessError | undefined;
  limit: { turns: number } | undefined;
  lost: LostCalls | undefined;
  notes: readonly string[];
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
    notes: [...(lost ? [lostText(lost)] : []), ...run.notes, ...notes],
    journal: lost && markOf(run.journal.all(), lost),
    damage: [...run.damage, ...damagedIn(run.dir, state)],
    verdicts,
    weights: harness.settings.scoreWeights,
  });
  try {
    await writeVersionedFile(join(run.dir, "session.json"), `${JSON.stringify(result, null, 2)}\n`);
    await writeFileSafely(
      join(run.dir, "report.md"),
      sessionReport({
        state,
        result,
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
export function storedResult(dir: string): SessionResult | undefined {
  const path = join(dir, "session.json");
  let text: string;
  try {
    text = readText(path);
  } catch {
    return undefined;
  }
  try {
    const value: unknown = JSON.parse(text);
    refuseNewer(value, path);
    return resultShape.parse(value);
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    throw new HarnessError({
      code: "bad-result",
      message: `${path} is damaged.`,
      remedy: "`rehearse resume` rewrites it from the turns and the journal.",
      cause: error,
    });
  }
}

/** The same for callers that rewrite it: a damaged file counts as missing. A file of a newer version must not be replaced. */
export function lastResult(dir: string): SessionResult | undefined {
  try {
    return storedResult(dir);
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    return undefined;
  }
}

/** None for an unreadable folder: writing the result to it fails too, and says so. */
function damagedIn(dir: string, state: SessionState): string[] {
  try {
    return [...damagedTurns(dir), ...storedReadings(dir, state).notes];
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return [];
  }
}
