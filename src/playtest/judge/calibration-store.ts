import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  judgeCalibration as shape,
  judgeCalibrationVersion,
  type CalibrationState,
  type ControlResult,
  type JudgeCalibration,
  type JudgeKey,
  type QualityMetric,
  type Rubric,
} from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import {
  fileError,
  makeFolder,
  NewerFormatError,
  refuseNewer,
  writeFileSafely,
  writeNewFile,
} from "../../kernel/store/index.ts";
import { heldToControls } from "./failed-controls.ts";
import { metricsOf } from "./judge-prompt.ts";
import { keyName, sameKey } from "./verdict-store.ts";

/** All calibrations of a workspace. */
export type Calibrations = readonly JudgeCalibration[];

/** Beside the retrieval suite's calibrations. */
export const CALIBRATIONS = join("calibration", "judge");

/** Every calibration that was ever made, by key; what is known of a judge now lies beside it. */
const HISTORY = "history";

export type SavedCalibration = {
  /** The one that was just made, with the controls of before. */
  calibration: JudgeCalibration;
  /** What is known of the judge from now on. */
  path: string;
  /** Where the one that was just made is kept, whatever counts. */
  history: string;
  /** Why an older one still counts. */
  kept?: string;
};

/**
 * What is known of a judge rests on as many sessions as were ever compared: a calibration on fewer takes no other's place,
 * unless that is asked for. Controls that were run once are not forgotten for not being run again.
 */
export async function saveCalibration(
  folder: string,
  made: JudgeCalibration,
  { replace = false }: { replace?: boolean } = {},
): Promise<SavedCalibration> {
  const name = keyName(made.key);
  const path = join(folder, `${name}.json`);
  const before = existsSync(path) ? readCalibration(path) : undefined;
  makeFolder(join(folder, HISTORY));
  const history = await writeNewFile({
    dir: join(folder, HISTORY),
    stem: name,
    extension: "json",
    data: asText(made),
  });
  const older =
    before !== undefined && before.sessions.length > made.sessions.length && !replace ? before : undefined;
  const controls = joined(before?.controls ?? [], made.controls);
  const stillCount =
    made.controls.length === 0 && controls.length > 0 ? ["Null controls of before still count."] : [];
  const calibration = heldToControls({ ...made, controls, notes: [...made.notes, ...stillCount] });
  await writeFileSafely(path, asText(older ? heldToControls({ ...older, controls }) : calibration));
  return {
    calibration,
    path,
    history,
    ...(older && {
      kept: `What counts is still the calibration of ${older.at} on ${counted(older.sessions.length, "session")}: this one is on ${made.sessions.length}. --replace lets it count.`,
    }),
  };
}

const asText = (calibration: JudgeCalibration): string => `${JSON.stringify(calibration, null, 2)}\n`;

/** Of the same control on the same session, the last. */
const joined = (before: readonly ControlResult[], now: readonly ControlResult[]): ControlResult[] => [
  ...before.filter(
    ({ name, sessionId }) => !now.some((each) => each.name === name && each.sessionId === sessionId),
  ),
  ...now,
];

export function readCalibrations(folder: string): Calibrations {
  if (!existsSync(folder)) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .sort()
      .map((name) => readCalibration(join(folder, name)));
  } catch (error) {
    throw error instanceof HarnessError ? error : fileError(error, { doing: "read", path: folder });
  }
}

function readCalibration(path: string): JudgeCalibration {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    refuseNewer(value, path, judgeCalibrationVersion);
    return heldToControls(shape.parse(value));
  } catch (error) {
    if (error instanceof NewerFormatError) throw error;
    throw new HarnessError({
      code: "bad-calibration",
      message: `${path} is no calibration of a judge.`,
      remedy: "Move it away, and make it anew with `rehearse judge --calibrate`.",
      cause: error,
    });
  }
}

export type StateOf = { state: CalibrationState; why: string };

/** How far a judge can be trusted in one metric. What was found out about another model, rubric or prompt does not count for this one. */
export function stateOf(calibrations: Calibrations, key: JudgeKey, metric: QualityMetric): StateOf {
  const own = calibrations.find((calibration) => sameKey(calibration.key, key))?.metrics[metric];
  if (own) return { state: own.state, why: own.why };
  const once = calibrations.filter(
    ({ metrics }) => metrics[metric]?.state === "calibrated" || metrics[metric]?.state === "trusted",
  );
  const nearest = once
    .map((calibration) => ({ calibration, differs: differences(calibration.key, key) }))
    .sort((a, b) => a.differs.length - b.differs.length)[0];
  if (!nearest) return { state: "uncalibrated", why: "no person's scores were compared with this judge's" };
  return { state: "stale", why: `what was calibrated had another ${nearest.differs.join(", ")}` };
}

const differences = (a: JudgeKey, b: JudgeKey): string[] =>
  (["model", "rubric", "prompt"] as const)
    .filter((part) => a[part] !== b[part])
    .map((part) => (part === "model" ? `model (${a.model})` : part));

export const statesOf = (
  calibrations: Calibrations,
  key: JudgeKey,
  rubric: Rubric,
): Partial<Record<QualityMetric, CalibrationState>> =>
  Object.fromEntries(metricsOf(rubric).map((metric) => [metric, stateOf(calibrations, key, metric).state]));
