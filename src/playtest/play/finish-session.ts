import { join } from "node:path";
import type { SessionResult } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { lostText, markOf, type LostCalls } from "../../kernel/journal/index.ts";
import type { Harness, Run } from "../../kernel/run/index.ts";
import { writeFileSafely, writeVersionedFile } from "../../kernel/store/index.ts";
import { damagedTurns } from "../checkpoint/index.ts";
import { CALIBRATIONS, newestOf, readCalibrations, storedOn } from "../judge/index.ts";
import { storedReadings } from "../readings/index.ts";
import { sessionReport } from "../report/index.ts";
import type { SessionState } from "../session/index.ts";
import { sessionResult } from "./session-result.ts";

/**
 * Writes `session.json` and `report.md`: also for a session that failed, was stopped, or has only begun.
 * Where even that cannot be written, the result is still given: what was played is safe without it.
 */
export async function finishSession({
  harness,
  run,
  state,
  stopped,
  stop,
  lost,
  durationMs,
}: {
  harness: Harness;
  run: Run;
  state: SessionState;
  stopped: HarnessError | undefined;
  stop: { asked: number } | undefined;
  lost: LostCalls | undefined;
  durationMs: number;
}): Promise<{ result: SessionResult; unwritten?: HarnessError }> {
  const verdicts = storedOn(state, run.dir);
  const result = sessionResult({
    state,
    dir: run.dir,
    totals: run.journal.totals(),
    stopped,
    asked: stop?.asked,
    durationMs,
    budget: run.budget.cap,
    catalog: harness.catalog,
    notes: [...(lost ? [lostText(lost)] : []), ...run.notes],
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

/** A folder that cannot be read any more fails again where the result is written to it, and is told there. */
function damagedIn(dir: string, state: SessionState): string[] {
  try {
    return [...damagedTurns(dir), ...storedReadings(dir, state).notes];
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return [];
  }
}
