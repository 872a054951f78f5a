import type { SessionResult } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { lockFolder, type FolderLock } from "../../kernel/store/index.ts";
import { loadLatest, saveLateReader } from "../readings/index.ts";
import { newestOf, verdictsOn, type Calibrations } from "../judge/index.ts";
import { lastResult, sessionCosts, sessionTotals, writeResult } from "../play/index.ts";
import { readResult } from "./read-result.ts";

/**
 * Rewrites `session.json` and `report.md` with the verdicts and readings since. Nothing else changes in them. Undefined:
 * the session is being played, and writes them itself at its end.
 */
export async function refreshSession(
  { clock, catalog, settings, command }: Harness,
  dir: string,
  { calibrations, lateReader }: { calibrations?: Calibrations; lateReader?: string } = {},
): Promise<SessionResult | undefined> {
  const lock = await lockSoon(dir, clock);
  if (!lock) return undefined;
  try {
    if (lateReader !== undefined) await saveLateReader(dir, lateReader);
    const { state } = loadLatest(dir);
    const result = readResult(dir, {
      state,
      totals: sessionTotals(dir),
      read: lastResult,
      catalog,
      points: settings.points,
      command,
    });
    await writeResult({
      state,
      result,
      costs: sessionCosts(dir),
      command,
      verdict: newestOf(verdictsOn(state, dir)),
      calibrations,
    });
    return result;
  } finally {
    await lock.release();
  }
}

/** Another judge holds the lock for a moment; play holds it for long. */
const TRIES = 20;
const PAUSE_MS = 50;

async function lockSoon(dir: string, clock: Clock): Promise<FolderLock | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await lockFolder(dir, { clock });
    } catch (error) {
      if (!(error instanceof HarnessError) || error.code !== "folder-locked") throw error;
      if (tries === TRIES) return undefined;
      await clock.sleep(PAUSE_MS);
    }
  }
}
