import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { judgeCalibration as shape, type CalibrationState, type JudgeCalibration, type JudgeKey, type QualityMetric, type Rubric } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError, makeFolder, writeFileSafely } from "../../kernel/store/index.ts";
import { metricsOf } from "./judge-prompt.ts";
import { keyName, sameKey } from "./verdict-store.ts";

/** All calibrations of a workspace. */
export type Calibrations = readonly JudgeCalibration[];

/** Beside the retrieval suite's calibrations. */
export const CALIBRATIONS = join("calibration", "judge");

/** The newest of a key takes the place of the one before: it was made of all labels that there are. */
export async function saveCalibration(folder: string, calibration: JudgeCalibration): Promise<string> {
  makeFolder(folder);
  const path = join(folder, `${keyName(calibration.key)}.json`);
  await writeFileSafely(path, `${JSON.stringify(calibration, null, 2)}\n`);
  return path;
}

export function readCalibrations(folder: string): Calibrations {
  if (!existsSync(folder)) return [];
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  } catch (error) {
    throw fileError(error, { doing: "read", path: folder });
  }
  return names.map((name) => {
    const path = join(folder, name);
    try {
      return shape.parse(JSON.parse(readFileSync(path, "utf8")));
    } catch (error) {
      throw new HarnessError({ code: "bad-calibration", message: `${path} is no calibration of a judge.`, remedy: "Move it away, and make it anew with `rehearse judge --calibrate`.", cause: error });
    }
  });
}

export type StateOf = { state: CalibrationState; why: string };

/** How far a judge can be trusted in one metric. What was found out about another model, rubric or prompt does not count for this one. */
export function stateOf(calibrations: Calibrations, key: JudgeKey, metric: QualityMetric): StateOf {
  const own = calibrations.find((calibration) => sameKey(calibration.key, key))?.metrics[metric];
  if (own) return { state: own.state, why: own.why };
  const once = calibrations.filter(({ metrics }) => metrics[metric]?.state === "calibrated" || metrics[metric]?.state === "trusted");
  const nearest = once.map((calibration) => ({ calibration, differs: differences(calibration.key, key) })).sort((a, b) => a.differs.length - b.differs.length)[0];
  if (!nearest) return { state: "uncalibrated", why: "no person's scores were compared with this judge's" };
  return { state: "stale", why: `what was calibrated had another ${nearest.differs.join(", ")}` };
}

const differences = (a: JudgeKey, b: JudgeKey): string[] => (["model", "rubric", "prompt"] as const).filter((part) => a[part] !== b[part]).map((part) => (part === "model" ? `model (${a.model})` : part));

export const statesOf = (calibrations: Calibrations, key: JudgeKey, rubric: Rubric): Partial<Record<QualityMetric, CalibrationState>> =>
  Object.fromEntries(metricsOf(rubric).map((metric) => [metric, stateOf(calibrations, key, metric).state]));
