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
    const issue = { ...exampleEpisode("contradiction", turn), evidence: [{ turn, text: text.slice(0, -1) }] };
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
    models: { narrator: "m", players: [] },
    totals: { all: {} },
    metrics,
    issues: episodes,
    pulses: { detected: metrics.pulses.detected },
  };
  return { dir: `sessions/${name}`, state, result: result as unknown as SessionResult };
}

test("a branch is compared over the turns that both have after its branch point", () => {
  const parent = compared("a", { turns: 30, from: 8, at: [3, 17, 24, 28] });
  const branch = compared("b", { turns: 26, from: 8, at: [3, 12], prompt: "calm" });
  const { verdict, branchPoint, sessions, firstDifference, turns } = compareSessions([parent, branch]);
  expect(branchPoint).toBe(8);
  // Turn 3 is common to both, and the branch has no turn 28.
  expect(sessions.map(({ turns, score }) => [turns, score.pointsLost])).toEqual([
    [{ from: 9, to: 26 }, 10],
    [{ from: 9, to: 26 }, 5],
  ]);
  expect(verdict.headline).toBe(
    "In turns 9 to 26, B lost 5 points, A 10; gone in B: 2 contradictions (turns 17 and 24); " +
      "new in B: 1 contradiction (turn 12). One pair cannot tell cause from luck.",
  );
  // Quotes go on to the end of their sentence, and name who heard them.
  expect(verdict.findings.map(({ title, quotes }) => [title, quotes])).toEqual([
    ["Only in A: contradiction, turn 17", [{ at: "turn 17", text: "a 17.", to: null }]],
    ["Only in A: contradiction, turn 24", [{ at: "turn 24", text: "a 24.", to: null }]],
    ["Only in B: contradiction, turn 12", [{ at: "turn 12", text: "b 12.", to: null }]],
  ]);
  expect(verdict.next).toMatchObject([
    { command: "rehearse ab --checkpoint sessions/a/turn-8.json --b prompt=sessions/b/turn-8.json" },
  ]);
  expect(firstDifference).toBe(9);
  expect(turns.map(({ turn }) => turn)).toEqual([9, 12, 17, 24]);
  expect(turns[0]!.narrations).toEqual(["a 9.", "b 9."]);
  // No test where A's models are not there, and none where the narrator ignores what differs.
  const next = () => compareSessions([parent, branch]).verdict.next;
  parent.result.totals.all.recorded = { cost: 1, attempts: 1, unpriced: 0 };
  expect(next()).toEqual([{ says: "Test prompts in pairs with ab, or over many groups with matrix." }]);
  const same = ["baseline", "calm"].map((prompt) => compared("a", { turns: 3, prompt }));
  for (const { result } of same) result.models.narrator = "house/plain";
  expect(compareSessions(same).verdict).toMatchObject({
    headline: "A and B are the same, word for word, in turns 1 to 3: the scripted narrator ignores prompts.",
    next: [],
  });
});

test("whole sessions are compared as their own results have them, and no checkpoint is suggested", () => {
  const one = compared("a", { turns: 20, at: [5, 15] });
  const two = compared("b", { turns: 25, at: [4] });
  const { verdict, branchPoint } = compareSessions([one, two]);
  expect(branchPoint).toBeNull();
  // Turns 4 and 5 are the same problem.
  expect(verdict.headline).toMatch(
    /^B lost 5 points, A 10; only in A: 1 contradiction \(turn 15\)\. One pair/,
  );
  const [problems, sessions] = verdict.tables;
  // Without a reader's words: not everybody may read them.
  expect(problems!.rows).toEqual([
    ["contradiction", "5, in B 4", 5, 5],
    ["contradiction", 15, 5, null],
  ]);
  expect(sessions!.rows.map((row) => row.slice(0, 3))).toEqual([
    ["A", "sessions/a", 90],
    ["B", "sessions/b", 95],
  ]);
  expect(verdict.next[0]!.command).toBeUndefined();
});

test("problems that different readers found are not compared", () => {
  const [one, two] = [compared("a", { turns: 20, at: [5] }), compared("b", { turns: 20 })];
  one.state = { ...one.state, config: { ...one.state.config, observerModel: "haiku" } };
  two.state = { ...two.state, config: { ...two.state.config, observerModel: "house" } };
  const { verdict } = compareSessions([one, two]);
  expect(verdict).toMatchObject({
    headline: "Different readers read them, so their problems are not comparable.",
    findings: [],
  });
  // The house reader knows planted faults only: beside a model's its numbers are missing.
  expect(verdict.tables[0]!.rows.map((row) => [row[2], row[4]])).toEqual([
    [95, 5],
    [null, null],
  ]);
  two.state = { ...two.state, config: { ...two.state.config, observerModel: "none" } };
  expect(compareSessions([one, two]).verdict).toMatchObject({
    headline: "No model read B, so their problems are not comparable.",
    cautions: [],
  });
});

test("of more than two, the least and the most points lost", () => {
  const { verdict } = compareSessions([
    compared("a", { turns: 20, at: [5] }),
    compared("b", { turns: 20 }),
    compared("c", { turns: 20, at: [6, 12, 18] }),
  ]);
  expect(verdict.headline).toBe("B lost 0 points, the fewest; C lost 15 points, the most.");
});

test("scores with different tables are not compared", () => {
  const points = { ...defaultPoints, contradiction: 1 };
  expect(() => compareSessions([compared("a", { turns: 20 }), compared("b", { turns: 20, points })])).toThrow(
    /scored with different tables of points/,
  );
});
