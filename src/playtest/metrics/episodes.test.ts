/** Every row of the table of points, and which findings are one episode. */
import { describe, expect, test } from "vitest";
import type { QualityMetrics, ReadingContent } from "../../contract/index.ts";
import {
  exampleFinding,
  readSession,
  type ReadGiven,
} from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import { dice } from "../../kernel/dice/index.ts";
import type { SessionState } from "../session/index.ts";
import { defaultPoints, measureSession, unjudged, type MetricsOptions } from "./session-metrics.ts";

const ending = { outcome: "completed" as const, why: "" };
const BEAT = { ownBeat: true as const };
type Turns = Parameters<typeof exampleSession>[0];

/** A beat in every turn, except where `changed` says otherwise; the last turn is the end. */
function story(turns: number, changed: Readonly<Record<number, Turns[number]>> = {}): SessionState {
  const records = Array.from({ length: turns }, (_, at) => changed[at + 1] ?? BEAT);
  return exampleSession(records.with(turns - 1, { ...records.at(-1), ending }));
}

const silent = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, at) => [from + at, {}]));

/** "5 strays, 6 natural:4, 8 loop/2": a tangent, its return with its quality, a finding that rests on words of turn 2. */
function readings(told: string): ReadGiven {
  const notes = told === "" ? [] : told.split(", ").map((note) => note.split(" ") as [string, string]);
  const byTurn = Map.groupBy(notes, ([turn]) => Number(turn));
  return Object.fromEntries(
    [...byTurn].map(([turn, own]) => [
      turn,
      readingOf(
        turn,
        own.map(([, what]) => what),
      ),
    ]),
  );
}

function readingOf(turn: number, notes: readonly string[]): Partial<ReadingContent> {
  const opened = { by: 0, about: "lunch", quote: "A burrito!", relayed: true };
  const returns = notes.flatMap((note) => /^(natural|forced|by-players)(?::(\d))?$/.exec(note) ?? []);
  const returned = {
    how: returns[1] as "natural",
    segue: "Back to it.",
    ...(returns[2] && { quality: Number(returns[2]) }),
  };
  return {
    digression: { ...(notes.includes("strays") && { opened }), ...(returns.length > 0 && { returned }) },
    findings: notes
      .filter((note) => note !== "strays" && note !== returns[0])
      .map((note, at) => {
        const [kind, earlier] = note.split("/") as [string, string?];
        const words = { turn: Number(earlier), text: `what turn ${earlier} established` };
        return exampleFinding(turn, { kind, text: `words ${at}`, earlier: earlier ? [words] : [] });
      }),
  };
}

/** The id, the last turn and the points of every episode. */
const lost = (state: SessionState, told = "", options: MetricsOptions = {}) =>
  measureSession(readSession(state, readings(told)), options)
    .episodes.map(({ id, lastTurn, pointsLost }) => `${id} to ${lastTurn}: ${pointsLost}`)
    .join(", ");

test.each<[row: string, told: string, episodes: string]>([
  ["a forced segue without a tangent", "6 forced-segue", "t6-forced-segue to 6: 4"],
  ["a forced return that no finding names", "5 strays, 6 forced:1", "t6-forced-segue to 6: 4"],
  ["one that a finding names as well", "5 strays, 6 forced:1, 6 forced-segue", "t6-forced-segue to 6: 4"],
  ["a return of quality 1", "5 strays, 6 natural:1", "t6-poor-return to 6: 3"],
  ["a return of quality 4", "5 strays, 6 natural:4", ""],
  ["a return after 3 turns", "5 strays, 8 natural:5", ""],
  ["a return after 5 turns", "5 strays, 10 natural:5", "t10-slow-return to 10: 2"],
  ["players who return by themselves, however late", "5 strays, 11 by-players", ""],
  ["a tangent that is never left", "5 strays", "t12-not-returned to 12: 6"],
  ["a tangent in the last turn", "12 strays", ""],
  ["a breakdown", "6 breakdown", "t6-breakdown to 6: 10"],
  ["a contradiction", "6 contradiction/2", "t6-contradiction to 6: 5"],
  ["a leak", "6 leak/2", "t6-leak to 6: 5"],
  ["a loop", "6 loop/2", "t6-loop to 6: 5"],
  ["a character break", "6 character-break", "t6-character-break to 6: 5"],
  ["a guide deviation", "6 guide-deviation/0", "t6-guide-deviation to 6: 5"],
  ["a takeover", "6 takes-over", "t6-takes-over to 6: 5"],
  ["an ignored request", "6 ignored-request", "t6-ignored-request to 6: 3"],
  ["a confused player", "6 confusion", "t6-confusion to 6: 2"],
  [
    "the same earlier words, two turns apart",
    "6 contradiction/2, 8 contradiction/2",
    "t6-contradiction to 8: 7",
  ],
  ["three turns apart", "5 leak/2, 8 leak/2", "t5-leak to 5: 5, t8-leak to 8: 5"],
  ["unrelated ones in neighbouring turns", "6 leak/2, 7 leak/3", "t6-leak to 6: 5, t7-leak to 7: 5"],
  ["unrelated ones in one turn", "6 leak/2, 6 leak/3", "t6-leak to 6: 5, t6-leak-2 to 6: 5"],
  ["a loop that goes on, whatever it repeats", "5 loop/2, 6 loop/3, 8 loop/4", "t5-loop to 8: 8"],
  ["confusion that goes on", "5 confusion, 6 confusion", "t5-confusion to 6: 2"],
  ["two confused players", "5 confusion, 5 confusion", "t5-confusion to 5: 2, t5-confusion-2 to 5: 2"],
  [
    "takeovers rest on no earlier words",
    "5 takes-over, 6 takes-over",
    "t5-takes-over to 5: 5, t6-takes-over to 6: 5",
  ],
])("%s: %s", (_, told, episodes) => {
  expect(lost(story(12), told)).toBe(episodes);
});

