/** Plans a bisect of a session that went wrong: its turns are the checkpoints that replays start from. */
import { join } from "node:path";
import { formatVersion, bisectPlan, type BisectPlan } from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { foldJournal } from "../../../kernel/journal/index.ts";
import { JOURNAL_FILE, type Harness } from "../../../kernel/run/index.ts";
import { makeFolder, readText, writeFileSafely } from "../../../kernel/store/index.ts";
import { loadCheckpoint, turnPath, turnsIn } from "../../checkpoint/index.ts";
import { loadLatest, prepareFolder, saveReading } from "../../readings/index.ts";
import { branchState, requireSession } from "../../play/index.ts";
import type { SessionState } from "../../session/index.ts";
import { roomFor } from "../checkpoint-replay.ts";
import { planFile } from "../plan-file.ts";
import { criterionText, recoveryOf } from "./criterion.ts";

/** The session's turns are copied here, so that the search no longer depends on the session. */
export const PINNED = "session";

export const bisectPlanFile = planFile<BisectPlan>({
  name: "bisect-plan.json",
  shape: bisectPlan,
  unreadable: (path, problem) =>
    new HarnessError({
      code: "bad-bisect-plan",
      message: `${path} is unreadable: ${problem}.`,
      remedy: "Start a new search with `rehearse bisect`: this one cannot be resumed without its plan.",
    }),
});

export const { isIn: isBisect, read: readBisectPlan } = bisectPlanFile;

export type BisectRequest = Pick<
  BisectPlan,
  "changed" | "criterion" | "turns" | "times" | "atOnce" | "certainty" | "within" | "budget"
>;
/** `checked`: refuse if something needed to play is missing. A dry run lists it instead. */
type Checked = { checked?: boolean };

/** Refuses a session that cannot be searched before a folder is created. `middle`: the state of a replay from the middle. */
export async function planBisect(
  harness: Harness,
  sessionDir: string,
  { checked = true, ...wish }: BisectRequest & Checked,
): Promise<{ plan: BisectPlan; middle: SessionState }> {
  const { state } = loadLatest(sessionDir);
  requireWrong(sessionDir, state, wish);
  // A session that ran out of turns can get more. After any other end nothing can be replayed.
  const endedAt = state.ending && state.ending.outcome !== "timeout" ? state.turn : undefined;
  const turns = turnsIn(sessionDir).filter((turn) => turn !== endedAt);
  if (turns.length < 2)
    throw new HarnessError({
      code: "too-short",
      message: `${sessionDir} has only ${turns.length} turn files to replay from.`,
      remedy: "Give a session with several turns.",
    });
  const maxTurns = roomFor(wish.turns, { turn: turns.at(-1)!, config: state.config });
  const begin = (turn: number) =>
    branchState({
      harness,
      parent: loadCheckpoint(turnPath(sessionDir, turn)).state,
      changes: { ...wish.changed.wish, maxTurns, turns: wish.turns },
      replicate: 1,
      sessionId: "planned",
    });
  const last = begin(turns.at(-1)!);
  if (checked) await requireSession(harness, last.config, wish.budget);
  const checkpoints = turns.map((turn) => ({
    file: join(PINNED, `turn-${turn}.json`),
    sessionId: state.sessionId,
    turn,
  }));
  return {
    plan: {
      ...wish,
      version: formatVersion,
      kind: "bisect",
      bisectId: "planned",
      sessionId: state.sessionId,
      checkpoints,
      endedAt,
      maxTurns,
      pinned: last.config.pinned,
    },
    middle: begin(turns[Math.floor(turns.length / 2)]!),
  };
}

/** A session that ended well has no turn to search for. */
function requireWrong(dir: string, state: SessionState, { criterion, turns }: BisectRequest): void {
  const from = Math.max(1, state.turn - turns + 1);
  const totals = foldJournal(join(dir, JOURNAL_FILE)).totals();
  const { recovered, why } = recoveryOf({ state, totals }, { from, to: state.turn }, criterion);
  if (recovered === false) return;
  const last =
    state.turn < 1
      ? "It has no turns"
      : recovered === null
        ? `Of its turns ${from} to ${state.turn}, ${why}`
        : `In its turns ${from} to ${state.turn} ${criterionText(criterion)} (${why})`;
  throw new HarnessError({
    code: "did-not-go-wrong",
    message: `${dir} did not go wrong by this criterion. ${last}.`,
    remedy:
      "Define recovery with --recovered, such as --recovered 'pulses>=3' or --recovered 'issues<=0', or look at fewer turns with --turns.",
  });
}

/** The same search with more replays. */
export function longerBisect(plan: BisectPlan, times: number | undefined): BisectPlan {
  if (times !== undefined && times < plan.times)
    throw new HarnessError({
      code: "bad-times",
      message: `--times ${times} is less than the ${plan.times} replays that this bisect started with.`,
      remedy: "Leave --times out, or give a larger number.",
    });
  return { ...plan, times: times ?? plan.times };
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
