import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "./observation.ts";
import { stuck } from "./stuck.ts";

const base = JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8")) as Observation;
const found = (over: Partial<Observation>) => stuck({ ...base, pulse: false, type: "clarification", ...over }).findings;

test("said at the fifth turn without a pulse and whenever that has doubled, not in between", () => {
  const said = Array.from({ length: 100 }, (_, turns) => turns).filter((turnsSincePulse) => found({ turnsSincePulse }).length > 0);
  expect(said).toEqual([5, 10, 20, 40, 80]);
  expect(found({ turnsSincePulse: 10, turn: 31 })).toMatchObject([{ type: "stuck", severity: "warning", turn: 31, description: "No pulse for 10 turns (turns 22-31).", evidence: [{ turn: 31, text: base.text }] }]);
});

test("not before the story, and not in a turn that is a pulse", () => {
  expect(found({ turnsSincePulse: 5, phase: "creation" })).toEqual([]);
  expect(found({ turnsSincePulse: 5, pulse: true })).toEqual([]);
});
