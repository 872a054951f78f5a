import { expect, test } from "vitest";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { readSession, type ReadGiven } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import type { Episode, SessionResult, TurnRecord } from "../../contract/index.ts";
import { sessionMetrics } from "../metrics/index.ts";
import { sessionVerdict } from "./session-verdict.ts";

const config = exampleConfig({ narratorModel: "opus-4.5", expectedPulses: 4 });
const ended = exampleSession(
  [1, 2, 3, 4].map((pulse) => ({ pulse, ...(pulse === 4 && { ending: { outcome: "completed", why: "" } }) })),
  config,
);

/** A finished session of four beats, with these episodes. */
function result(
  issues: readonly Episode[] = [],
  { read = {}, ...given }: Partial<Omit<SessionResult, "read">> & { read?: ReadGiven } = {},
): SessionResult {
  const metrics = sessionMetrics(readSession(ended, read));
  const pointsLost = issues.reduce((sum, each) => sum + each.pointsLost, 0);
  const score = {
    ...metrics.score,
    pointsLost,
    ...(metrics.overall !== null && { overall: 100 - pointsLost }),
  };
  return {
    dir: "sessions/my story",
    outcome: "completed",
    issues,
    notes: [],
    pulses: { detected: 4, expected: 4 },
    metrics: { ...metrics, score },
    models: { narrator: "anthropic/claude", players: [] },
    totals: { all: { cost: 0.5, unpriced: 0, possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 } } },
    cost: { total: 0.5, byRole: {} },
    ...given,
  } as unknown as SessionResult;
}
const verdictOn = (...given: Parameters<typeof result>) =>
  sessionVerdict(result(...given), { config, command: "npx rehearse" });

const forced = (turn: number) => exampleEpisode("forced-segue", turn);
const stall = exampleEpisode("stuck", 6, { lastTurn: 14, pointsLost: 5 });

test.each<[issues: Episode[], headline: string]>([
  [[], "100 of 100: all 4 beats told; no points lost."],
  [[forced(17)], "96 of 100: all 4 beats told; 4 points lost to 1 forced segue (turn 17)."],
  [
    [forced(17), forced(24), stall],
    "87 of 100: all 4 beats told; 13 points lost, 8 of them to 2 forced segues (turns 17 and 24).",
  ],
  [[stall], "95 of 100: all 4 beats told; 5 points lost to 1 stuck moment (turns 6 to 14)."],
  [
    [1, 3, 5, 7, 9].map(forced),
    "80 of 100: all 4 beats told; 20 points lost to 5 forced segues (turns 1, 3, 5 and 2 more).",
  ],
])("the headline says what the score is and what cost most", (issues, headline) => {
  expect(verdictOn(issues).headline).toBe(headline);
});

test("without a score the headline says why, and what is known", () => {
  const { headline, facts } = verdictOn([forced(2)], { read: { 3: "unread", 4: "unread" } });
  expect(headline).toBe(
    "No score: test/reader failed; too few turns were read: 2 of 4, at least 90 % required; " +
      "at least 4 points lost to 1 forced segue (turn 2).",
  );
  expect(facts[0]).toMatchObject({ label: "Overall", value: null, note: expect.stringContaining("too few") });
});

test("the house reader finds planted faults only, and says so where it finds none", () => {
  const { metrics, ...branch } = result();
  const read = { asked: "house", source: "reader: house", turns: [], of: 6, unread: [], notLookedFor: [] };
  const own = { ...metrics!, ownTurns: { from: 6, to: 11 } };
  const verdict = sessionVerdict({ ...branch, read, metrics: own }, { config });
  expect(verdict.headline).toBe("No planted faults found in turns 6 to 11.");
  expect(verdict.facts).toContainEqual({
    label: "Points lost",
    value: 0,
    note: "no planted faults found",
  });
});

test("a branch is judged by its own turns, and a guide without beats by craft alone", () => {
  const { metrics } = result([forced(4)]);
  const branch = { ...metrics!, ownTurns: { from: 3, to: 7 } };
  expect(verdictOn([forced(4)], { metrics: branch }).headline).toBe(
    "4 points lost in turns 3 to 7 to 1 forced segue (turn 4).",
  );
  const noBeats = { ...metrics!, pulses: { ...metrics!.pulses, expected: undefined } };
  expect(verdictOn([forced(4)], { metrics: noBeats }).headline).toBe(
    "96 of 100: craft alone, because the guide has no beats; 4 points lost to 1 forced segue (turn 4).",
  );
});