test("a stall costs a point for each turn after the fourth, however long it is; an own beat ends it", () => {
  expect(lost(story(120, silent(3, 97)))).toBe("t3-stuck to 97: 91");
  expect(lost(story(12, silent(3, 6)))).toBe("");
  expect(lost(story(12, { ...silent(3, 12), 7: BEAT }))).toBe("");
  const bare = exampleConfig({ expectedPulses: undefined });
  const noBeats = { ...bare, storyGuide: { ...bare.storyGuide, pulses: [] } };
  expect(
    lost(
      exampleSession(
        Array.from({ length: 12 }, () => ({})),
        noBeats,
      ),
    ),
  ).toBe("");
});

test("requests that a stalled narrator ignores are part of the stall, and each turn costs the larger of both", () => {
  const told = "4 ignored-request, 8 ignored-request, 10 ignored-request";
  const stalled = story(12, silent(3, 8));
  // Turns 3 to 8: 0, 3, 0, 0, 1, 3.
  expect(lost(stalled, told)).toBe("t3-stuck to 8: 7, t10-ignored-request to 10: 3");
  const [stall] = measureSession(readSession(stalled, readings(told))).episodes;
  expect(stall).toMatchObject({ description: "No beat for 6 turns. 2 requests ignored." });
  expect(stall!.evidence.map(({ turn }) => turn)).toEqual([3, 8, 4, 8]);
});

test("a turn without a beat and an ignored request never make a session cheaper", () => {
  const turns = [3, 4, 5, 6, 7, 8, 9, 10, 11];
  const cost = (silentTurns: readonly number[], ignored: readonly number[]) =>
    measureSession(
      readSession(
        story(12, Object.fromEntries(silentTurns.map((turn) => [turn, {}]))),
        readings(ignored.map((turn) => `${turn} ignored-request`).join(", ")),
      ),
    ).metrics.score.pointsLost!;
  for (let trial = 0; trial < 60; trial += 1) {
    const silentTurns = turns.filter((turn) => dice("silent", trial, turn).chance(0.7));
    const ignored = turns.filter((turn) => dice("ignored", trial, turn).chance(0.5));
    const before = cost(silentTurns, ignored);
    for (const turn of turns) {
      if (!silentTurns.includes(turn))
        expect(cost([...silentTurns, turn], ignored)).toBeGreaterThanOrEqual(before);
      if (!ignored.includes(turn))
        expect(cost(silentTurns, [...ignored, turn])).toBeGreaterThanOrEqual(before);
    }
  }
});

const threeBeats = { pulse: 3, guidePulse: "chapel", alsoPulses: ["arrival", "innkeeper"] };

test.each([
  [threeBeats, "", 2],
  [threeBeats, "6 rushed", 2],
  [{ ...threeBeats, alsoPulses: ["arrival"] }, "6 rushed, 6 rushed", 2],
  [BEAT, "6 rushed", 1],
])("rushed: per turn the larger of the further beats and the findings", (turn, told, points) => {
  expect(lost(story(12, { 6: turn }), told)).toBe(`t6-rushed to 6: ${points}`);
});

test("the settings' points replace the table, which the result stores; kinds of the user's own have theirs", () => {
  const points = { ...defaultPoints, leak: 1.5 };
  expect(lost(story(12), "6 leak/2", { points })).toBe("t6-leak to 6: 1.5");
  expect(measureSession(story(12), { points }).metrics.score.points).toEqual(points);
  const config = exampleConfig({ findings: { "off-brand": { is: "it is", not: "not", points: 7 } } });
  expect(lost(exampleSession([{}, {}], config), "2 off-brand")).toBe("t2-off-brand to 2: 7");
});

