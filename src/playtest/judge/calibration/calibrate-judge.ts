/** Compares people's and judges' scores of the same sessions: `rehearse judge --calibrate`. */
import { resolve } from "node:path";
import {
  formatVersion,
  type JudgeCalibration,
  type JudgeVerdict,
  type Label,
  type SavedCalibration,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { hasScores, keyName, newestOf, sameKey, verdictsOn } from "../verdict-store.ts";
import { saveCalibration } from "./calibration-store.ts";
import { calibrationVerdict } from "./calibration-verdict.ts";
import { bothScores, orderOf, ordersAsPeople, type ComparedSession } from "./clear-pairs.ts";
import { runControls, type CalibratedJudge, type ControlOptions } from "./controls.ts";
import { opinionsOf, readLabels } from "./human-labels.ts";

type CalibrateOptions = Omit<ControlOptions, "judge"> & {
  dirs: readonly string[];
  /** Only judges requested by this name or label, or that answered with this id. */
  judge?: string;
  folder: string;
};

type Session = {
  dir: string;
  sessionId: string;
  opinions: ReadonlyMap<string, Label["scores"]>;
  verdicts: JudgeVerdict[];
};

export async function calibrateJudges(
  harness: Harness,
  options: CalibrateOptions,
): Promise<SavedCalibration[]> {
  // A session named twice counts once: counted twice it would narrow the interval.
  const dirs = [...new Map(options.dirs.map((dir) => [resolve(dir), dir])).values()];
  const sessions = dirs.map(readSession);
  const judges = judgesOf(sessions, options.judge);
  if (judges.length === 0)
    throw new HarnessError({
      code: "nothing-to-do",
      message: `No session has scores by a person and by ${options.judge ?? "a judge"} on its current turns.`,
      remedy: "Score sessions with `rehearse judge label`, and judge the same ones with `rehearse judge`.",
    });
  const calibrated: SavedCalibration[] = [];
  for (const judge of judges) {
    const calibration = await calibrate(harness, sessions, { ...options, judge });
    calibrated.push({ ...calibration, path: await saveCalibration(options.folder, calibration) });
  }
  return calibrated;
}

function readSession(dir: string): Session {
  const { state } = loadLatest(dir);
  return {
    dir,
    sessionId: state.sessionId,
    opinions: opinionsOf(readLabels(dir)),
    verdicts: verdictsOn(state, dir).filter(hasScores),
  };
}

/** Those with scores of a session that a person scored too. */
function judgesOf(sessions: readonly Session[], wanted: string | undefined): CalibratedJudge[] {
  const judges = sessions
    .filter(({ opinions }) => opinions.size > 0)
    .flatMap(({ verdicts }) => verdicts)
    .map(({ key, judge: { asked, label } }): CalibratedJudge => ({ key, asked, label }))
    .filter(({ key, asked, label }) => !wanted || [asked, label, key.model].includes(wanted));
  return [...new Map(judges.map((judge) => [keyName(judge.key), judge])).values()];
}

async function calibrate(
  harness: Harness,
  sessions: readonly Session[],
  options: ControlOptions,
): Promise<JudgeCalibration> {
  const { key, ...judge } = options.judge;
  const compared = sessions.flatMap(({ dir, sessionId, opinions, verdicts }): ComparedSession[] => {
    // The verdict that counts everywhere else: asking again must not allow a choice.
    const verdict = newestOf(verdicts.filter((each) => sameKey(each.key, key)));
    const scores = verdict && bothScores(verdict, opinions);
    return scores ? [{ dir, sessionId, verdict, ...scores }] : [];
  });
  const { effective, ...order } = orderOf(compared);
  const cautions: string[] = [];
  const unused = counted(sessions.length - compared.length, "session");
  if (sessions.length > compared.length)
    cautions.push(`Not used: ${unused} without scores by a person, or by this judge on its turns.`);
  // Only a judge that orders sessions as people do is worth the calls.
  const { tried, problem } = ordersAsPeople(order)
    ? await runControls(harness, compared, options)
    : { tried: [] };
  if (problem !== undefined) cautions.push(`Not all controls were tried: ${problem}.`);
  const people = [...new Set(sessions.flatMap(({ opinions }) => [...opinions.keys()]))].sort();
  const found = { judge, people, controls: tried };
  return {
    version: formatVersion,
    key,
    at: harness.clock.date().toISOString(),
    ...found,
    sessions: compared.map(({ sessionId }) => sessionId),
    order,
    usable: ordersAsPeople(order) && tried.every(({ passed }) => passed),
    verdict: calibrationVerdict({
      ...found,
      order: { ...order, effective },
      sessions: compared,
      cautions,
    }),
  };
}
