import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Observation } from "./observation.ts";
import { stuck } from "./stuck.ts";

const base = JSON.parse(readFileSync(join(import.meta.dirname, "../../../tests/fixtures/detect/observation.json"), "utf8")) as Observation;
const found = (over: Partial<Observation>) => stuck({ ...base, pulse: false, type: "clarification", ...over }).findings;

test("said at the fifth turn without a pulse and at each fifth after, not in between", () => {
  const said = Array.from({ length: 16 }, (_, turns) => turns).filter((turnsSincePulse) => found({ turnsSincePulse }).length > 0);
  expect(said).toEqual([5, 10, 15]);
  expect(found({ turnsSincePulse: 10 })).toMatchObject([{ type: "stuck", severity: "warning", description: "No pulse for 10 turns.", evidence: [{ turn: base.turn, text: base.text }] }]);
});

test("not before the story, and not in a turn that is a pulse", () => {
  expect(found({ turnsSincePulse: 5, phase: "creation" })).toEqual([]);
  expect(found({ turnsSincePulse: 5, pulse: true })).toEqual([]);
});
