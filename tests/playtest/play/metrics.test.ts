/** The score of whole sessions: each known fault lowers it, and one recorded session is recomputed by hand. */
import { beforeAll, describe, expect, test } from "vitest";
import { type SessionMetrics } from "../../../src/contract/index.ts";
import { sessionMetrics, type Played } from "../../../src/playtest/index.ts";
import { playRecorded } from "../../support/playtest/recorded-session.ts";
import { houseSession } from "../house-session.ts";

/** A group that often strays, so that every fault has its occasions. */
const archetypes = ["joker", "drifter", "wildcard", "curious"] as const;
const seeds = [1, 2, 3];

describe("house narrators", () => {
  const played = new Map<string, Array<Played & { dir: string }>>();
  const faults = ["leaky", "forgetful", "looping", "blunt", "stalled", "rushed"];
  beforeAll(async () => {
    for (const narrator of ["house", ...faults.map((fault) => `house/${fault}`)])
      played.set(
        narrator,
        await Promise.all(seeds.map((seed) => houseSession({ narrator, seed, archetypes: [...archetypes] }))),
      );
  }, 120_000);
  const metricsOf = (narrator: string): SessionMetrics[] =>
    played.get(narrator)!.map(({ state }) => sessionMetrics(state));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const score = (narrator: string) => mean(metricsOf(narrator).map(({ overall }) => overall!));

  test("the plain narrator scores above 95 without an error", () => {
    expect(score("house")).toBeGreaterThan(95);
    for (const { result } of played.get("house")!)
      expect(result.issues.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each<[fault: string, kind: string]>([
    ["leaky", "leak"],
    ["forgetful", "contradiction"],
    ["looping", "loop"],
    ["blunt", "forced-segue"],
    ["stalled", "stuck"],
    ["rushed", "takes-over"],
  ])("house/%s scores at least 8 points less, mostly by its %s", (fault, kind) => {
    expect(score(`house/${fault}`)).toBeLessThan(score("house") - 8);
    const lost = (of: (kind: string) => boolean) =>
      mean(
        metricsOf(`house/${fault}`).map(({ score: { byKind } }) =>
          Object.entries(byKind).reduce((sum, [name, { points }]) => sum + (of(name) ? points : 0), 0),
        ),
      );
    // What a stalled narrator loses besides is late returns from tangents.
    expect(lost((name) => name === kind)).toBeGreaterThan(lost(() => true) / 3);
  });
});

test("marrow-fair, recomputed by hand from its transcript and readings", async () => {
  const { result } = await playRecorded("marrow-fair");
  const points = Object.fromEntries(result.issues.map(({ id, pointsLost }) => [id, pointsLost]));
  expect(points).toEqual({
    // "Anyway, that's enough about cake; back to the marrow." The reader names it, and it ends the tangent of turn 4: once.
    "t5-forced-segue": 4,
    // The tangent of turn 5 ends in turn 6 with a natural return of quality 3: one level below 4.
    "t6-poor-return": 1,
    // The ribbon was purple in turn 4 and is green now; a player asks about it.
    "t6-contradiction": 5,
    "t6-confusion": 2,
    // Turn 6 tells three beats, two more than one; the one finding of the same kind is less.
    "t6-rushed": 2,
    // "You tell her all of it": they had agreed not to say a word.
    "t7-takes-over": 5,
    // Fifty-eight pounds are fifty-four; a player asks, three turns after the last confusion.
    "t9-contradiction": 5,
    "t9-confusion": 2,
    // What Dora told one player is told to all. The turn tells two beats.
    "t10-leak": 5,
    "t10-rushed": 1,
    // Nineteen years without a crime are thirty-four. The turn tells two beats.
    "t11-contradiction": 5,
    "t11-rushed": 1,
    // The tent comes down a second time, and a player's question is not answered.
    "t12-loop": 5,
    "t12-confusion": 2,
    // The way to the church is passed over; outside a stall, since only turn 12 has no beat.
    "t13-ignored-request": 3,
    // Three beats in turn 13, with one finding, and two in turn 14.
    "t13-rushed": 2,
    "t14-rushed": 1,
  });
  // 18 of the guide's 20 beats: "One Wheel" and "Mister Crake's Lorry" are not told.
  expect(result.pulses).toMatchObject({ detected: 18, expected: 20 });
  expect(result.metrics!.score).toMatchObject({
    completion: 0.9,
    // 4 + 1 + 5 + 2 + 2 + 5 + 5 + 2 + 5 + 1 + 5 + 1 + 5 + 2 + 3 + 2 + 1.
    pointsLost: 51,
    craft: 49,
    // 0.9 × 49. The recorded judge was not named by --judge and does not count.
    overall: 44.1,
    missing: [],
  });
  expect(result.verdict!.headline).toBe(
    "44.1 of 100: 18 of 20 beats told; 51 points lost, 15 of them to 3 contradictions (turns 6, 9 and 11).",
  );
});
