import { expect, test } from "vitest";
import type { Issue, SessionConfig } from "../../contract/index.ts";
import { exampleRecord } from "../../../tests/support/playtest/example-record.ts";
import { decideEnding } from "./decide-ending.ts";
import { newSession } from "./apply-turn.ts";

const loop: Issue = {
  turn: 1,
  kind: "loop",
  description: "again",
  severity: "error",
  evidence: [],
  confidence: 0.9,
  source: "loop",
};

function ending(text: string, { turn = 12, loops = 0, maxTurns = 100, issues = [] as Issue[] } = {}) {
  const records = Array.from({ length: turn - 1 }, (_, index) =>
    exampleRecord({ turn: index + 1, issues: index >= turn - 1 - loops ? [loop] : [] }),
  );
  const state = {
    ...newSession({ sessionId: "s", config: { maxTurns } as SessionConfig }),
    turn: turn - 1,
    records,
  };
  const { classification } = exampleRecord({
    turn,
    text,
    classification: { concluded: text.endsWith("The End.") },
  });
  return decideEnding({ state, turn, classification, text, issues });
}

test("an announced end is the end, even without a pulse before it", () => {
  expect(ending("And so it ends. The End.")).toMatchObject({ outcome: "completed" });
  expect(ending("Rain falls on the platform.")).toBeUndefined();
});

test("a narrator who repeatedly announces the end has ended the story", () => {
  expect(ending("And so it ends. The End.", { loops: 2, issues: [loop] })).toMatchObject({
    outcome: "completed",
  });
  expect(ending("Rain falls on the platform.", { loops: 2, issues: [loop] })).toMatchObject({
    outcome: "failed",
  });
  expect(ending("Rain falls on the platform.", { loops: 1, issues: [loop] })).toBeUndefined();
});

test("a breakdown is a failure regardless of its text, and the last turn a timeout", () => {
  expect(ending("The End.", { issues: [{ ...loop, kind: "breakdown" }] })).toMatchObject({
    outcome: "failed",
  });
  expect(ending("Rain falls.", { turn: 12, maxTurns: 12 })).toMatchObject({ outcome: "timeout" });
});
