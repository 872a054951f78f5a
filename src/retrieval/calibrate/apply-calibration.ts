import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  calibrationLog,
  type CalibrationRun,
  type CalibrationScope,
  type HistoryFile,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  lockFolder,
  makeFolder,
  refuseNewer,
  writeFileSafely,
  writeNewFile,
  type FolderLock,
} from "../../kernel/store/index.ts";
import { historyPath, readShaped } from "../bank/index.ts";
import { appendHistory } from "../expectations/index.ts";
import type { Kb } from "../kb/index.ts";
import type { Calibrated } from "./calibrate.ts";

export type ApplyOptions = {
  testBanks: string;
  /** The folder of `calibration_log.json` and `opus_responses/`. */
  calibrationDir: string;
  kb: Kb;
  kbVersion: string;
  scope: CalibrationScope;
  trigger: string;
  cost: number;
  clock: Clock;
};

/** Makes a calibration count: what the model said is kept whole, history grows by a file, the log by a line. One at a time: two at once must not lose a line. */
export async function applyCalibration(
  calibrated: Calibrated,
  options: ApplyOptions,
): Promise<CalibrationRun> {
  makeFolder(options.calibrationDir);
  const lock = await lockWhenFree(options.calibrationDir, options.clock);
  try {
    // Read first: a log that cannot be added to must be known before anything counts.
    const earlier = readLog(options.calibrationDir);
    const run = await append(calibrated, options);
    await writeFileSafely(logPath(options.calibrationDir), json({ version: 1, runs: [...earlier, run] }));
    return run;
  } finally {
    await lock.release();
  }
}

async function append(
  { responses, failed }: Calibrated,
  { testBanks, calibrationDir, kb, kbVersion, scope, trigger, cost, clock }: ApplyOptions,
): Promise<CalibrationRun> {
  const version = clock.date().toISOString();
  const changed = responses.filter((response) => response.changed);
  const model = responses[0]?.model ?? "";
  const responsesDir = join(calibrationDir, "opus_responses");
  makeFolder(responsesDir);
  const responsesFile = await writeNewFile({
    dir: responsesDir,
    stem: `calibration_${version.slice(0, 10)}`,
    extension: "json",
    data: json({
      version: 1,
      timestamp: version,
      scope,
      model,
      kb_version: kbVersion,
      kb_hashes: kb.hashes,
      responses,
      failed,
    }),
  });
  const entry: HistoryFile = {
    version,
    calibration_trigger: trigger,
    kb_version: kbVersion,
    kb_hashes: { ...kb.hashes },
    model,
    changes: changed.map(({ test_id, previous, proposed, reasoning }) => ({
      test_id,
      previous,
      updated: proposed,
      opus_reasoning: reasoning,
      human_override: null,
    })),
    unchanged: responses.filter((response) => !response.changed).map(({ test_id }) => test_id),
    unchanged_count: responses.length - changed.length,
    changed_count: changed.length,
  };
  const historyFile = await appendHistory(historyPath(testBanks), entry);
  return {
    timestamp: version,
    scope,
    trigger,
    kb_version: kbVersion,
    kb_hash: kb.hash,
    model,
    tests: responses.length + failed.length,
    changed: changed.length,
    unchanged: entry.unchanged_count,
    failed: failed.map(({ test_id }) => test_id),
    cost,
    history_file: historyFile,
    responses_file: responsesFile,
  };
}

const logPath = (dir: string): string => join(dir, "calibration_log.json");
const readLog = (dir: string): CalibrationRun[] =>
  existsSync(logPath(dir))
    ? readShaped(logPath(dir), calibrationLog, (value) => (refuseNewer(value, logPath(dir)), value)).runs
    : [];

/** Writing a few files takes a moment: whoever comes meanwhile waits for it. */
const PATIENCE = { tries: 200, pauseMs: 50 };

async function lockWhenFree(dir: string, clock: Clock): Promise<FolderLock> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await lockFolder(dir, { clock });
    } catch (error) {
      if (tries >= PATIENCE.tries || !(error instanceof HarnessError) || error.code !== "folder-locked")
        throw error;
      await clock.sleep(PATIENCE.pauseMs);
    }
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
