/** Plans a bisect of a session that went wrong: its turns are the checkpoints that replays start from. */
import { join } from "node:path";
import { formatVersion, bisectPlan, type BisectPlan, type Points } from "../../../contract/index.ts";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { makeFolder, readText, writeFileSafely } from "../../../kernel/store/index.ts";
import { loadCheckpoint, turnPath, turnsIn } from "../../checkpoint/index.ts";
import { loadLatest, prepareFolder, saveReading } from "../../readings/index.ts";
import { branchState } from "../../play/index.ts";
import { withReadings, type SessionState, type TurnRange } from "../../session/index.ts";
import { roomFor } from "../checkpoint-replay.ts";
import { planFile } from "../experiment-files.ts";
import { criterionExamples, criterionText, recoveryOf } from "./criterion.ts";

/** The session's turns are copied here, so that the search no longer depends on the session. */
export const PINNED = "session";

export const bisectPlanFile = planFile<BisectPlan>({
  name: "bisect-plan.json",
  shape: bisectPlan,
  remedy: "Start a new bisection with `rehearse bisect`: this one cannot be resumed without its plan.",
});

export const { isIn: isBisect, read: readBisectPlan } = bisectPlanFile;

export type BisectRequest = Pick<BisectPlan, "criterion" | "turns" | "budget">;

/** Refuses a session that cannot be searched. `middle`: the state of a replay from the middle. */
export function planBisect(
  harness: Harness,
  sessionDir: string,
  wish: BisectRequest,
): { plan: BisectPlan; middle: SessionState } {
  const { state: latest, played } = about("dir", () => loadLatest(sessionDir));
  // The replays are read only if the session was read while it was played.
  const state = latest.readAfterwards ? withReadings(played, []) : latest;
  requireWrong(sessionDir, state, { ...wish, points: harness.settings.points });
  // A session that ran out of turns can get more. After any other end nothing can be replayed.
  const endedAt = state.ending && state.ending.outcome !== "timeout" ? state.turn : undefined;
  // Before the story there is nothing to lose.
  const begin = (state.records.find(({ phase }) => phase === "story")?.turn ?? 1) - 1;
  const turns = turnsIn(sessionDir).filter((turn) => turn >= begin && turn !== endedAt);
  if (turns.length < 2)
    throw new HarnessError({
      code: "nothing-to-do",
      message: `${sessionDir} has only ${turns.length} turn files to replay from.`,
      remedy: "Give a session with several turns.",
    });
  const maxTurns = roomFor(wish.turns, { turn: turns.at(-1)!, config: state.config });
  const replay = (turn: number) =>
    branchState({
      harness,
      parent: loadCheckpoint(turnPath(sessionDir, turn)).state,
      changes: { maxTurns, turns: wish.turns },
      replicate: 1,
      sessionId: "planned",
    });
  const { sessionId } = state;
  const fails = (own: TurnRange) =>
    recoveryOf(state, { turns: own, criterion: wish.criterion, points: harness.settings.points })
      .recovered === false;
  return {
    plan: {
      ...wish,
      version: formatVersion,
      kind: "bisect",
      bisectId: "planned",
      sessionId,
      checkpoints: turns.map((turn) => ({ file: join(PINNED, `turn-${turn}.json`), sessionId, turn })),
      // The last turn is to blame only if it fails by itself.
      endedAt: endedAt !== undefined && fails({ from: endedAt, to: endedAt }) ? endedAt : undefined,
      maxTurns,
      pinned: replay(turns.at(-1)!).config.pinned,
    },
    middle: replay(turns[Math.floor(turns.length / 2)]!),
  };
}

/** A session that ended well has no turn to search for. */
function requireWrong(
  dir: string,
  state: SessionState,
  { criterion, turns: last, points }: BisectRequest & { points: Points | undefined },
): void {
  const turns = { from: Math.max(1, state.turn - last + 1), to: state.turn };
  const { recovered, why } = recoveryOf(state, { turns, criterion, points });
  if (recovered === false) return;
  throw new HarnessError({
    code: "nothing-to-do",
    message: recovered
      ? `${dir} did not go wrong. In its last ${counted(last, "turn")} it recovers (${why}): ${criterionText(criterion)}.`
      : `${dir} cannot be bisected: recovery could not be measured in its last ${counted(last, "turn")} (${why}).`,
    remedy: `Say what recovery means, such as ${criterionExamples()}, or look at fewer turns with ${optionText("turns")}.`,
  });
}

export async function writeBisectPlan(dir: string, plan: BisectPlan, sessionDir: string): Promise<void> {
  makeFolder(join(dir, PINNED));
  for (const turn of turnsIn(sessionDir))
    await writeFileSafely(turnPath(join(dir, PINNED), turn), readText(turnPath(sessionDir, turn)));
  for (const [index, reading] of loadLatest(sessionDir).state.readings.entries()) {
    if (index === 0) await prepareFolder(join(dir, PINNED), reading.reader);
    await saveReading(join(dir, PINNED), reading);
  }
  await bisectPlanFile.write(dir, plan);
}
