/** Writes new expectations into the history: a calibration's, or a person's override. */
import { join } from "node:path";
import {
  formatVersion,
  calibrationLog,
  type Calibrated,
  type CalibrationRun,
  type CalibrationScope,
  type Expectations,
  type HistoryFile,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import {
  exists,
  lockFolder,
  makeFolder,
  requireFormat,
  writeFileSafely,
  writeNewFile,
  type FolderLock,
} from "../../kernel/store/index.ts";
import { historyPath, readShaped } from "../banks.ts";
import { appendHistory, type Resolved } from "../expectations/index.ts";
import type { Kb } from "../kb.ts";

type ApplyOptions = {
  testBanks: string;
  /** The folder of `calibration_log.json` and `opus_responses/`. */
  calibrationDir: string;
  kb: Kb;
  kbVersion: string;
  scope: CalibrationScope;
  trigger: string;
  cost: number;
  /** Who accepted the additions of which tests. */
  accepted: HistoryFile["accepted"];
  /** The review, in lines. */
  report: readonly string[];
  clock: Clock;
};

/**
 * Applies a calibration: answers are stored whole, the history gets a file, the log a line. Locked, so that no line is
 * lost.
 */
export async function applyCalibration(
  calibrated: Calibrated,
  options: ApplyOptions,
): Promise<CalibrationRun> {
  makeFolder(options.calibrationDir);
  const lock = await lockWhenFree(options.calibrationDir, options.clock);
  try {
    // Read first: an unreadable log must stop everything.
    const earlier = readLog(options.calibrationDir);
    const run = await append(calibrated, options);
    await writeFileSafely(
      logPath(options.calibrationDir),
      json({ version: formatVersion, runs: [...earlier, run] }),
    );
    return run;
  } finally {
    await lock.release();
  }
}

async function append(
  { responses, failed }: Calibrated,
  { testBanks, calibrationDir, kb, kbVersion, scope, trigger, cost, accepted, report, clock }: ApplyOptions,
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
  const proposals = responses.flatMap(({ test_id, additions }) =>
    additions ? [{ test_id, ...additions }] : [],
  );
  const entry: HistoryFile = {
    version,
    calibration_trigger: trigger,
    kb_version: kbVersion,
    kb_hashes: { ...kb.hashes },
    model,
    changes: changed.map(({ test_id, previous, proposed, updated = proposed, reasoning }) => ({
      test_id,
      previous,
      updated,
      opus_reasoning: reasoning,
      human_override: null,
    })),
    unchanged: responses.filter((response) => !response.changed).map(({ test_id }) => test_id),
    unchanged_count: responses.length - changed.length,
    changed_count: changed.length,
    ...(proposals.length > 0 && { proposals }),
    ...(accepted && { accepted }),
  };
  const historyFile = await appendHistory(historyPath(testBanks), entry);
  const reportFile = await writeNewFile({
    dir: calibrationDir,
    stem: `report_${version.slice(0, 10)}`,
    extension: "md",
    data: [`# Calibration by ${model}`, "", `${version}, history ${historyFile}`, "", ...report, ""].join(
      "\n",
    ),
  });
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
    report_file: reportFile,
  };
}

const logPath = (dir: string): string => join(dir, "calibration_log.json");
const readLog = (dir: string): CalibrationRun[] =>
  exists(logPath(dir))
    ? readShaped(logPath(dir), calibrationLog, (value) => (requireFormat(value, logPath(dir)), value)).runs
    : [];

/** Another calibration holds the lock only while it writes a few files. */
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
    ...(kb && { kb_hashes: { ...kb.hashes } }),
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
