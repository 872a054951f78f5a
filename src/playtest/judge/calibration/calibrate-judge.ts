/**
 * Compares people's and judges' scores of the same sessions, and runs the null controls: `rehearse judge --calibrate`.
 */
import { resolve } from "node:path";
import {
  formatVersion,
  type JudgeCalibration,
  type JudgeKey,
  type Rubric,
  type Verdict,
} from "../../../contract/index.ts";
import type { Budget } from "../../../kernel/budget/index.ts";
import { dice } from "../../../kernel/dice/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { loadLatest } from "../../readings/index.ts";
import { askedKey } from "../judge-session.ts";
import { hasScores, keyName, newestOf, sameKey, verdictsOn } from "../verdict-store.ts";
import { agreement, type Rated } from "./agreement.ts";
import { saveCalibration, type SavedCalibration } from "./calibration-store.ts";
import { opinionsOf, readLabels } from "./human-labels.ts";
import { controlsToAsk, runControls } from "./null-controls.ts";

export type CalibrateOptions = {
  dirs: readonly string[];
  rubric: Rubric;
  /** Only judges requested by this name or label, or that answered with this id. */
  judge?: string;
  folder: string;
  /** The number of sessions for the null controls; 0: none. */
  controlSessions: number;
  /** Let a calibration on fewer sessions replace one on more. */
  replace?: boolean;
  budget?: Budget;
  signal?: AbortSignal;
  /** Called before model calls. */
  onControls?: (plan: ControlPlan) => void;
};

/** The judgings that the null controls still need. `usd` is estimated from the verdicts on the same sessions; null: unknown. */
export type ControlPlan = { judge: string; sessions: number; judgings: number; usd: number | null };

type Session = { dir: string; sessionId: string; people: Rated["people"]; verdicts: Verdict[] };

export async function calibrateJudges(
  harness: Harness,
  options: CalibrateOptions,
): Promise<{ calibrated: SavedCalibration[]; notes: string[] }> {
  // A session named twice counts once: counted twice it would narrow the intervals.
  const sessions = [...new Map(options.dirs.map((dir) => [resolve(dir), dir])).values()].map(readSession);
  const notes = sessions.flatMap(({ dir, people, verdicts }) =>
    people.size === 0
      ? [`${dir} has no scores by a person: run rehearse label ${dir}`]
      : verdicts.length === 0
        ? [`${dir} has no verdict with scores for its current turns: run rehearse judge ${dir}`]
        : [],
  );
  const usable = sessions.filter(({ people, verdicts }) => people.size > 0 && verdicts.length > 0);
  const wanted = ({ judge, key }: Verdict) =>
    options.judge === undefined || [judge.asked, judge.label, key.model].includes(options.judge);
  const keys = new Map(
    usable.flatMap(({ verdicts }) => verdicts.filter(wanted).map(({ key }) => [keyName(key), key] as const)),
  );
  if (keys.size === 0)
    throw new HarnessError({
      code: "nothing-to-calibrate",
      message: [
        `None of ${counted(sessions.length, "session")} has both scores by a person and a verdict${options.judge === undefined ? "" : ` of ${options.judge}`}.`,
        ...notes.slice(0, 5).map((note) => `  ${note}`),
      ].join("\n"),
      remedy: "Score them with `rehearse label`, and judge them with `rehearse judge`.",
    });
  const calibrated: SavedCalibration[] = [];
  for (const key of keys.values())
    calibrated.push(await calibrateKey(harness, { ...options, key, sessions: usable }));
  return { calibrated, notes };
}

function readSession(dir: string): Session {
  const { state } = loadLatest(dir);
  return {
    dir,
    sessionId: state.sessionId,
    people: opinionsOf(readLabels(dir)),
    verdicts: verdictsOn(state, dir).filter(hasScores),
  };
}

async function calibrateKey(
  harness: Harness,
  {
    key,
    sessions,
    rubric,
    folder,
    controlSessions,
    replace,
    budget,
    signal,
    onControls,
  }: CalibrateOptions & { key: JudgeKey; sessions: readonly Session[] },
): Promise<SavedCalibration> {
  const judged = sessions.flatMap((session) => {
    // The verdict that counts everywhere else: asking again must not allow a choice.
    const verdict = newestOf(session.verdicts.filter((each) => sameKey(each.key, key)));
    return verdict ? [{ ...session, verdict }] : [];
  });
  const rated = judged.map(({ sessionId, people, verdict }): Rated => ({
    sessionId,
    people,
    judge: Object.fromEntries(Object.entries(verdict.scores).map(([metric, { score }]) => [metric, score])),
  }));
  const { controls, notes } = await controlsOf();
  const made: JudgeCalibration = {
    version: formatVersion,
    key,
    at: harness.clock.date().toISOString(),
    sessions: judged.map(({ sessionId }) => sessionId),
    people: [...new Set(judged.flatMap(({ people }) => [...people.keys()]))].sort(),
    metrics: agreement(rated),
    controls,
    notes,
  };
  return saveCalibration(folder, made, { replace });

  async function controlsOf(): Promise<Pick<JudgeCalibration, "controls" | "notes">> {
    if (controlSessions === 0)
      return { controls: [], notes: ["The null controls were not run: --controls 0."] };
    const model = harness.catalog.resolve(judged[0]!.verdict.judge.asked);
    const now = askedKey({ model, rubric });
    const changed = [
      now.rubric === key.rubric ? "" : "rubric",
      now.prompt === key.prompt ? "" : "prompt",
    ].filter((part) => part !== "");
    if (changed.length > 0)
      return {
        controls: [],
        notes: [
          `The null controls were not run: the ${changed.join(" and the ")} of these verdicts ${changed.length === 1 ? "is" : "are"} not available${changed[0] === "rubric" ? " (give it with --rubric)" : ""}.`,
        ],
      };
    const chosen = drawn(judged, controlSessions).map(({ dir, verdict }) => ({
      dir,
      verdict,
      model,
      rubric,
      state: loadLatest(dir).state,
    }));
    const toAsk = chosen
      .map((each) => ({ ...each, judgings: controlsToAsk(each) }))
      .filter(({ judgings }) => judgings > 0);
    if (toAsk.length > 0) {
      harness.requireReady([{ role: "judge", model }], budget?.cap);
      const priced = toAsk.every(({ verdict }) => verdict.cost.unpriced === 0);
      onControls?.({
        judge: key.model,
        sessions: toAsk.length,
        judgings: toAsk.reduce((sum, { judgings }) => sum + judgings, 0),
        usd: priced
          ? toAsk.reduce((sum, { judgings, verdict }) => sum + judgings * verdict.cost.total, 0)
          : null,
      });
    }
    const ran = [];
    for (const each of chosen) ran.push(await runControls(harness, { ...each, budget, signal }));
    return { controls: ran.flatMap(({ results }) => results), notes: ran.flatMap(({ notes }) => notes) };
  }
}

/**
 * A random sample, always the same, and part of any larger one. Choosing by the verdicts would keep those that chance
 * moved, and choosing middling sessions would hide how far sessions differ.
 */
const drawn = <Each extends { sessionId: string }>(judged: readonly Each[], count: number): Each[] =>
  judged
    .map((each) => ({ each, at: dice("null controls", each.sessionId).next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ each }) => each);