test("the first numbers come first", () => {
  const { metrics } = result([forced(2)]);
  const tangents = { ...metrics!.tangents, count: 2, dropped: 0, open: 0, avgSegueQuality: 4 };
  const quality = { ...metrics!.quality, funFactor: 7.5 };
  const { facts } = verdictOn([forced(2)], {
    metrics: { ...metrics!, tangents, quality, sources: { "fun-factor": "judge: opus" } },
    pulses: { detected: 3, expected: 4, untold: ["The Bell"] },
  });
  expect(facts).toEqual([
    { label: "Overall", value: 96, unit: "of 100", note: expect.stringMatching(/of the beats × craft/) },
    { label: "Beats told", value: "3/4", note: "not told: The Bell" },
    { label: "Points lost", value: 4, note: "worst: forced-segue in turn 2, 4 points" },
    { label: "Tangents", value: "2, both returned", note: expect.stringContaining("segue quality 4 of 5") },
    { label: "Would play this", value: 7.5, unit: "of 10", note: "judge: opus; not part of the score" },
    { label: "Cost", value: "$0.50" },
  ]);
});

test("a judge that failed, or was not asked yet, is named", () => {
  const unjudged = { judge: "opus-4.5", why: "Anthropic answered 529: overloaded.", attempts: 4 };
  expect(verdictOn([], { unjudged }).facts.find(({ label }) => label === "Would play this")).toEqual({
    label: "Would play this",
    value: null,
    note: "judge opus-4.5 failed after 4 attempts: Anthropic answered 529: overloaded; scores are missing",
  });
});

test("the costliest come first, with their quotes", () => {
  const dear = exampleEpisode("contradiction", 30, {
    pointsLost: 7,
    description: "The two do not go together.",
    evidence: [
      { turn: 0, text: "dry" },
      { turn: 30, text: "wet" },
    ],
  });
  const cheap = exampleEpisode("confusion", 1, { pointsLost: 2, severity: "error" });
  const { findings } = verdictOn([cheap, forced(3), forced(2), dear]);
  expect(findings.map(({ id }) => id)).toEqual(["t30-contradiction", "t2-forced-segue", "t3-forced-segue"]);
  expect(findings[0]).toEqual({
    id: "t30-contradiction",
    title: "Turn 30, contradiction",
    says: "The two do not go together. (reader: x)",
    points: 7,
    quotes: [
      { at: "Guide", text: "dry" },
      { at: "turn 30", text: "wet" },
    ],
  });
});

test("at equal points the kind with the worst episode comes first in every list, and is named as the worst", () => {
  const rushed = [2, 4, 6, 8].map((turn) => exampleEpisode("rushed", turn, { pointsLost: 2.5 }));
  const grave = [3, 9].map((turn) => exampleEpisode("contradiction", turn, { pointsLost: 5 }));
  const { headline, facts, findings, tables } = verdictOn([...rushed, ...grave]);
  expect(headline).toContain("10 of them to 2 contradictions");
  expect(tables[0]!.rows[0]).toEqual(["contradictions", 2, 10]);
  expect(findings[0]!.id).toBe("t3-contradiction");
  expect(facts).toContainEqual({
    label: "Points lost",
    value: 20,
    note: "worst: contradiction in turn 3, 5 points; 1 other costs as much",
  });
});

test("words that were said are quoted rather than the guide's, and a beat of the guide by its title", () => {
  const guide = { turn: 0, text: "One Second a Day\n(Marit Oyelaran, place: the Ear)" };
  const [before, own] = [6, 7].map((turn) => ({ turn, text: `Words ${turn}.` }));
  const quotes = (...evidence: Episode["evidence"]) =>
    verdictOn([exampleEpisode("rushed", 7, { evidence })]).findings[0]!.quotes.map(({ text }) => text);
  expect(quotes(guide, before!, own!)).toEqual(["Words 6.", "Words 7."]);
  expect(quotes(guide, own!)).toEqual(["One Second a Day", "Words 7."]);
});

