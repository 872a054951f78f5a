import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AbPlan, ArmWish, SessionResult } from "../../contract/index.ts";
import type { Work } from "../../kernel/engine/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { turnsIn } from "../checkpoint/index.ts";
import { branchSession, lastResult, resumeSession, type SharedBudget } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";

/** One short replay: of an arm in a pair, of the unchanged checkpoint for the noise floor, or in the search for a turn. */
export type Replay = {
  sessionId: string;
  checkpoint: number;
  replicate: number;
  wish: ArmWish & { maxTurns?: number };
};

/** What all replays of a plan have in common. */
export type ReplayPlan = Pick<AbPlan, "turns" | "observer" | "judge"> & {
  checkpoints: ReadonlyArray<{ file: string; turn: number }>;
};

/** The most turns in all that let a replay have all of its own: near its parent's last turn it would be cut short. */
export const roomFor = (turns: number, { turn, config }: Pick<SessionState, "turn" | "config">): number =>
  Math.max(config.maxTurns, turn + turns + 1);

export const sessionsOfAb = (dir: string): string => join(dir, "sessions");

/** Plays it from wherever it stands; what is finished is left as it is. */
export function playReplay(
  harness: Harness,
  { dir, plan, sharedBudget }: Required<SharedBudget> & { dir: string; plan: ReplayPlan },
): Work<Replay, { outcome: string }> {
  const out = sessionsOfAb(dir);
  return {
    name: "playtest-replay",
    async run(replay, { signal }) {
      const { sessionId, checkpoint, replicate, wish } = replay;
      const done = finishedReplay(dir, plan, replay);
      if (done) return { outcome: done.outcome };
      const sessionDir = join(out, sessionId);
      const begun = existsSync(sessionDir) && turnsIn(sessionDir).length > 0;
      const played = begun
        ? await resumeSession(harness, sessionDir, { sharedBudget, signal })
        : await branchSession(harness, {
            checkpoint: join(dir, plan.checkpoints[checkpoint]!.file),
            wish: { ...wish, turns: plan.turns, observer: plan.observer, judge: plan.judge },
            replicate,
            out,
            sessionId,
            sharedBudget,
            signal,
          });
      if (played.stopped) throw played.stopped;
      return { outcome: played.result.outcome };
    },
  };
}

/** Its result, where its turns are played, or its story is over. */
export function finishedReplay(
  dir: string,
  { checkpoints, turns, judge }: ReplayPlan,
  { sessionId, checkpoint }: Replay,
): SessionResult | undefined {
  const result = lastResult(join(sessionsOfAb(dir), sessionId));
  if (!result) return undefined;
  const isOver =
    ["completed", "timeout", "failed"].includes(result.outcome) ||
    (result.outcome === "stopped" && result.turns === checkpoints[checkpoint]!.turn + turns);
  return isOver && (judge === undefined || result.judged !== undefined)
    ? { ...result, dir: join(sessionsOfAb(dir), sessionId) }
    : undefined;
}
