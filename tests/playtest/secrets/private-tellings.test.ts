/**
 * Whispers in wordings that were not written for the rules, with a classifier that is slow, down, wrong or answers
 * nonsense. The bounds are slightly above what `benches/private-tellings.ts` measures, and far below the values without
 * the marks (37 of 52 whispers of the first set exposed).
 */
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { openJournal, type Journal } from "../../../src/kernel/journal/index.ts";
import {
  crd3In,
  measureTellings,
  narratedIn,
  states,
  whispersIn,
} from "../../support/playtest/private-tellings.ts";

let journal: Journal;
beforeAll(() => {
  const dir = mkdtempSync(join(tmpdir(), "tellings-"));
  journal = openJournal(join(dir, "calls.jsonl"), { clock: systemClock });
});
afterAll(() => journal.close());

const full = process.env["REHEARSE_FULL"] === "1";
const data = process.env["REHEARSE_DATA"];
const narrated = join(data ?? "", "narrated", "sessions.jsonl");
const crd3 = join(data ?? "", "crd3");
const missing = [narrated, crd3].filter((path) => data === undefined || !existsSync(path));
if (full && missing.length > 0)
  console.info(
    `Not tested: public sentences withheld. REHEARSE_DATA names no folder with ${missing.join(" and ")}.`,
  );

const sets = [
  { file: "whispers.jsonl", count: 52, mostExposed: 6, mostMisled: 0, mostWithheld: 0.07 },
  { file: "whispers-2.jsonl", count: 53, mostExposed: 8, mostMisled: 1, mostWithheld: 0.05 },
];
/** In the second set, the state in which most depends on the rules, and the one in which the model misleads. */
const cases = sets.flatMap((set, at) =>
  Object.keys(states)
    .filter((state) => full || at === 0 || state === "nonsense" || state.startsWith("wrong"))
    .map((state) => ({ ...set, state })),
);

test.each(cases)("$file, classifier $state", { timeout: 60_000 }, async (set) => {
  const { state, count } = set;
  const whispers = whispersIn(join(import.meta.dirname, "../../fixtures/whispers", set.file));
  const {
    whispers: told,
    exposed,
    served,
    open,
    withheld,
  } = await measureTellings(whispers, { state, journal });
  expect(told).toBe(count);
  // If the text names one player and the model another, neither hears it. A telling that names only the model's player is exposed.
  const disputed = state === "wrong: names another player";
  expect(exposed).toBeLessThanOrEqual(disputed ? set.mostMisled : set.mostExposed);
  expect(served).toBeGreaterThanOrEqual(disputed ? 0 : count - 2);
  expect(withheld.length / open).toBeLessThanOrEqual(set.mostWithheld);
});

test.runIf(full && data !== undefined && existsSync(narrated))(
  "of a narrator's public words, at most 2 % is withheld, and no labelled whisper is exposed",
  { timeout: 60_000 },
  async () => {
    const {
      whispers: told,
      exposed,
      open,
      withheld,
    } = await measureTellings(narratedIn(narrated), {
      state: "nonsense",
      journal,
    });
    expect({ told, exposed }).toEqual({ told: 16, exposed: 0 });
    expect(withheld.length / open).toBeLessThanOrEqual(0.02);
  },
);

test.runIf(full && data !== undefined && existsSync(crd3))(
  "of game masters' public words, at most 2 % is withheld",
  { timeout: 60_000 },
  async () => {
    const { open, withheld } = await measureTellings(crd3In(crd3), { state: "nonsense", journal });
    expect(open).toBeGreaterThan(3_000);
    expect(withheld.length / open).toBeLessThanOrEqual(0.02);
  },
);
