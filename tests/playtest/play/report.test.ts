/** The report's numbers are the session's, and its parts can be printed separately. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Issue, PrivateMoment, SessionResult, Tally, Tangent } from "../../../src/contract/index.ts";
import {
  duration,
  excerpt,
  houseNotice,
  reportPart,
  sessionMetrics,
  sessionReport,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { readSession } from "../../support/playtest/example-reading.ts";
import { houseSession } from "../house-session.ts";

let session: { state: SessionState; result: SessionResult; dir: string };
beforeAll(async () => {
  session = await houseSession({ seed: 4, maxTurns: 14 });
});

const tally = (changes: Partial<Tally> = {}): Tally => ({
  attempts: 1,
  failed: 0,
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  cost: 0,
  saved: 0,
  unpriced: 0,
  estimated: 0,
  possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 },
  ...changes,
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

/** Costs of two roles over two turns, and of one call before the first. */
function costly(): SessionResult {
  const tokens = (input: number, cacheRead: number, output: number) => ({
    input,
    cacheRead,
    cacheWrite: 0,
    output,
    reasoning: 0,
  });
  const narrator = tally({ attempts: 3, failed: 1, tokens: tokens(1000, 400, 30), cost: 0.5, estimated: 1 });
  const player = tally({ attempts: 2, tokens: tokens(200, 7, 5), cost: 0.25 });
  return {
    ...session.result,
    durationMs: 95_000,
    totals: {
      all: tally({ attempts: 5, failed: 1, tokens: tokens(1200, 407, 35), cost: 0.75, estimated: 1 }),
      byRole: { narrator, player },
      byModel: {},
      byTurn: {
        "2": {
          ...tally({ cost: 0.4 }),
          byRole: {
            narrator: { tokens: 600, cost: 0.25, unpriced: 0 },
            player: { tokens: 100, cost: 0.15, unpriced: 0 },
          },
        },
        "10": { ...tally({ cost: 0.25 }), byRole: { narrator: { tokens: 430, cost: 0.25, unpriced: 0 } } },
      },
      calls: { completed: 4, reused: 1 },
    },
  };
}

