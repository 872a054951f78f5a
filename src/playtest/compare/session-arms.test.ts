import { expect, test } from "vitest";
import { createFold } from "../../kernel/journal/index.ts";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { compareSessionArms } from "./session-arms.ts";
import { armNotes } from "./arms-text.ts";
import { recommendComparison } from "./recommend.ts";
import type { Compared } from "./compare-sessions.ts";

type Wish = {
  prompt?: string;
  playerModel?: string;
  seed?: number;
  replicate?: number;
  turns?: number;
  issuesFrom?: number;
  outcome?: string;
  branch?: number;
  at?: string;
  maxTurns?: number;
};

/** A session with an issue in every turn from one on. */
function session({
  prompt = "one",
  playerModel,
  seed = 1,
  replicate = 0,
  turns = 6,
  issuesFrom = Infinity,
  outcome = "completed",
  branch,
  at: time = "2026-11-15T08:15:00.000Z",
  maxTurns = 100,
}: Wish): Compared {
  const config = exampleConfig({ prompt, systemPrompt: prompt, seed, replicate, maxTurns, playerModel });
  if (playerModel !== undefined)
    config.group.players = config.group.players.map((player) => ({ ...player, model: playerModel }));
  const records = Array.from({ length: turns }, (_, at) => ({
    text: branch === undefined || at < branch ? `The tide goes out, ${at}.` : `Another ${prompt} ${at}.`,
    at: time,
    players: ["Hm.", "Hm.", "Hm."],
    issues:
      at + 1 >= issuesFrom
        ? [
            {
              type: "loop",
              turn: at + 1,
              severity: "minor",
              description: "again",
              source: "rules",
              evidence: "",
            } as never,
          ]
        : [],
  }));
  const state = readSession(exampleSession(records, config));
  return {
    dir: `${prompt}-${seed}-${replicate}`,
    state:
      branch === undefined
        ? state
        : { ...state, branchedFrom: { sessionId: "parent", turn: branch } as never },
    totals: createFold().totals(),
    outcome,
  };
}
const seeds = [1, 2, 3, 4, 5, 6, 7];
const issues = (sessions: Compared[]) => compareSessionArms(sessions, { primary: "issues" })[0]!;

test("whole sessions of the same groups and dice are pairs; an unfinished one is missing", () => {
  const all = seeds.flatMap((seed) => [
    session({ seed, issuesFrom: 2 }),
    session({ seed, prompt: "two", issuesFrom: 5 }),
  ]);
  expect(issues(all)).toMatchObject({
    a: "prompt one",
    b: "prompt two",
    paired: 7,
    speaksFor: "over 7 groups",
    primary: { meanA: 5, meanB: 2, verdict: "better" },
  });
  const unfinished = all.map((each, at) =>
    at === 1 ? { ...each, outcome: "stopped" } : at === 3 ? { ...each, outcome: "unfinished" } : each,
  );
  expect(issues(unfinished)).toMatchObject({
    paired: 7,
    primary: { pairs: 5, missing: 2, verdict: "insufficient evidence" },
  });
});

test("branches are compared up to the last turn that both have", () => {
  const [a] = compareSessionArms(
    [
      session({ branch: 2, replicate: 1, turns: 4, issuesFrom: 3 }),
      session({ prompt: "two", branch: 2, replicate: 1, turns: 9, issuesFrom: 3 }),
    ],
    { primary: "issues" },
  );
  expect(a!.primary).toMatchObject({ meanA: 2, meanB: 2, ties: 1 });
  const [b] = compareSessionArms(
    [
      session({ branch: 2, replicate: 1, turns: 9, issuesFrom: 3 }),
      session({ prompt: "two", branch: 2, replicate: 1, turns: 4, issuesFrom: 3 }),
    ],
    { primary: "issues" },
  );
  expect(b!.primary).toMatchObject({ meanA: 2, meanB: 2 });
});

test("an arm that stops early more often has only its better sessions left", () => {
  const many = Array.from({ length: 20 }, (_, at) => at + 1);
  const all = (outcome: string) =>
    many.flatMap((seed) => [
      session({ seed, issuesFrom: 2 }),
      session({ seed, prompt: "two", issuesFrom: 5, outcome: seed % 2 === 0 ? outcome : "completed" }),
    ]);
  expect(issues(all("completed"))).toMatchObject({ crashed: { a: 0, b: 0 }, primary: { verdict: "better" } });
  for (const outcome of ["interrupted", "unfinished", "budget"])
    expect(issues(all(outcome))).toMatchObject({
      crashed: { a: 0, b: 10 },
      primary: { pairs: 10, missing: 10, verdict: "insufficient evidence" },
      note: expect.stringContaining("prompt two would have won") as unknown,
    });
  // A branch with all its turns counts; one without them stopped early.
  const branches = (turns: number) =>
    issues([
      session({ branch: 2, replicate: 1 }),
      session({ prompt: "two", branch: 2, replicate: 1, outcome: "interrupted", turns }),
    ]).crashed;
  expect([branches(6), branches(4)]).toEqual([
    { a: 0, b: 0 },
    { a: 0, b: 1 },
  ]);
});

test("replays with the same dice against one partner are one pair", () => {
  const again = (dir: string): Compared => ({ ...session({ prompt: "two", branch: 2, replicate: 1 }), dir });
  const compared = issues([
    session({ branch: 2, replicate: 1, issuesFrom: 3 }),
    ...["b1", "b2", "b3", "b4", "b5", "b6"].map(again),
  ]);
  expect(compared).toMatchObject({
    paired: 1,
    alone: { a: 0, b: 0 },
    speaksFor: "for this checkpoint",
    primary: { pairs: 1, verdict: "insufficient evidence" },
  });
});

test("unfinished whole sessions are not comparable; branches are, over the turns that both have", () => {
  const arms = (wish: Wish) =>
    issues(
      seeds.flatMap((seed) => [
        session({ seed, issuesFrom: 3, ...wish, maxTurns: 15 }),
        session({ seed, prompt: "two", issuesFrom: 5, ...wish, maxTurns: 40 }),
      ]),
    );
  expect(arms({})).toMatchObject({
    withheld: ["not comparable: prompt one had at most 15 turns, prompt two 40"],
    primary: { verdict: "insufficient evidence" },
  });
  expect(arms({ branch: 2 })).not.toHaveProperty("withheld");
});

test("players of another model are another arm, and one more possible cause of a difference", () => {
  const [recast] = compareSessionArms([session({}), session({ playerModel: "grok-4" })], {
    primary: "issues",
  });
  expect(recast).toMatchObject({ a: expect.stringMatching(/^players /) as unknown, b: "players grok-4" });
  expect(recast!.settings).toBeUndefined();
  const [both] = compareSessionArms([session({}), session({ prompt: "two", playerModel: "grok-4" })], {
    primary: "issues",
  });
  expect(both!.b).toBe("prompt two, players grok-4");
  expect(both!.settings).toEqual([expect.stringMatching(/^players \(.*; grok-4\)$/)]);
  expect(armNotes(both!).join("\n")).toMatch(/Settings differ .*players .*This may cause a difference/);
  expect(recommendComparison([both!], { house: false }).says).toMatch(/Also different: players/);
});
