import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "./observation.ts";
import { stuck } from "./stuck.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const found = (over: Partial<Observation>) =>
  stuck({ ...base, pulse: false, type: "clarification", ...over }).findings;

const STALL = "You talk it over a while longer, and nothing is decided.";
/** A table in full talk: every output has words of its own. */
const telling = (turn: number): string =>
  `Then ${Array.from({ length: 12 }, (_, word) => `w${"abcdefghij"[turn % 10]}${"klmnopqrstuv"[word]}${"xyz"[turn % 3]}`).join(" ")}.`;
const outputs = (texts: readonly string[], type: Observation["type"] = "clarification") =>
  texts.map((text, index) => ({ turn: index + 1, text, type }));
const quiet = (turns: number) => ({
  text: STALL,
  turnsSincePulse: turns,
  turn: turns,
  earlier: outputs(Array.from({ length: turns - 1 }, () => STALL)),
});

test("said at the fifth turn that tells nothing and whenever that has doubled, not in between", () => {
  const said = Array.from({ length: 30 }, (_, turns) => turns + 1).filter(
    (turns) => found(quiet(turns)).length > 0,
  );
  expect(said).toEqual([5, 10, 20]);
  expect(found({ ...quiet(10), turn: 31 })).toMatchObject([
    {
      type: "stuck",
      severity: "warning",
      turn: 31,
      description: "No pulse for 10 turns (turns 22-31).",
      evidence: [{ turn: 31, text: STALL }],
    },
  ]);
});

test("quotes the last that moved the story beside the stall, or how it began where that is out of sight", () => {
  const outputs = Array.from({ length: 9 }, (_, index) => ({
    turn: index + 3,
    text: index === 4 ? "The bell is found." : `${STALL} (${index + 3})`,
    type: "clarification" as const,
  }));
  const stall = (earlier: typeof outputs) => found({ ...quiet(5), turn: 12, earlier })[0]!.evidence;
  expect(stall(outputs)).toEqual([
    { turn: 7, text: "The bell is found." },
    { turn: 12, text: STALL },
  ]);
  expect(stall(outputs.slice(5))).toEqual([
    { turn: 8, text: `${STALL} (8)` },
    { turn: 12, text: STALL },
  ]);
});

test("where something is told without a pulse, not before the tenth turn", () => {
  const talk = (turns: number) => ({
    text: telling(turns),
    turnsSincePulse: turns,
    earlier: outputs(Array.from({ length: turns - 1 }, (_, turn) => telling(turn + 1))),
  });
  expect([5, 9, 10, 11, 20].filter((turns) => found(talk(turns)).length > 0)).toEqual([10, 20]);
});

test("what is told beside the story does not move it, and a stall counts from where the telling stops", () => {
  const tangent = {
    type: "tangent-response" as const,
    text: telling(5),
    turnsSincePulse: 5,
    earlier: outputs([1, 2, 3, 4].map(telling), "tangent-response"),
  };
  expect(found(tangent)).toHaveLength(1);
  const late = (stalls: number) => ({
    text: STALL,
    turnsSincePulse: 2 + stalls,
    turn: 2 + stalls,
    earlier: outputs([telling(1), telling(2), ...Array.from({ length: stalls - 1 }, () => STALL)]),
  });
  expect([3, 4, 5].map((stalls) => found(late(stalls)).length)).toEqual([0, 0, 1]);
  expect(found(late(5))[0]!.description).toBe(
    "No pulse for 7 turns (turns 1-7), and next to nothing told in the last 5.",
  );
});

test("not before the story, and not in a turn that is a pulse", () => {
  expect(found({ ...quiet(5), phase: "creation" })).toEqual([]);
  expect(found({ ...quiet(5), pulse: true })).toEqual([]);
});
