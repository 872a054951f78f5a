/** Writes new expectations into the history: a calibration's, or a person's override. */
import { dirname, join, relative, resolve, sep } from "node:path";
import {
  formatVersion,
  calibrationLog,
  type CalibrationRun,
  type CalibrationScope,
  type Expectations,
  type HistoryFile,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import {
  exists,
  lockFolder,
  makeFolder,
  requireFormat,
  writeFileSafely,
  writeNewFile,
} from "../../kernel/store/index.ts";
import { historyPath } from "../banks.ts";
import { readShaped } from "../data-file.ts";
import { appendHistory, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";
import type { Calibrated } from "./ask-calibrator.ts";

type ApplyOptions = {
  testBanks: string;
  /** The folder of `calibration_log.json` and `opus_responses/`. */
  calibrationDir: string;
  kb: Kb;
  kbVersion: string;
  scope: CalibrationScope;
  cost: number;
  clock: Clock;
};

/**
 * Applies a calibration: answers are stored whole, the history gets a file, the log a line. Locked, so that no line is lost.
 */
export async function applyCalibration(
  calibrated: Calibrated,
  options: ApplyOptions,
): Promise<CalibrationRun> {
  makeFolder(options.calibrationDir);
  const lock = await lockFolder(options.calibrationDir, { clock: options.clock });
  try {
    // Read first: an unreadable log must stop everything.
    const earlier = readLog(options.calibrationDir);
    const run = await append(calibrated, options);
    const logged = {
      ...run,
      history_file: portable(options.calibrationDir, run.history_file),
      responses_file: portable(options.calibrationDir, run.responses_file),
    };
    await writeFileSafely(
      logPath(options.calibrationDir),
      json({ version: formatVersion, runs: [...earlier, logged] }),
    );
    return run;
  } finally {
    await lock.release();
  }
}

async function append(
  { responses, failed }: Calibrated,
  { testBanks, calibrationDir, kb, kbVersion, scope, cost, clock }: ApplyOptions,
): Promise<CalibrationRun> {
  const version = clock.date().toISOString();
  const trigger = `calibrate_${scope}`;
  const changed = responses.filter((response) => response.changed);
  const model = responses[0]?.model ?? "";
  const responsesDir = join(calibrationDir, "opus_responses");
  makeFolder(responsesDir);
  const responsesFile = await writeNewFile({
    dir: responsesDir,
    stem: `calibration_${version.slice(0, 10)}`,
    extension: "json",
    data: json({
      version: formatVersion,
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
    changes: changed.map(({ test_id, previous, updated, reasoning }) => ({
      test_id,
      previous,
      updated,
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
    unchanged: responses.length - changed.length,
    failed: failed.map(({ test_id }) => test_id),
    cost,
    history_file: historyFile,
    responses_file: responsesFile,
  };
}

/** Seen from the folder that has `test_banks` and `calibration`. */
const portable = (calibrationDir: string, path: string): string =>
  relative(dirname(resolve(calibrationDir)), resolve(path)).replaceAll(sep, "/");

const logPath = (dir: string): string => join(dir, "calibration_log.json");
const readLog = (dir: string): CalibrationRun[] =>
  exists(logPath(dir))
    ? readShaped(logPath(dir), calibrationLog, {
        prepare: (value) => (requireFormat(value, logPath(dir)), value),
      }).runs
    : [];

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

type Override = { testId: string; expectations: Expectations; reason: string; author: string };

/** A person's decision about one test. It takes precedence over every calibration. */
export async function recordOverride(
  { testId, expectations, reason, author }: Override,
  {
    testBanks,
    kb,
    kbVersion,
    previous,
    clock,
  }: { testBanks: string; kb: Kb | undefined; kbVersion: string; previous: Resolved; clock: Clock },
): Promise<string> {
  const version = clock.date().toISOString();
  const entry: HistoryFile = {
    version,
    calibration_trigger: "human_override",
    kb_version: kbVersion,
    kb_hashes: kb && { ...kb.hashes },
    changes: [
      {
        test_id: testId,
        previous: previous.expectations,
        updated: null,
        opus_reasoning: null,
        human_override: { ...expectations, override_date: version.slice(0, 10), reason, author },
      },
    ],
    unchanged: [],
    unchanged_count: 0,
    changed_count: 1,
  };
  return appendHistory(historyPath(testBanks), entry);
}
