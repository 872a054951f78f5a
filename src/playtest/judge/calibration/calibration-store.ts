/** The stored calibrations of judges: what is known of each, and how far it can be trusted in a metric. */
import { join } from "node:path";
import {
  judgeCalibration as shape,
  type CalibrationState,
  type ControlResult,
  type JudgeCalibration,
  type JudgeKey,
  type MetricAgreement,
  type QualityMetric,
  type Rubric,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import {
  exists,
  makeFolder,
  namesIn,
  readStoredJson,
  writeFileSafely,
  writeNewFile,
} from "../../../kernel/store/index.ts";
import { metricsOf } from "../rubric.ts";
import { keyName, sameKey } from "../verdict-store.ts";
import { stateFor } from "./agreement.ts";
import { controlVerdicts } from "./control-verdicts.ts";

export type Calibrations = readonly JudgeCalibration[];

/** Beside the retrieval suite's calibrations. */
export const CALIBRATIONS = join("calibration", "judge");

/** Every calibration ever made, by key; the current one is beside this folder. */
const HISTORY = "history";

export type SavedCalibration = {
  /** The new one, with the earlier controls. */
  calibration: JudgeCalibration;
  /** The file that counts from now on. */
  path: string;
  /** The file of the new one, even if another counts. */
  history: string;
  /** Why an older one still counts. */
  kept?: string;
};

/** A calibration on fewer sessions does not replace one on more, unless `replace` is set. Earlier controls still count. */
export async function saveCalibration(
  folder: string,
  made: JudgeCalibration,
  { replace = false }: { replace?: boolean } = {},
): Promise<SavedCalibration> {
  const name = keyName(made.key);
  const path = join(folder, `${name}.json`);
  const before = exists(path) ? readCalibration(path) : undefined;
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
    made.controls.length === 0 && controls.length > 0 ? ["Earlier null controls are kept."] : [];
  const calibration = heldToControls({
    ...made,
    controls,
    notes: [...made.notes, ...stillCount],
  });
  await writeFileSafely(path, asText(older ? heldToControls({ ...older, controls }) : calibration));
  return {
    calibration,
    path,
    history,
    ...(older && {
      kept: `The calibration of ${older.at} on ${counted(older.sessions.length, "session")} stays in use; this one covers ${made.sessions.length}. Use --replace to replace it.`,
    }),
  };
}

const asText = (calibration: JudgeCalibration): string => `${JSON.stringify(calibration, null, 2)}\n`;

/** The last result of each control on each session. */
const joined = (before: readonly ControlResult[], now: readonly ControlResult[]): ControlResult[] => [
  ...before.filter(
    ({ name, sessionId }) => !now.some((each) => each.name === name && each.sessionId === sessionId),
  ),
  ...now,
];

export function readCalibrations(folder: string): Calibrations {
  return namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readCalibration(join(folder, name)));
}

function readCalibration(path: string): JudgeCalibration {
  const unreadable = (problem: string) =>
    new HarnessError({
      code: "bad-calibration",
      message: `${path} is not a calibration of a judge: ${problem}.`,
      remedy: "Remove it, and calibrate again with `rehearse judge --calibrate`.",
    });
  return heldToControls(readStoredJson(path, shape, unreadable));
}

type StateOf = { state: CalibrationState; why: string };

/** How far a judge can be trusted in one metric. Calibrations with another model, rubric or prompt do not count. */
export function stateOf(calibrations: Calibrations, key: JudgeKey, metric: QualityMetric): StateOf {
  const own = calibrations.find((calibration) => sameKey(calibration.key, key))?.metrics[metric];
  if (own) return { state: own.state, why: own.why };
  const once = calibrations.filter(
    ({ metrics }) => (metrics[metric]?.state ?? "uncalibrated") !== "uncalibrated",
  );
  const nearest = once
    .map((calibration) => ({ calibration, differs: differences(calibration.key, key) }))
    .sort((a, b) => a.differs.length - b.differs.length)[0];
  if (!nearest) return { state: "uncalibrated", why: "this judge was not compared with scores by people" };
  return { state: "stale", why: `the calibration used another ${nearest.differs.join(", ")}` };
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

/** A judge that fails a control is uncalibrated, however well it agrees with people. States follow from the stored numbers. */
function heldToControls(calibration: JudgeCalibration): JudgeCalibration {
  const failed = controlVerdicts(calibration.controls).flatMap(({ verdict, why }) =>
    verdict === "failed" ? [why] : [],
  );
  const held = (agreement: MetricAgreement): MetricAgreement => {
    const { state, why } = stateFor(agreement);
    return state === "uncalibrated" || failed.length === 0
      ? { ...agreement, state, why }
      : {
          ...agreement,
          state: "uncalibrated",
          why: `failed null controls (${failed.join("; ")}), though it agrees with people: ${why}`,
        };
  };
  return {
    ...calibration,
    metrics: Object.fromEntries(
      Object.entries(calibration.metrics).map(([metric, agreement]) => [metric, held(agreement)]),
    ),
  };
}
