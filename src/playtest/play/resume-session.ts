/** Resumes a session after a crash, a stop or a spent budget. Answered calls are not made again. */
import { basename, join } from "node:path";
import type { Note, SessionResult } from "../../contract/index.ts";
import { atMostOf, lostAtMost, lostNotes, requireWhole } from "../../kernel/journal/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { awaitsJudge, storedOn } from "../judge/index.ts";
import { isComplete, loadLatest, NONE } from "../readings/index.ts";
import type { SessionState } from "../session/index.ts";
import { requireSession } from "./cast-session.ts";
import { lastResult } from "./result-files.ts";
import {
  diceSeed,
  lastTurnOfBranch,
  runSession,
  type PlannedAs,
  type Played,
  type SharedBudget,
  type TurnLimit,
  type Watch,
} from "./run-session.ts";
import { findLostCalls, spentOnJudging } from "./session-spending.ts";

type ResumeOptions = Watch &
  SharedBudget &
  PlannedAs & {
    /** For the whole session, including earlier spending; by default the session's budget. */
    budget?: number;
    /** Stop after this many more turns. */
    turns?: number;
    onNotes?: (notes: Note[]) => void;
  };

/** A finished session is unchanged. */
export async function resumeSession(
  harness: Harness,
  dir: string,
  { budget, sharedBudget, turns, onNotes, plannedAs = basename(dir), ...watch }: ResumeOptions = {},
): Promise<Played> {
  const { state } = loadLatest(dir);
  const finished = finishedResult(dir, state);
  if (finished) return { result: finished, state, wasOver: true };
  const cap = sharedBudget ? sharedBudget.cap : budgetInForce(harness, dir, state, budget);
  const lost = findLostCalls(dir);
  // The owner of a shared budget has checked all its sessions.
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
    // Read again under the lock: another process may have continued meanwhile.
    const { state: read, played, chain } = loadLatest(dir);
    onNotes?.([...lostNotes(lost), ...run.notes]);
    return await runSession({
      harness,
      run,
      state: played,
      chain,
      playedMs: playingTime(played, lastResult(dir)),
      limit: limitFor(dir, read, turns),
      lost,
      ...watch,
    });
  } finally {
    await run.close();
  }
}

/** The latest budget: after it was raised, the first must not stop the session. */
const budgetInForce = (
  { settings }: Harness,
  dir: string,
  { config }: SessionState,
  given?: number,
): number | undefined => given ?? lastResult(dir)?.budget ?? config.budget ?? settings.budget;

/** A branch stops once its planned turns are played and judged. Resumed after that, it plays to its end. */
function limitFor(dir: string, state: SessionState, turns: number | undefined): TurnLimit | undefined {
  if (turns !== undefined) return { lastTurn: state.turn + turns, turns };
  const lastTurn = lastTurnOfBranch(state);
  if (lastTurn === undefined || state.turn > lastTurn) return undefined;
  // It may have been killed after its last turn, before its result was written.
  const last = lastResult(dir);
  const hasStopped = last?.outcome === "stopped" && last.turns === lastTurn;
  return state.turn < lastTurn || !hasStopped || awaitsJudge(state.config, storedOn(state, dir))
    ? { lastTurn, turns: state.branchedFrom!.turns! }
    : undefined;
}

function finishedResult(dir: string, state: SessionState): SessionResult | undefined {
  const { ending, turn, config, readings } = state;
  const read = readings.filter(isComplete).length;
  if (config.observerModel !== NONE && read < turn) return undefined;
  const result = ending && exists(join(dir, "report.md")) ? lastResult(dir) : undefined;
  if (result?.turns !== turn || result.outcome !== ending?.outcome) return undefined;
  const toJudge =
    config.judgeModel !== undefined &&
    (result.judged === undefined || awaitsJudge(config, storedOn(state, dir)));
  return toJudge ? undefined : { ...result, dir };
}

/** How long a session has been played in all its runs, in ms. A killed run wrote no result, but its turns say how long they took. */
export function playingTime(
  { records, branchedFrom }: Pick<SessionState, "records" | "branchedFrom">,
  last: Pick<SessionResult, "durationMs"> | undefined,
): number {
  const own = records.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0));
  return Math.max(
    last?.durationMs ?? 0,
    own.reduce((sum, { ms }) => sum + ms, 0),
  );
}
