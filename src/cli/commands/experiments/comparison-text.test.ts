import { expect, test } from "vitest";
import { readSession } from "../../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../../tests/support/playtest/example-session.ts";
import { createFold } from "../../../kernel/journal/index.ts";
import { compareSessions } from "../../../playtest/index.ts";
import { comparisonText } from "./comparison-text.ts";

test("a score over shared parts is labelled as such", () => {
  const ending = { outcome: "completed" as const, why: "" };
  const state = exampleSession([{ pulse: 1 }, { pulse: 2 }, { ending }]);
  const compared = (each: typeof state, dir: string) => ({
    state: each,
    dir,
    outcome: "completed",
    totals: createFold().totals(),
  });
  const text = (...sessions: Array<typeof state>) =>
    comparisonText(compareSessions(sessions.map((each, at) => compared(each, `s${at}`))));
  expect(text(state, readSession(state))).toMatch(/^overall \(shared parts\) +[\d-]/m);
  expect(text(state, readSession(state))).toContain("Overall scores here leave out");
  expect(text(state, state)).toMatch(/^overall +[\d-]/m);
});
