/** The stored calibrations of judges, and what they say about a judge now. */
import { join } from "node:path";
import {
  judgeCalibration as shape,
  type JudgeCalibration,
  type JudgedSession,
  type JudgeKey,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { makeFolder, namesIn, readStoredJson, writeFileSafely } from "../../../kernel/store/index.ts";
import { keyName, sameKey } from "../verdict-store.ts";

export type Calibrations = readonly JudgeCalibration[];

/** Beside the retrieval suite's calibrations. */
export const CALIBRATIONS = join("calibration", "judge");

/** The last calibration of a judge, rubric and prompt counts. */
export async function saveCalibration(folder: string, calibration: JudgeCalibration): Promise<string> {
  const path = join(folder, `${keyName(calibration.key)}.json`);
  makeFolder(folder);
  await writeFileSafely(path, `${JSON.stringify(calibration, null, 2)}\n`);
  return path;
}

export const readCalibrations = (folder: string): Calibrations =>
  namesIn(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readCalibration(join(folder, name)));

function readCalibration(path: string): JudgeCalibration {
  const unreadable = (problem: string) =>
    new HarnessError({
      code: "damaged-file",
      message: `${path} is not a calibration of a judge: ${problem}.`,
      remedy: "Remove it, and calibrate again with `rehearse judge --calibrate`.",
    });
  return readStoredJson(path, shape, unreadable);
}

export function stateOf(calibrations: Calibrations, key: JudgeKey): JudgedSession["calibration"] {
  const own = calibrations.find((calibration) => sameKey(calibration.key, key));
  if (own) return { state: own.usable ? "usable" : "not usable", why: own.verdict.headline };
  return { state: "not calibrated", why: "take its scores as one opinion" };
}

/** Whether the last calibration of a judge that is still to be asked says usable. Which id answers is not known yet. */
export function isUsable(calibrations: Calibrations, { model, rubric, prompt }: JudgeKey): boolean {
  const last = calibrations
    .filter(({ judge, key }) => judge.label === model && key.rubric === rubric && key.prompt === prompt)
    .reduce<JudgeCalibration | undefined>((a, b) => (a === undefined || b.at >= a.at ? b : a), undefined);
  return last?.usable ?? false;
}
