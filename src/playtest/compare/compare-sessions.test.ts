import { expect, test } from "vitest";
import type { Points, SessionResult } from "../../contract/index.ts";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { exampleReadings } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { defaultPoints, measureSession } from "../metrics/index.ts";
import { withReadings, type SessionState } from "../session/index.ts";
import { compareSessions, type Compared } from "./compare-sessions.ts";

type Given = {
  turns: number;
  /** The turns with a contradiction, 5 points each. */
  at?: number[];
  /** It continues the same turns up to this one. */
  from?: number;
  prompt?: string;
  points?: Points;
};

/** A session whose words after `from` are its own. */
function compared(name: string, { turns, at = [], from = 0, prompt = "baseline", points }: Given): Compared {
  const records = Array.from({ length: turns }, (_, index) => {
    const turn = index + 1;
    const text = `${index < from ? "shared" : name} ${turn}.`;
    const issue = { ...exampleEpisode("contradiction", turn), evidence: [{ turn, text }] };
    return {
      text,
      pulse: 1,
      issues: at.includes(turn) ? [issue] : [],
      ...(turn === turns && { ending: { outcome: "completed" as const, why: "the end" } }),
    };
  });
  const config = exampleConfig({ prompt, systemPrompt: `Prompt ${prompt}.`, expectedPulses: undefined });
  const state: SessionState = {
    ...withReadings(exampleSession(records, config), exampleReadings(turns)),
    sessionId: name,
    ...(from > 0 &&
      name !== "a" && {
        branchedFrom: { sessionId: "a", turn: from, changed: [], replicate: 0 },
      }),
  };
  const { metrics, episodes } = measureSession(state, { points });
  const result = {
    outcome: "completed",
    house: false,
    metrics,
    issues: episodes,
    pulses: { detected: metrics.pulses.detected },
  };
  return { dir: `sessions/${name}`, state, result: result as unknown as SessionResult };
}

test("a branch is compared over the turns that both have after its branch point", () => {
  const parent = compared("a", { turns: 30, from: 8, at: [3, 17, 24, 28] });
  const branch = compared("b", { turns: 26, from: 8, at: [3, 12], prompt: "calm" });
  const { verdict, branchPoint, sessions, firstDifference } = compareSessions([parent, branch]);
  expect(branchPoint).toBe(8);
  // Turn 3 is common to both, and the branch has no turn 28.
  expect(sessions.map(({ turns, score }) => [turns, score.pointsLost])).toEqual([
    [{ from: 9, to: 26 }, 10],
    [{ from: 9, to: 26 }, 5],
  ]);
  expect(verdict.headline).toBe(
    "B lost 5 points, A 10; the difference is contradictions (turns 17, 24 against 12).",
  );
  expect(verdict.because).toMatchObject([{ points: 5, detail: "1 against 2", quote: { at: "A, turn 17" } }]);
  expect(verdict.next).toMatchObject([
    { command: "rehearse ab --checkpoint sessions/a/turn-8.json --b prompt=calm" },
  ]);
  expect(firstDifference).toMatchObject({ turn: 9, where: "narrator" });
});

test("whole sessions are compared as their own results have them, and no checkpoint is suggested", () => {
  const one = compared("a", { turns: 20, at: [5, 15] });
  const two = compared("b", { turns: 25, at: [4] });
  const { verdict, branchPoint } = compareSessions([one, two]);
  expect(branchPoint).toBeNull();
  // Turns 4 and 5 are the same problem.
  expect(verdict.headline).toBe("B lost 5 points, A 10; the difference is 1 contradiction (turn 15).");
  expect(verdict.tables[0]!.rows.map((row) => row.slice(0, 3))).toEqual([
    ["A", "sessions/a", 90],
    ["B", "sessions/b", 95],
  ]);
  expect(verdict.next[0]!.command).toBeUndefined();
});

test("of more than two, each stands beside the first", () => {
  const { verdict } = compareSessions([
    compared("a", { turns: 20, at: [5] }),
    compared("b", { turns: 20 }),
    compared("c", { turns: 20, at: [6, 12, 18] }),
  ]);
  expect(verdict.headline).toBe("B lost 0 points, the fewest; C lost 15 points, the most.");
  expect(verdict.tables[0]!.rows.slice(1).map((row) => row.slice(-2))).toEqual([
    ["1 contradiction (turn 5)", ""],
    ["", "2 contradictions (turns 12, 18)"],
  ]);
});

test("scores with different tables are not compared", () => {
  const points = { ...defaultPoints, contradiction: 1 };
  expect(() => compareSessions([compared("a", { turns: 20 }), compared("b", { turns: 20, points })])).toThrow(
    /scored with different tables of points/,
  );
});
