/** Resumes a session after a crash, a stop or a spent budget. Answered calls are not made again. */
import { basename, join } from "node:path";
import type { Note, SessionResult } from "../../contract/index.ts";
import { atMostOf } from "../../kernel/journal/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { exists } from "../../kernel/store/index.ts";
import { awaitsJudge, storedOn } from "../judge/index.ts";
import { isComplete, loadLatest, NONE } from "../readings/index.ts";
import { ownPart, type SessionState } from "../session/index.ts";
import { requireSession } from "./cast-session.ts";
import { failedBefore, lastResult } from "./result-files.ts";
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
import { lostCallsIn, spentAfterPlay } from "./session-costs.ts";

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
  const { state, played: unread } = loadLatest(dir);
  const finished = finishedResult(dir, state);
  if (finished) return { result: finished, state, wasOver: true };
  const cap = sharedBudget ? sharedBudget.cap : budgetInForce(harness, dir, state, budget);
  const lost = lostCallsIn(dir);
  if (lost) throw lost;
  await requireSession(harness, unread.config, cap);
  const run = await harness.openRun(dir, {
    seed: diceSeed(state.config),
    session: plannedAs,
    cap,
    elsewhere: atMostOf(spentAfterPlay(dir)),
    budget: sharedBudget,
  });
  try {
    // Read again under the lock: another process may have continued meanwhile.
    const { state: read, played, chain } = loadLatest(dir);
    onNotes?.(run.notes);
    return await runSession({
      harness,
      run,
      state: played,
      chain,
      limit: limitFor(dir, read, turns),
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

/** Undefined: something is left to play, to read or to judge. */
export function finishedResult(dir: string, state: SessionState): SessionResult | undefined {
  const { ending, turn, config, readAfterwards } = state;
  const { records, readings } = ownPart(state);
  const read = readings.filter(isComplete).length;
  if (config.observerModel !== NONE && !readAfterwards && read < records.length) return undefined;
  const result = ending && exists(join(dir, "report.md")) ? lastResult(dir) : undefined;
  if (result?.turns !== turn || result.outcome !== ending?.outcome) return undefined;
  const toJudge =
    config.judgeModel !== undefined &&
    failedBefore(config, result) === undefined &&
    (result.judged === undefined || awaitsJudge(config, storedOn(state, dir)));
  return toJudge ? undefined : { ...result, dir };
}