test("summary and config have the session's own numbers", () => {
  const { state } = session;
  const report = sessionReport({ state, result: costly() });
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

test("the summary says what its averages cover, and what counts elsewhere", () => {
  const { state } = session;
  const tangent = (given: Partial<Tangent>): Tangent => ({
    startTurn: 4,
    endTurn: 5,
    length: 1,
    initiator: "Sam",
    type: "humour",
    intensity: "light",
    recoveryMethod: "hook",
    woven: "woven",
    ...given,
  });
  const issue = (type: Issue["type"]): Issue => ({
    turn: 5,
    type,
    description: "",
    severity: "warning",
    evidence: [{ turn: 5, text: "Enough." }],
    confidence: 1,
    source: type,
  });
  const moment: PrivateMoment = {
    turn: 3,
    target: "Sam",
    seat: 0,
    content: "A bell.",
    response: "",
    shared: false,
    payoffDetected: true,
    payoffTurn: 9,
  };
  const odd: SessionState = {
    ...state,
    tangents: [tangent({}), tangent({ recoveryMethod: "none" })],
    issues: [issue("forced-return"), issue("repetition")],
    privateMoments: [moment],
  };
  const metrics = sessionMetrics(readSession(state));
  const lines = (result: Partial<SessionResult>) =>
    sessionReport({
      state: odd,
      result: {
        ...session.result,
        metrics: {
          ...metrics,
          tangents: { ...metrics.tangents, forcedSegueCount: 1 },
          failures: { ...metrics.failures, total: 1, turns: 9, unconfirmed: 14 },
          privateMoments: { ...metrics.privateMoments, payoffs: 0 },
        },
        ...result,
      },
    });
  const report = lines({});
  expect(report).toContain(
    "- Tangents: 2 (avg 1.0 turns to recover, over the 1 recovered; 1 dropped by the group)",
  );
  expect(report).toContain("- Private moments: 1 (0 paid off; 1 came up again only after it had leaked)");
  expect(report).toContain("counting the length of stalls, 9 turns; the score uses this figure");
  expect(report).toContain("Forced returns (1) count with the tangents.");
  const told = {
    ...metrics.privateMoments,
    moments: [4, 9, 10].map((turn) => ({
      turn,
      seat: 0,
      target: "Sam",
      payoffTurn: null,
      spoiledTurn: null,
    })),
  };
  expect(lines({ metrics: { ...metrics, privateMoments: told } })).toContain(
    "The pay-off rate excludes 1 told fewer than 5 turns before the end.",
  );
  expect(lines({ metrics: null })).toContain("- Private moments: 1 (1 paid off)");
});

test("lost wishes are in a table, one row per player", () => {
  const metrics = sessionMetrics(session.state);
  const relay = {
    wanted: 6,
    survived: 3,
    survival: 0.5,
    turns: [
      { turn: 4, wanted: 2, survived: 0, changed: [], dropped: [0, 1] },
      { turn: 7, wanted: 2, survived: 1, changed: [1], dropped: [] },
    ],
    bySeat: [
      { seat: 0, wanted: 3, changed: 0, dropped: 1 },
      { seat: 1, wanted: 3, changed: 1, dropped: 1 },
    ],
  };
  const names = session.state.config.group.players.map(({ name }) => name);
  const report = sessionReport({
    state: session.state,
    result: { ...session.result, metrics: { ...metrics, relay } },
  });
  expect(tableAfter(report, "**Relay**: the spokesperson relayed 3 of 6 wishes unchanged")).toEqual([
    { Player: names[0], "Wishes lost": "1 of 3", "Changed in turns": "-", "Dropped in turns": "4" },
    { Player: names[1], "Wishes lost": "2 of 3", "Changed in turns": "7", "Dropped in turns": "4" },
  ]);
});

test("every symbol of the chart is in its legend, including character creation", () => {
  const report = sessionReport({ state: session.state, result: session.result });
  const [, chart, legend] = /^turn +1 (.*)\n(.*)$/m.exec(report)!;
  expect(chart).toMatch(/^○○/);
  for (const sign of new Set(chart)) expect(legend).toContain(`${sign} `);
});

test("an unknown price is unknown, not 0", () => {
  const { totals, ...result } = costly();
  const cost = (all: Partial<Tally>) =>
    /^- Cost: (.*)$/m.exec(
      sessionReport({
        state: session.state,
        result: { ...result, totals: { ...totals, all: { ...totals.all, ...all } } },
      }),
    )![1];
  expect(cost({ cost: 0, unpriced: 5 })).toBe("unknown (5 attempts have no known price)");
  expect(cost({ cost: 0.5, unpriced: 5 })).toBe("$0.50 at least (5 attempts have no known price)");
});

test.each([
  [0, "under a second"],
  [499, "under a second"],
  [1_000, "1 s"],
  [59_400, "59 s"],
  [60_000, "1 min 0 s"],
  [95_000, "1 min 35 s"],
])("%i ms are %s", (ms, expected) => {
  expect(duration(ms)).toBe(expected);
});

test("each number of the cost table is in its column", () => {
  const report = sessionReport({ state: session.state, result: costly() });
  const rows = tableAfter(report, "## Cost");
  expect(rows).toMatchObject([
    {
      Role: "narrator",
      Model: "house/plain",
      Attempts: "3",
      Failed: "1",
      Input: "1000",
      Cached: "400",
      Output: "30",
      USD: "0.5000",
    },
    { Role: "player", Attempts: "2", Failed: "0", Input: "200", Cached: "7", Output: "5", USD: "0.2500" },
    { Role: "total", Attempts: "5", Failed: "1", Input: "1200", Cached: "407", Output: "35", USD: "0.7500" },
  ]);
  expect(report).toContain("1 attempt was not counted by the provider: the tokens are estimated.");
  expect(report).toContain("1 answer was reused from earlier runs.");
});

test("cost by turn and role: in order of turns, with a bar, and costs outside turns", () => {
  const report = sessionReport({ state: session.state, result: costly() });
  expect(tableAfter(report, "Per turn, in USD")).toEqual([
    { Turn: "2", narrator: "0.250000", player: "0.150000", All: "0.400000", "": "█".repeat(16) },
    { Turn: "10", narrator: "0.250000", player: "0.000000", All: "0.250000", "": "█".repeat(10) },
  ]);
  expect(report).toContain("Before the first turn: $0.100000.");
});

test("an unknown price is a question mark in the turn, never 0", () => {
  const { totals } = costly();
  totals.byTurn["2"]!.byRole!.player = { tokens: 100, cost: 0, unpriced: 1 };
  totals.all.unpriced = 1;
  expect(
    tableAfter(
      sessionReport({ state: session.state, result: { ...costly(), totals } }),
      "Per turn, in USD",
    )[0],
  ).toMatchObject({ player: "?", All: "≥ 0.250000" });
});

test("a free session shows tokens, which add up to the roles' own", () => {
  const { state, result } = session;
  const report = sessionReport({ state, result });
  const rows = tableAfter(report, "Per turn, in tokens");
  expect(rows.map(({ Turn }) => Number(Turn))).toEqual(state.records.map(({ turn }) => turn));
  for (const [role, { tokens }] of Object.entries(result.totals.byRole)) {
    expect(rows.reduce((sum, row) => sum + Number(row[role]), 0)).toBe(tokens.input + tokens.output);
  }
  expect(report).not.toContain("Before the first turn");
  expect(readFileSync(join(session.dir, "report.md"), "utf8")).toBe(report);
});

test("a part of the report has only what belongs to its turns", () => {
  const { state, result } = session;
  const part = reportPart({ state, totals: result.totals, range: { from: 5, to: 7 }, result });
  expect(part).toContain("# Session Report: turns 5 to 7 of 14");
  expect([...part.matchAll(/^### Turn (\d+)(?: \(pulse \d+\))? ·/gm)].map(([, turn]) => turn)).toEqual([
    "5",
    "6",
    "7",
  ]);
  expect(tableAfter(part, "## Cost").map(({ Turn }) => Turn)).toEqual(["5", "6", "7"]);
  expect(part).toContain(`Pulse ${state.records[4]!.pulse} - `);
  expect(part).not.toContain("Character creation");
  expect(reportPart({ state, totals: result.totals, range: { from: 5, to: 5 }, result })).toContain(
    "# Session Report: turn 5 of 14",
  );
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

const players = (...models: string[]) =>
  models.map((model, index) => ({ name: ["Ann", "Ben", "Cay"][index]!, archetype: "joker", model }));

test.each([
  [
    "nobody of the house",
    { narrator: "anthropic/claude", players: players("xai/grok", "xai/grok") },
    undefined,
  ],
  [
    "the whole house",
    { narrator: "house/plain", players: players("house/plain", "house/plain") },
    /^The house cast played this session from a script and seeded dice\. It is not evidence about a prompt or a model\.$/,
  ],
  [
    "an own narrator",
    { narrator: "http://127.0.0.1:9000/tell", players: players("house/plain", "house/plain") },
    /played all players and the spokesperson .* The narrator was http:\/\/127\.0\.0\.1:9000\/tell: the narration is its own/,
  ],
  [
    "one actor among players",
    { narrator: "xai/grok", players: players("xai/grok", "house/plain") },
    /played Ben in this session/,
  ],
  [
    "a house narrator alone",
    { narrator: "house/blunt", players: players("xai/grok", "xai/grok") },
    /played the narrator in this session/,
  ],
  [
    "a house narrator and some",
    { narrator: "house/blunt", players: players("house/plain", "house/plain", "xai/grok") },
    /played the narrator and Ann and Ben in this session/,
  ],
])("the notice names the roles that the offline cast played: %s", (_, models, expected) => {
  const notice = houseNotice(models);
  if (expected === undefined) expect(notice).toBeUndefined();
  else expect(notice).toMatch(expected);
  if (!models.narrator.startsWith("house/"))
    expect(notice ?? "").not.toContain("not evidence about a prompt");
});
