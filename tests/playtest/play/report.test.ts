/** The report's numbers are the session's, and its parts can be printed separately. */
import { beforeAll, expect, test } from "vitest";
import type { SessionResult } from "../../../src/contract/index.ts";
import { excerpt, reportPart, type SessionState } from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

let session: { state: SessionState; result: SessionResult; dir: string };
beforeAll(async () => {
  session = await houseSession({ seed: 4, maxTurns: 14 });
});

test("a part of the report has only what belongs to its turns", () => {
  const { state, result } = session;
  const part = reportPart({ state, result, range: { from: 5, to: 7 } });
  expect(part).toContain("# Session Report: turns 5 to 7 of 14");
  expect([...part.matchAll(/^### Turn (\d+)(?: \(pulse \d+\))? ·/gm)].map(([, turn]) => turn)).toEqual([
    "5",
    "6",
    "7",
  ]);
  expect(part).not.toContain("Character creation");
  expect(reportPart({ state, result, range: { from: 5, to: 5 } })).toContain(
    "# Session Report: turn 5 of 14",
  );
});

test("an excerpt has what a chat needs: players, the guide's part, the story so far, the prompt", () => {
  const { state, result } = session;
  const { config } = state;
  const told = state.records.find(({ turn, guidePulse }) => turn >= 6 && guidePulse !== undefined)!;
  const range = { from: told.turn, to: told.turn + 1 };
  const text = excerpt(state, range, result);
  expect(text).toContain(`turns ${range.from} to ${range.to} of a session of 14 turns`);
  expect(text).toContain(config.storyGuide.premise!.slice(0, 60));
  expect(text).toMatch(/Narrator: house\/plain, with the prompt "baseline" \(sha256 [0-9a-f]{12}\)/);
  expect(text).toMatch(/Players: .*\(Curious, house\/plain/);
  const pulse = config.storyGuide.pulses.find(({ id }) => id === told.guidePulse)!;
  expect(text).toContain(pulse.title);
  expect(text).toContain(`${pulse.summary.slice(0, 50)}`);
  const ids = new Set(
    state.records.flatMap(({ turn, guidePulse }) =>
      turn <= range.to && guidePulse !== undefined ? [guidePulse] : [],
    ),
  );
  const next = config.storyGuide.pulses.find(({ id }) => !ids.has(id))!;
  expect(text).toContain(`${next.title} (still to come)`);
  // A line a turn, with what happened in it.
  const before = text.split("\n").filter((line) => /^> - turn \d+ \(/.test(line));
  expect(before.map((line) => Number(/\d+/.exec(line)![0]))).toEqual(
    state.records.filter(({ turn }) => turn < range.from).map(({ turn }) => turn),
  );
  expect(text).toContain(`    ${config.systemPrompt.split("\n")[0]!}`);
});
