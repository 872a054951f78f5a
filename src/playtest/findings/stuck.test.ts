import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "./finding-kind.ts";
import { stuck } from "./stuck.ts";

const base = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8"),
) as Observation;
const found = (over: Partial<Observation>) =>
  stuck.detect({ ...base, pulse: false, type: "clarification", ...over });

const STALL = "You talk it over a while longer, and nothing is decided.";
const stall = (turns: number) => ({ text: STALL, turnsSincePulse: turns, turn: turns });

test("reported at the sixth turn without a pulse and at each doubling, not in between", () => {
  const said = Array.from({ length: 30 }, (_, turns) => turns + 1).filter(
    (turns) => found(stall(turns)).length > 0,
  );
  expect(said).toEqual([6, 12, 24]);
  expect(found({ ...stall(12), turn: 31 })).toMatchObject([
    {
      kind: "stuck",
      severity: "warning",
      turn: 31,
      source: "mechanical",
      description: "No pulse for 12 turns (turns 20-31).",
      evidence: [{ turn: 31, text: STALL }],
    },
  ]);
});

test("quotes the last progress and the stall, or the start of the stall if that is out of the window", () => {
  const outputs = Array.from({ length: 9 }, (_, index) => ({
    turn: index + 3,
    text: index === 3 ? "The bell is found." : `${STALL} (${index + 3})`,
    type: "clarification" as const,
  }));
  const evidence = (earlier: typeof outputs) => found({ ...stall(6), turn: 12, earlier })[0]!.evidence;
  expect(evidence(outputs)).toEqual([
    { turn: 6, text: "The bell is found." },
    { turn: 12, text: STALL },
  ]);
  expect(evidence(outputs.slice(4))).toEqual([
    { turn: 7, text: `${STALL} (7)` },
    { turn: 12, text: STALL },
  ]);
});

test("not before the story, not in a turn with a pulse, and not without beats", () => {
  expect(found({ ...stall(6), guide: { ...base.guide, pulses: [] } })).toEqual([]);
  expect(found({ ...stall(6), phase: "creation" })).toEqual([]);
  expect(found({ ...stall(6), pulse: true })).toEqual([]);
});
