import { expect, test } from "vitest";
import type { TurnView } from "../../../src/contract/index.ts";
import { firstApart } from "./side-by-side.tsx";

const turn = (number: number, text: string, says = "yes"): [number, TurnView] => [
  number,
  {
    turn: number,
    phase: "story",
    at: "",
    ms: 1,
    model: "m",
    type: "pulse",
    title: "",
    narration: [{ text, to: null }],
    players: [{ seat: 0, says }],
    relay: null,
    quotes: [],
    issues: [],
    hints: [],
  },
];

test("sessions diverge at different words, not at different times", () => {
  const a = new Map([turn(1, "x"), turn(2, "y"), turn(3, "z")]);
  const b = new Map([turn(1, "x"), turn(2, "y", "no"), turn(3, "w")]);
  expect(firstApart([1, 2, 3], [a, b])).toBe(2);
});

test("a turn that only one session has is not a divergence", () => {
  expect(
    firstApart([1, 2], [new Map([turn(1, "x"), turn(2, "y")]), new Map([turn(1, "x")])]),
  ).toBeUndefined();
});
