import { expect, test } from "vitest";
import { readSession } from "../../../tests/support/playtest/example-reading.ts";
import { exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { sessionMetrics } from "./session-metrics.ts";

const wishes = (...fates: Array<"relayed" | "changed" | "dropped">) => ({
  wishes: fates.map((fate, seat) => ({ seat, fate })),
});

test("a wish survives if relayed unchanged; before the story, and without a relay, there is none", () => {
  const state = exampleSession([
    { phase: "creation", relay: "I am Sam." },
    { relay: "On." },
    { relay: "On." },
    {},
  ]);
  const { relay } = sessionMetrics(
    readSession(state, {
      1: wishes("dropped"),
      2: wishes("relayed", "changed", "dropped"),
      3: wishes("relayed"),
      4: wishes("dropped"),
    }),
  );
  expect(relay).toEqual({
    wanted: 4,
    survived: 2,
    survival: 0.5,
    turns: [{ turn: 2, wanted: 3, survived: 1, changed: [1], dropped: [2] }],
    bySeat: [
      { seat: 0, wanted: 2, changed: 0, dropped: 0 },
      { seat: 1, wanted: 1, changed: 1, dropped: 0 },
      { seat: 2, wanted: 1, changed: 0, dropped: 1 },
    ],
  });
});

test("without a reader, the fate of wishes is missing", () => {
  expect(sessionMetrics(exampleSession([{ relay: "On." }])).relay).toMatchObject({
    wanted: null,
    survival: null,
  });
});
