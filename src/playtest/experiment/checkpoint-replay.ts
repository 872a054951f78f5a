/** One short replay of a pinned checkpoint: an arm of a pair, or a probe of a bisect. */
import { join } from "node:path";
import type { SessionResult } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { branchSession, lastResult, type BranchChanges, type Played } from "../play/index.ts";
import type { SessionState } from "../session/index.ts";
import { sessionsFolder, type SessionWatch } from "./run-experiment.ts";

export type Replay = {
  sessionId: string;
  /** Which of the plan's. */
  checkpoint: number;
  replicate: number;
  wish: BranchChanges;
};

type ReplayPlan = {
  turns: number;
  observer?: string;
  checkpoints: ReadonlyArray<{ file: string; turn: number }>;
};

/** The turn limit that leaves a replay all its own turns: near its parent's last turn it would be cut short. */
export const roomFor = (turns: number, { turn, config }: Pick<SessionState, "turn" | "config">): number =>
  Math.max(config.maxTurns, turn + turns + 1);

export const startReplay = (
  harness: Harness,
  {
    dir,
    plan,
    replay: { sessionId, checkpoint, replicate, wish },
    ...watch
  }: SessionWatch & { dir: string; plan: ReplayPlan; replay: Replay },
): Promise<Played> =>
  branchSession(harness, {
    checkpoint: join(dir, plan.checkpoints[checkpoint]!.file),
    changes: { ...wish, turns: plan.turns, observer: plan.observer },
    replicate,
    out: sessionsFolder(dir),
    sessionId,
    ...watch,
  });

/** Its result, if its turns are played or its story has ended. */
export function finishedReplay(
  dir: string,
  { checkpoints, turns }: ReplayPlan,
  { sessionId, checkpoint }: Replay,
): SessionResult | undefined {
  const folder = join(sessionsFolder(dir), sessionId);
  const result = lastResult(folder);
  if (!result) return undefined;
  const isOver =
    ["completed", "timeout", "failed"].includes(result.outcome) ||
    (result.outcome === "stopped" && result.turns === checkpoints[checkpoint]!.turn + turns);
  return isOver ? { ...result, dir: folder } : undefined;
}
