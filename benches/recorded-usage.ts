/** The tokens that the sessions in recordings/ really used, beside the estimate for the same number of turns. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { replay } from "../src/index.ts";
import { recordedBranch } from "../src/contract/index.ts";
import { createCatalog } from "../src/kernel/models/index.ts";
import { readManifest } from "../src/kernel/recording/index.ts";
import { estimateCost, loadLatest, newSession } from "../src/playtest/index.ts";
import { playRecorded, recordedSessions } from "../tests/support/playtest/recorded-session.ts";

/** Recordings, replayed without a model, and the branches of these. */
export async function playRecordings(recordings: readonly string[] = recordedSessions) {
  const sessions = await Promise.all(
    recordings.map(async (recording) => ({ recording, ...(await playRecorded(recording)) })),
  );
  const branches = readdirSync("recordings").filter(
    (name) => recordings.includes(name.replace(/-branch$/, "")) && name.endsWith("-branch"),
  );
  for (const recording of branches) {
    const folder = join("recordings", recording);
    const { checkpoint } = recordedBranch.parse(readManifest(folder).inputs);
    const parent = sessions.find((session) => `${session.recording}-branch` === recording)!;
    const [result] = await replay({
      recording: folder,
      checkpoint: join(parent.result.dir, `turn-${checkpoint.turn}.json`),
    });
    sessions.push({ ...parent, recording, result: result!, state: loadLatest(result!.dir).state });
  }
  return sessions;
}

export function besideEstimate({
  recording,
  result,
  state,
}: Awaited<ReturnType<typeof playRecordings>>[number]) {
  const first = state.branchedFrom?.turn ?? 0;
  // The real length: too many beats to end before the turn limit, which is the last turn that was played.
  const length = { maxTurns: state.turn, expectedPulses: 1_000 };
  const config = { ...state.config, ...length, charactersPending: first === 0 };
  const { byRole } = estimateCost(config, createCatalog({ pinned: config.pinned?.models }), {
    from: { ...newSession({ sessionId: recording, config }), turn: first },
    turns: first === 0 ? undefined : state.turn - first,
  });
  const kinds = ["input", "output"] as const;
  const beside = (role: string, counted: readonly (typeof kinds)[number][], real: number) => {
    const rows = byRole.filter((row) => row.role === role);
    const sum = (end: "low" | "high") =>
      rows.reduce(
        (total, { tokens }) => total + counted.reduce((all, kind) => all + tokens[kind][end], 0),
        0,
      );
    const [low, high] = [sum("low"), sum("high")];
    return {
      recording,
      role,
      kind: counted.join("+"),
      real,
      low,
      high,
      factor: Math.sqrt(low * high) / real,
    };
  };
  // Judging has a journal of its own, whose sum is in the result.
  const { judge } = result.tokens.byRole;
  return [
    ...Object.entries(result.totals.byRole).flatMap(([role, { tokens }]) =>
      kinds.map((kind) => beside(role, [kind], tokens[kind])),
    ),
    ...(judge === undefined ? [] : [beside("judge", kinds, judge)]),
  ];
}