test("the next step replays from before the worst episode, and tests the change by it", () => {
  const commands = (...given: Parameters<typeof result>) =>
    verdictOn(...given).next.map(({ command }) => command);
  const at = (turn: number) => `--checkpoint 'sessions/my story/turn-${turn}.json'`;
  expect(commands([forced(7)])).toEqual([
    "npx rehearse report 'sessions/my story' --turns 6-7",
    `npx rehearse replay ${at(6)} --prompt YOUR-PROMPT.md --turns 5`,
    `npx rehearse ab ${at(6)} --finding t7-forced-segue --b prompt=YOUR-PROMPT.md`,
  ]);
  // A late return was decided since the tangent began.
  const late = exampleEpisode("slow-return", 12, { evidence: [{ turn: 5, text: "Lunch?" }] });
  expect(commands([late])[1]).toContain(`replay ${at(5)} `);
  // A narrator of the user's own is used only if it is named again.
  const mine = { config: { ...config, narratorModel: "./mine.ts" }, command: "npx rehearse --config=c.ts" };
  const over = sessionVerdict(result([forced(7)], { outcome: "timeout", turns: 9 }), mine).next;
  expect(over.slice(1).map(({ command }) => command!.endsWith(" --allow-narrator ./mine.ts"))).toEqual([
    true,
    true,
    true,
  ]);
  expect(over.at(-1)!.command).toContain(`npx rehearse --config=c.ts replay ${at(9)} --max-turns 18 `);
  const house = { narrator: "house/blunt", players: [], classifier: "rules" };
  expect(commands([forced(7)], { models: house })[2]).toContain("--b narrator=house");
  const origin = { kind: "transcript", file: "evening.jsonl", session: "inn" } as const;
  const { next } = sessionVerdict(result([forced(7)]), { config: { ...config, origin } });
  expect(next.map(({ call }) => call?.operation)).toEqual(["report"]);
  const [{ narrator, ...record }] = ended.records as [TurnRecord];
  const records = [{ ...record, narrator: { ...narrator, keepsState: true } }];
  expect(sessionVerdict(result([forced(7)]), { config, records }).next).toHaveLength(1);
  // The recorded models are not there.
  const { totals } = result();
  const recorded = { attempts: 9, cost: 0, unpriced: 0 };
  const [, scripted, ...others] = commands([forced(7)], {
    totals: { ...totals, all: { ...totals.all, recorded } },
  });
  expect(scripted).toContain("--narrator house --player-model house --classifier none --observer none");
  expect(others).toEqual([expect.stringMatching(/--narrator opus-4.5 --player-model haiku .*--budget 2$/)]);
});

test("a stopped session can be played on, with a larger budget if that was spent; a branch is done", () => {
  const stopped = (given: Partial<Omit<SessionResult, "read">>) => {
    const { outcome, next } = verdictOn([], given);
    return [outcome, ...next.map(({ command }) => command)];
  };
  expect(stopped({ outcome: "interrupted" })).toEqual(["stopped", "npx rehearse resume 'sessions/my story'"]);
  expect(stopped({ outcome: "budget", budget: 3 })).toEqual([
    "stopped",
    "npx rehearse resume 'sessions/my story' --budget 6",
  ]);
  const branchedFrom = { sessionId: "parent", turn: 2, changed: [], replicate: 0 };
  expect(stopped({ outcome: "stopped", branchedFrom })).toEqual(["done"]);
});

test("cautions come first: the house cast, unread turns, kinds that nobody looked for", () => {
  const read = {
    asked: "haiku",
    turns: [1, 2, 3],
    of: 4,
    unread: [{ turn: 4, why: "HTTP 529", attempts: 4 }],
    notLookedFor: ["leak"],
  };
  const { cautions, next } = sessionVerdict(
    { ...result(), read, budget: 3, models: { narrator: "house/blunt", players: [], classifier: "" } },
    { config },
  );
  expect(cautions).toEqual([
    expect.stringContaining("The house cast played"),
    "haiku read 3 of 4 turns. Not read: turn 4. haiku failed after 4 attempts: HTTP 529.",
    "Not measured: leak.",
  ]);
  expect(next).toMatchObject([
    { says: "Read the unread turns.", command: "rehearse resume 'sessions/my story' --budget 6" },
  ]);
});
