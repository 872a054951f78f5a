import { existsSync } from "node:fs";
import { join } from "node:path";
import { calibrationLog, type CalibrationRun, type CalibrationScope, type HistoryFile } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { lockFolder, makeFolder, writeFileSafely, writeNewFile } from "../../kernel/store/index.ts";
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

/** Makes a calibration count: what the model said is kept whole, history grows by a file, the log by a line. */
export async function applyCalibration({ responses, failed }: Calibrated, { testBanks, calibrationDir, kb, kbVersion, scope, trigger, cost, clock }: ApplyOptions): Promise<CalibrationRun> {
  const version = clock.date().toISOString();
  const changed = responses.filter((response) => response.changed);
  const model = responses[0]?.model ?? "";
  const responsesDir = join(calibrationDir, "opus_responses");
  makeFolder(responsesDir);
  const responsesFile = await writeNewFile({ dir: responsesDir, stem: `calibration_${version.slice(0, 10)}`, extension: "json", data: json({ version: 1, timestamp: version, scope, model, kb_version: kbVersion, kb_hashes: kb.hashes, responses, failed }) });
  const entry: HistoryFile = {
    version,
    calibration_trigger: trigger,
    kb_version: kbVersion,
    kb_hashes: { ...kb.hashes },
    model,
    changes: changed.map(({ test_id, previous, proposed, reasoning }) => ({ test_id, previous, updated: proposed, opus_reasoning: reasoning, human_override: null })),
    unchanged: responses.filter((response) => !response.changed).map(({ test_id }) => test_id),
    unchanged_count: responses.length - changed.length,
    changed_count: changed.length,
  };
  const historyFile = await appendHistory(historyPath(testBanks), entry);
  const run: CalibrationRun = { timestamp: version, scope, trigger, kb_version: kbVersion, kb_hash: kb.hash, model, tests: responses.length + failed.length, changed: changed.length, unchanged: entry.unchanged_count, failed: failed.map(({ test_id }) => test_id), cost, history_file: historyFile, responses_file: responsesFile };
  await appendToLog(calibrationDir, run, clock);
  return run;
}

/** Under a lock: two calibrations at once must not lose a line. */
async function appendToLog(dir: string, run: CalibrationRun, clock: Clock): Promise<void> {
  const lock = await lockFolder(dir, { clock });
  try {
    const path = join(dir, "calibration_log.json");
    const { runs } = existsSync(path) ? readShaped(path, calibrationLog) : { runs: [] };
    await writeFileSafely(path, json({ version: 1, runs: [...runs, run] }));
  } finally {
    await lock.release();
  }
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
