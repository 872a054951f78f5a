/** Compares people's and judges' scores of the same sessions: `rehearse judge --calibrate`. */
import { resolve } from "node:path";
import {
  formatVersion,
  type JudgeKey,
  type JudgeCalibration,
  type JudgeVerdict,
  type Label,
  type SavedCalibration,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Clock } from "../../../kernel/clock/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { hasScores, keyName, newestOf, sameKey, verdictsOn } from "../verdict-store.ts";
import { CALIBRATIONS, saveCalibration } from "./calibration-store.ts";
import { calibrationVerdict } from "./calibration-verdict.ts";
import { bothScores, orderOf, ordersAsPeople, type ComparedSession } from "./clear-pairs.ts";
import { opinionsOf, readLabels } from "./human-labels.ts";

type CalibrateOptions = {
  dirs: readonly string[];
  /** Only judges requested by this name or label, or that answered with this id. */
  judge?: string;
};

/** The name and the label of the requested model, and what answered. */
type CalibratedJudge = { key: JudgeKey; asked: string; label: string };

type Session = {
  dir: string;
  sessionId: string;
  opinions: ReadonlyMap<string, Label["scores"]>;
  verdicts: JudgeVerdict[];
};

export async function calibrateJudges(
  { clock }: { clock: Clock },
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
    const calibration = calibrate(sessions, judge, clock.date().toISOString());
    calibrated.push({ ...calibration, path: await saveCalibration(CALIBRATIONS, calibration) });
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

function calibrate(
  sessions: readonly Session[],
  { key, ...judge }: CalibratedJudge,
  at: string,
): JudgeCalibration {
  const compared = sessions.flatMap(({ dir, sessionId, opinions, verdicts }): ComparedSession[] => {
    // The verdict that counts everywhere else: asking again must not allow a choice.
    const verdict = newestOf(verdicts.filter((each) => sameKey(each.key, key)));
    const scores = verdict && bothScores(verdict, opinions);
    return scores ? [{ dir, sessionId, verdict, ...scores }] : [];
  });
  const order = orderOf(compared);
  const cautions: string[] = [];
  const unused = counted(sessions.length - compared.length, "session");
  if (sessions.length > compared.length)
    cautions.push(`Not used: ${unused} without scores by a person, or by this judge on its turns.`);
  const people = [...new Set(sessions.flatMap(({ opinions }) => [...opinions.keys()]))].sort();
  const found = { judge, people };
  return {
    version: formatVersion,
    key,
    at,
    ...found,
    sessions: compared.map(({ sessionId }) => sessionId),
    order,
    usable: ordersAsPeople(order),
    verdict: calibrationVerdict({
      ...found,
      order,
      sessions: compared,
      cautions,
    }),
  };
}
