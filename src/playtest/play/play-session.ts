import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { SessionConfig, SessionResult } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { atMostOf, lostAtMost, lostText, requireWhole } from "../../kernel/journal/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { saveStart } from "../checkpoint/index.ts";
import { awaitsJudge, storedOn } from "../judge/index.ts";
import { loadLatest, NONE } from "../readings/index.ts";
import { newSession, type SessionState } from "../session/index.ts";
import { requireSession } from "./cast-session.ts";
import { goOn, lastAskedTurn, type Played, type Stop, type Watch } from "./go-on.ts";
import { lostFrom } from "./lost-from.ts";
import { playedFor } from "./played-for.ts";
import { spentOnJudging } from "./spent-on.ts";
import { lastResult } from "./stored-result.ts";

/** One purse for many sessions, which knows already what each of them has spent before. */
export type SharedBudget = { sharedBudget?: Budget };

/** What recordings know a session by, where its id is another each time. */
export type PlannedAs = { plannedAs?: string };

/** Plays a session from its beginning, in a folder of its own below `out`. */
export async function playSession(
  harness: Harness,
  {
    config,
    out,
    sessionId,
    sharedBudget,
    plannedAs = sessionId,
    ...watch
  }: Watch & SharedBudget & PlannedAs & { config: SessionConfig; out: string; sessionId: string },
): Promise<Played> {
  await requireSession(harness, config);
  const run = await harness.openRun(join(out, sessionId), {
    seed: diceSeed(config),
    session: plannedAs,
    cap: config.budget,
    budget: sharedBudget,
  });
  try {
    const state = newSession({ sessionId, config });
    const chain = await saveStart(run.dir, state);
    return await goOn({ harness, run, state, chain, ...watch });
  } finally {
    await run.close();
  }
}

export type ResumeOptions = Watch &
  SharedBudget &
  PlannedAs & {
    /** A budget for the whole session, what is spent included; otherwise the one it was played with. */
    budget?: number;
    /** Play only so many turns on. */
    turns?: number;
    onNotes?: (notes: string[]) => void;
  };

/** Goes on after a crash, a stop or a spent budget. Calls that were answered are not made again; a session that is over stays as it is. */
export async function resumeSession(
  harness: Harness,
  dir: string,
  { budget, sharedBudget, turns, onNotes, plannedAs = basename(dir), ...watch }: ResumeOptions = {},
): Promise<Played> {
  const { state } = loadLatest(dir);
  const finished = finishedResult(dir, state);
  if (finished) return { result: finished, state, wasOver: true };
  const cap = sharedBudget ? sharedBudget.cap : budgetInForce(harness, dir, state, budget);
  const lost = lostFrom(dir);
  // Who shares a budget has looked at all who do.
  if (!sharedBudget) requireWhole([lost], { cap, given: budget !== undefined });
  await requireSession(harness, state.config, cap);
  const run = await harness.openRun(dir, {
    seed: diceSeed(state.config),
    session: plannedAs,
    cap,
    elsewhere: atMostOf(spentOnJudging(dir)) + lostAtMost(lost),
    budget: sharedBudget,
  });
  try {
    // Read again under the lock: another process may have gone on meanwhile.
    const { notes, state: read, played, chain } = loadLatest(dir);
    const noted = { ...run, notes: [...run.notes, ...notes] };
    onNotes?.([...(lost ? [lostText(lost)] : []), ...run.damage, ...noted.notes]);
    return await goOn({
      harness,
      run: noted,
      state: played,
      chain,
      before: playedFor(played, lastResult(dir)),
      stop: stopFor(dir, read, turns),
      lost,
      ...watch,
    });
  } finally {
    await run.close();
  }
}

/** A budget that was given last holds, not only the first: who raised it would not understand to be stopped by the old one. */
export const budgetInForce = (
  { settings }: Harness,
  dir: string,
  { config }: SessionState,
  given?: number,
): number | undefined => given ?? lastResult(dir)?.budget ?? config.budget ?? settings.budget;

/** A branch that was stopped before its turns were played and judged stops after that; then it goes on to its end. */
function stopFor(dir: string, state: SessionState, asked: number | undefined): Stop | undefined {
  if (asked !== undefined) return { at: state.turn + asked, asked };
  const at = lastAskedTurn(state);
  if (at === undefined || state.turn > at) return undefined;
  // Killed after its last turn and before its end: it is still to end there.
  const last = lastResult(dir);
  const hasStopped = last?.outcome === "stopped" && last.turns === at;
  return state.turn < at || !hasStopped || awaitsJudge(state.config, storedOn(state, dir))
    ? { at, asked: state.branchedFrom!.turns! }
    : undefined;
}

/** The result of a session that is over, where nothing is left to be written. */
function finishedResult(dir: string, state: SessionState): SessionResult | undefined {
  const { ending, turn, config, readings } = state;
  // A session that nobody has read at all is from before there were readings.
  if (config.observerModel !== NONE && readings.length > 0 && readings.length < turn) return undefined;
  const result = ending && existsSync(join(dir, "report.md")) ? lastResult(dir) : undefined;
  if (result?.turns !== turn || result.outcome !== ending?.outcome) return undefined;
  const toJudge =
    config.judgeModel !== undefined &&
    (result.judged === undefined || awaitsJudge(config, storedOn(state, dir)));
  return toJudge ? undefined : { ...result, dir };
}

/** What embedded models draw from: replicates of one seed differ, replicate 0 is the parent's. */
export const diceSeed = ({ seed, replicate }: SessionConfig): string => `${seed}/${replicate}`;
