import { expect, test } from "vitest";
import { exampleEpisode } from "../../../tests/support/playtest/example-play.ts";
import { readSession, type ReadGiven } from "../../../tests/support/playtest/example-reading.ts";
import { exampleConfig, exampleSession } from "../../../tests/support/playtest/example-session.ts";
import type { Episode, SessionResult } from "../../contract/index.ts";
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
  [[stall], "95 of 100: all 4 beats told; 5 points lost to 1 stall (turns 6 to 14)."],
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
    "No score: test/reader failed; too few turns were read: 2 of 4, at least 90 % required; 4 points lost to 1 forced segue (turn 2) so far.",
  );
  expect(facts[0]).toMatchObject({ label: "Overall", value: null, note: expect.stringContaining("too few") });
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
    { label: "Tangents", value: "2, both returned, 4 of 5", note: "mean quality of the returns" },
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

test("the worst three are those that cost most, with their quotes", () => {
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

test("the next step replays from before the worst episode, and tests the change by it", () => {
  const commands = (...given: Parameters<typeof result>) =>
    verdictOn(...given).next.map(({ command }) => command);
  const at = (turn: number) => `--checkpoint 'sessions/my story/turn-${turn}.json'`;
  expect(commands([forced(7)])).toEqual([
    `npx rehearse replay ${at(6)} --prompt YOUR-PROMPT.md --turns 5`,
    `npx rehearse ab ${at(6)} --finding t7-forced-segue --b prompt=YOUR-PROMPT.md`,
  ]);
  // A late return was decided since the tangent began.
  const late = exampleEpisode("slow-return", 12, { evidence: [{ turn: 5, text: "Lunch?" }] });
  expect(commands([late])[0]).toContain(`replay ${at(5)} `);
  const house = { narrator: "house/blunt", players: [], classifier: "rules" };
  expect(commands([forced(7)], { models: house })[1]).toContain("--b narrator=house");
  const origin = { kind: "transcript", file: "evening.jsonl", session: "inn" } as const;
  expect(sessionVerdict(result([forced(7)]), { config: { ...config, origin } }).next).toEqual([]);
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
    { ...result(), read, models: { narrator: "house/blunt", players: [], classifier: "" } },
    { config },
  );
  expect(cautions).toEqual([
    expect.stringContaining("The house cast played"),
    "haiku read 3 of 4 turns. Not read: turn 4. haiku failed after 4 attempts: HTTP 529.",
    "Not measured: leak.",
  ]);
  expect(next).toEqual([{ says: "Read the unread turns.", command: "rehearse resume 'sessions/my story'" }]);
});
