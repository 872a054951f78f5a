/** The report's numbers are the session's, and its parts can be printed separately. */
import { beforeAll, expect, test } from "vitest";
import type { SessionResult, Tally } from "../../../src/contract/index.ts";
import {
  excerpt,
  reportPart,
  sessionCosts,
  sessionReport,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { houseSession } from "../house-session.ts";

let session: { state: SessionState; result: SessionResult; dir: string };
beforeAll(async () => {
  session = await houseSession({ seed: 4, maxTurns: 14 });
});

/** The rows of the first table after a line, by the names of its columns. */
function tableAfter(text: string, line: string): Array<Record<string, string>> {
  const lines = text.slice(text.indexOf(line)).split("\n");
  const start = lines.findIndex((each) => each.startsWith("|"));
  const end = lines.findIndex((each, index) => index > start && !each.startsWith("|"));
  const cells = (each: string) =>
    each
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  const [head, , ...rows] = lines.slice(start, end).map(cells);
  return rows.map((row) => Object.fromEntries(head!.map((name, index) => [name, row[index]!])));
}

test("summary and config have the session's own numbers", () => {
  const { state, result } = session;
  const all = { ...result.totals.all, cost: 0.75 };
  const report = sessionReport({
    state,
    result: { ...result, durationMs: 95_000, totals: { ...result.totals, all } },
    costs: sessionCosts(session.dir),
  });
  const told = (name: string) => new RegExp(`^- ${name}: (.*)$`, "m").exec(report)![1]!;
  expect(told("Pulses detected")).toBe(`${[...report.matchAll(/^### Turn \d+ \(pulse \d+\)/gm)].length}/20`);
  expect(told("Turns")).toBe("14");
  expect(told("Duration")).toBe("1 min 35 s");
  expect(told("Cost")).toBe("$0.75");
  expect(told("Issues")).toBe(String(state.issues.length));
  expect(Number.parseInt(told("Tangents"), 10)).toBe(state.tangents.filter(({ reached }) => reached).length);
  expect(Number.parseInt(told("Private moments"), 10)).toBe(state.privateMoments.length);
  expect(
    [...report.matchAll(/^### Turn (\d+)(?: \(pulse \d+\))? ·/gm)].map(([, turn]) => Number(turn)),
  ).toEqual(state.records.map(({ turn }) => turn));
});

test("an unknown price is unknown, not 0", () => {
  const { state, result, dir } = session;
  const cost = (changes: Partial<Tally>) => {
    const totals = { ...result.totals, all: { ...result.totals.all, ...changes } };
    const report = sessionReport({ state, result: { ...result, totals }, costs: sessionCosts(dir) });
    return /^- Cost: (.*)$/m.exec(report)![1];
  };
  expect(cost({ cost: 0, unpriced: 5 })).toBe("unknown (5 attempts have no known price)");
  expect(cost({ cost: 0.5, unpriced: 5 })).toBe("$0.50 at least (5 attempts have no known price)");
});

test("a part of the report has only what belongs to its turns", () => {
  const { state, result } = session;
  const rest = { state, costs: sessionCosts(session.dir), result, command: "rehearse" };
  const part = reportPart({ ...rest, range: { from: 5, to: 7 } });
  expect(part).toContain("# Session Report: turns 5 to 7 of 14");
  expect([...part.matchAll(/^### Turn (\d+)(?: \(pulse \d+\))? ·/gm)].map(([, turn]) => turn)).toEqual([
    "5",
    "6",
    "7",
  ]);
  expect(tableAfter(part, "### Tokens by turn").map(({ Turn }) => Turn)).toEqual(["5", "6", "7", "total"]);
  expect(part).toContain(`Pulse ${state.records[4]!.pulse} - `);
  expect(part).not.toContain("Character creation");
  expect(reportPart({ ...rest, range: { from: 5, to: 5 } })).toContain("# Session Report: turn 5 of 14");
});

test("an excerpt has what a chat needs: players, the guide's part, the story so far, the prompt", () => {
  const { state, result } = session;
  const { config } = state;
  const told = state.records.find(({ turn, guidePulse }) => turn >= 6 && guidePulse !== undefined)!;
  const range = { from: told.turn, to: told.turn + 1 };
  const text = excerpt(state, range, result);
  expect(text.split("\n")[0]).toContain("house cast");
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
  const named = config.storyGuide.npcs.filter(({ name }) =>
    state.records.some(
      ({ turn, narrator }) => turn >= range.from && turn <= range.to && narrator.text.includes(name),
    ),
  );
  for (const { name, role } of named) expect(text).toContain(`- ${name}, ${role!.slice(0, 20)}`);
  // A line a turn, with what happened in it.
  const before = text.split("\n").filter((line) => /^> - turn \d+ \(/.test(line));
  expect(before.map((line) => Number(/\d+/.exec(line)![0]))).toEqual(
    state.records.filter(({ turn }) => turn < range.from).map(({ turn }) => turn),
  );
  for (const line of before) expect(line.length).toBeGreaterThan(80);
  for (const { relay, turn } of state.records)
    if (relay && turn < range.from)
      expect(before[turn - 1]).toContain(`The group: ${relay.text.slice(0, 10)}`);
  expect(text).toContain(`    ${config.systemPrompt.split("\n")[0]!}`);
  expect(excerpt(state, { from: 5, to: 5 }, result)).toContain("Below: turn 5 of a session of 14 turns");
});