describe("a branch pays for its own turns", () => {
  const told = { 1: threeBeats };
  /** The same story, of which the branch played the turns from 6 on. */
  const branch = (state: SessionState): SessionState => ({
    ...state,
    branchedFrom: { sessionId: "parent", turn: 5, changed: [], replicate: 0 },
  });

  test.each([
    ["4 strays, 6 natural:4", ""],
    ["4 strays, 6 forced:1", "t6-forced-segue to 6: 4"],
    ["4 strays", "t12-not-returned to 12: 6"],
    ["4 strays, 5 forced:1", ""],
    ["5 leak/2, 6 leak/2", "t5-leak to 6: 1"],
  ])(
    "a tangent belongs to the turn that ends it, and what began before costs further turns: %s",
    (read, episodes) => {
      expect(lost(branch(story(12, told)), read)).toBe(episodes);
    },
  );

  test("a stall that began before costs its turns in the branch", () => {
    expect(lost(branch(story(12, { ...silent(2, 8), ...told })))).toBe("t2-stuck to 8: 3");
  });

  test("a beat passed over, also by ending the story, costs its share; a whole session loses completion instead", () => {
    const skips = story(12, { 7: { pulse: 1, guidePulse: "innkeeper" } });
    // Of 20 expected beats: "arrival" is passed over in turn 7, "chapel" at the end.
    expect(lost(branch(skips))).toBe("t7-passed-over to 7: 5, t12-passed-over to 12: 5");
    // Both in one turn are one problem.
    expect(lost(branch(story(12, { 7: { pulse: 1, guidePulse: "chapel" } })))).toBe(
      "t7-passed-over to 7: 10",
    );
    expect(lost(skips)).toBe("");
    expect(measureSession(readSession(skips)).metrics.score.completion).toBe(0.05);
  });
});

describe("the score", () => {
  const quality = Object.fromEntries(Object.keys(unjudged).map((name) => [name, 8.2])) as QualityMetrics;
  const all = exampleSession(
    [1, 2, 3].map((pulse) => ({ pulse, ...(pulse === 3 && { ending }) })),
    exampleConfig({ expectedPulses: 4 }),
  );
  const leak = readings("2 leak/1");
  const scoreOf = (state: SessionState, options: MetricsOptions = {}, read: ReadGiven = leak) =>
    measureSession(readSession(state, read), options).metrics.score;

  test("overall is completion × craft", () => {
    expect(scoreOf(all)).toMatchObject({ completion: 0.75, craft: 95, overall: 71.3, missing: [] });
    expect(scoreOf(all)).toMatchObject({ pointsLost: 5, byKind: { leak: { episodes: 1, points: 5 } } });
  });

  test("a judge who counts makes up 30 % of craft, and none without all seven scores", () => {
    // 0.75 × (0.7 × 95 + 0.3 × 80).
    expect(scoreOf(all, { quality })).toMatchObject({ craft: 90.5, judge: 80, overall: 67.9 });
    const part = scoreOf(all, { quality: { ...quality, pacing: null } });
    expect(part).toMatchObject({ overall: null, missing: [{ name: "judge" }] });
    const failed = scoreOf(all, { whyUnjudged: "HTTP 529" });
    expect(failed).toMatchObject({ overall: null, missing: [{ why: "HTTP 529" }] });
    const beside = { ...all, config: { ...all.config, judgeCounts: false } };
    expect(scoreOf(beside, { quality })).toEqual(scoreOf(all));
    expect(scoreOf(all, { quality, turns: { from: 2, to: 3 } }).judge).toBeUndefined();
  });

  test("it is missing while unfinished, unread, or without named beats; known points stay", () => {
    const unfinished = scoreOf(exampleSession([{ pulse: 1 }, { pulse: 2 }]));
    expect(unfinished).toMatchObject({ overall: null, completion: null, craft: 95, pointsLost: 5 });
    const unread = scoreOf(all, {}, { ...leak, 3: "unread" });
    expect(unread).toMatchObject({ overall: null, craft: null, pointsLost: 5, missing: [{ name: "craft" }] });
    const unnamed = { classification: { beats: undefined } };
    const unseen = scoreOf(exampleSession([unnamed, { ...unnamed, ending }]), {}, {});
    expect(unseen).toMatchObject({ overall: null, craft: 100, missing: [{ name: "completion" }] });
  });

  test("without beats in the guide it is craft; of some turns as well", () => {
    const noBeats = exampleSession([{}, { ending }], exampleConfig({ expectedPulses: undefined }));
    expect(scoreOf(noBeats)).toMatchObject({ completion: null, craft: 95, overall: 95 });
    expect(scoreOf(all, { turns: { from: 2, to: 2 } })).toMatchObject({ completion: null, overall: 95 });
  });
});

test("confusion that began before a branch and costs no more there is not the branch's", () => {
  const told = "5 confusion, 6 confusion";
  expect(lost(story(12), told, { turns: { from: 6, to: 12 } })).not.toContain("confusion");
  expect(lost(story(12), told, { turns: { from: 5, to: 12 } })).toContain("t5-confusion to 6: 2");
});

test("where turns are cut to fit another play, the story's end is not held against the one that reached it", () => {
  const turns = { from: 9, to: 12 };
  expect(lost(story(12), "10 strays", { turns })).toContain("t12-not-returned to 12: 6");
  expect(lost(story(12), "10 strays", { turns, cut: true })).not.toContain("not-returned");
});
