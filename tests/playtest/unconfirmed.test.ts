/** Hints that need a model's word: where it cannot be had, record, result and report say so, and a resumed session says the same. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionResult, type SessionResult } from "../../src/contract/index.ts";
import { resumeSession, turnPath } from "../../src/playtest/index.ts";
import { openTable } from "../fixtures/playtest-table.ts";
import { houseSession } from "./house-session.ts";

const result = (dir: string): SessionResult =>
  sessionResult.parse(JSON.parse(readFileSync(join(dir, "session.json"), "utf8")));
const reportOf = (dir: string) => readFileSync(join(dir, "report.md"), "utf8");
const puzzled = JSON.stringify({
  says: "Wait, what? I don't understand what is happening.",
  wants: "listens",
  offTopic: "none",
  private: null,
  tells: null,
  remember: null,
});

test(
  "an observer that answers 500: no issue, and the report says what was not judged and why, also after a stop",
  { timeout: 60_000 },
  async () => {
    let down = true;
    await using table = await openTable({
      endsAt: 99,
      special: ({ part, turn, archetype }) => {
        if (part === "observer" && down) return { does: "refuse", status: 500, message: "Out of order." };
        return part === "player" && turn === 4 && archetype === "joker"
          ? { does: "say", text: puzzled }
          : undefined;
      },
    });
    const { dir, state } = await table.play("silent", { archetypes: ["joker", "follower"], maxTurns: 4 });
    const missing = [{ turn: 4, count: 1, why: expect.stringContaining("answered 500: Out of order.") }];
    expect(state.records[3]!.unconfirmed).toEqual([{ count: 1, why: missing[0]!.why }]);
    expect(result(dir)).toMatchObject({ issues: [], unconfirmed: missing });
    expect(reportOf(dir)).toMatch(/^None found\. .*\n\nLooked for, by rules: /m);
    expect(reportOf(dir)).toMatch(
      /\n1 doubtful finding could not be confirmed, and counts nowhere \(turn 4\): .*answered 500: Out of order\./,
    );

    // By then it would answer: the turn is what it was all the same.
    down = false;
    for (let turn = 4; turn <= state.turn; turn++) rmSync(turnPath(dir, turn));
    await resumeSession(table.harness("silent"), dir);
    expect(result(dir)).toMatchObject({ issues: [], unconfirmed: missing });
  },
);

test("on the house cast nobody can confirm a hint, and the report says so", async () => {
  const { dir, result } = await houseSession({ maxTurns: 4 });
  expect(result.unconfirmed).toBeUndefined();
  expect(reportOf(dir)).toContain("needs a model's word, and no model was set up to give it.");
  expect(reportOf(dir)).toMatch(
    /Looked for, by rules: .*loops; contradictions about who is dead, what is locked.*; forced segues; /,
  );
});
