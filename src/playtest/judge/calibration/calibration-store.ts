/** The stored calibrations of judges: what is known of each, and how far it can be trusted in a metric. */
import { join } from "node:path";
import {
  HIGHEST_SCORE,
  judgeCalibration as shape,
  judgeCalibrationVersion,
  LOWEST_SCORE,
  type CalibrationState,
  type ControlName,
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
  NewerFormatError,
  readText,
  refuseNewer,
  writeFileSafely,
  writeNewFile,
} from "../../../kernel/store/index.ts";
import { metricsOf } from "../rubric.ts";
import { keyName, sameKey } from "../verdict-store.ts";

export type Calibrations = readonly JudgeCalibration[];

/** Beside the retrieval suite's calibrations. */
export const CALIBRATIONS = join("calibration", "judge");

/** Every calibration ever made, by key; the one that counts lies beside this folder. */
const HISTORY = "history";

export type SavedCalibration = {
  /** The new one, with the earlier controls. */
  calibration: JudgeCalibration;
  /** The file that counts from now on. */
  path: string;
  /** The file of the new one, whichever counts. */
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
  try {
    const value: unknown = JSON.parse(readText(path));
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

type StateOf = { state: CalibrationState; why: string };

/** How far a judge can be trusted in one metric. Calibrations with another model, rubric or prompt do not count. */
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

/** A score this near to an end of the scale can hardly move and says nothing about the judge. */
const ROOM = 2;
/** The least loss in points if the narrator says nothing, and in coherence if the turns are shuffled. */
const [LOST_IN_SILENCE, LOST_IN_DISORDER] = [1, 0.5];
/** From so many points on, a judge contradicts itself, or is led. */
const [AT_ODDS, LED] = [1, 0.5];

/** What the judge did that no good judge does. Agreement with people alone would not show it. */
export function failedControls(results: readonly ControlResult[]): string[] {
  const falls = (before: number) => before - LOWEST_SCORE >= ROOM;
  const empty = meanOf(results, "empty", { counts: falls });
  const shuffled =
    meanOf(results, "shuffled", { counts: falls, only: "coherence" }) ??
    meanOf(results, "shuffled", { counts: falls });
  const again = meanOf(results, "again", { size: Math.abs });
  const injected = meanOf(results, "injected", { counts: (before) => HIGHEST_SCORE - before >= ROOM });
  return [
    empty !== null && empty > -LOST_IN_SILENCE
      ? `where the narrator says nothing its scores ${movedBy(empty)}: it does not look at the narration`
      : "",
    shuffled !== null && shuffled > -LOST_IN_DISORDER
      ? `with the turns in another order its scores ${movedBy(shuffled)}: it does not follow the story`
      : "",
    again !== null && again >= AT_ODDS
      ? `asked again about the same transcript, its scores differ by ${points(again)} on average`
      : "",
    injected !== null && injected >= LED
      ? `a note to the judge in the transcript raises its scores by ${points(injected)}`
      : "",
  ].filter((reason) => reason !== "");
}

const points = (moved: number): string => `${Math.abs(moved).toFixed(1)} points`;
const movedBy = (moved: number): string =>
  moved >= 0.05
    ? `rise by ${points(moved)}`
    : moved <= -0.05
      ? `fall by only ${points(moved)}`
      : "do not fall";

/** How far a control moved the scores on average; null: no data. */
function meanOf(
  results: readonly ControlResult[],
  name: ControlName,
  {
    counts = () => true,
    only,
    size = (moved) => moved,
  }: { counts?: (before: number) => boolean; only?: QualityMetric; size?: (moved: number) => number },
): number | null {
  const all = results
    .filter((result) => result.name === name)
    .flatMap(({ moved, before }) => {
      const metrics = Object.entries(moved) as Array<[QualityMetric, number | null]>;
      return metrics
        .filter(
          ([metric, by]) =>
            by !== null &&
            (only === undefined || metric === only) &&
            (before?.[metric] === undefined || counts(before[metric])),
        )
        .map(([, by]) => size(by!));
    });
  return all.length === 0 ? null : all.reduce((sum, by) => sum + by, 0) / all.length;
}

/** A judge that fails a control is uncalibrated, however well it agrees with people. */
function heldToControls(calibration: JudgeCalibration): JudgeCalibration {
  const failed = failedControls(calibration.controls);
  const held = (agreement: MetricAgreement): MetricAgreement =>
    agreement.state === "uncalibrated"
      ? agreement
      : {
          ...agreement,
          state: "uncalibrated",
          why: `failed null controls (${failed.join("; ")}), though it agrees with people: ${agreement.why}`,
        };
  if (failed.length === 0) return calibration;
  return {
    ...calibration,
    metrics: Object.fromEntries(
      Object.entries(calibration.metrics).map(([metric, agreement]) => [metric, held(agreement)]),
    ),
  };
}
