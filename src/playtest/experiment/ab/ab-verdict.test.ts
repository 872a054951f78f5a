import { expect, test } from "vitest";
import type { AbArm, AbPair, AbResult } from "../../../contract/index.ts";
import { wonBy } from "./ab-pairs.ts";
import { abVerdict } from "./ab-verdict.ts";

const plan: AbResult["plan"] = {
  abId: "x",
  a: { label: "unchanged" },
  b: { label: "prompt mine" },
  checkpoints: [{ sessionId: "s", turn: 22 }],
  turns: 5,
  pairs: 40,
};
const finding = { id: "t23-forced-segue", kind: "forced-segue", lastTurn: 23 };
const options = { command: "rehearse", at: "ab/x" };

const pairsOf = (arms: ReadonlyArray<readonly [a: AbArm | null, b: AbArm | null]>): AbPair[] =>
  arms.map(([a, b], index) => ({
    index,
    checkpoint: 0,
    replicate: index + 1,
    a,
    b,
    crashed: a === null ? ["a"] : [],
    won: wonBy({ a, b }),
  }));
/** So many forced segues. */
const forced = (episodes: number, other: AbArm["byKind"] = {}): AbArm => ({
  pointsLost: 4 * episodes + Object.values(other).reduce((sum, { points }) => sum + points, 0),
  beats: 3 - episodes,
  byKind: { ...(episodes > 0 && { "forced-segue": { episodes, points: 4 * episodes } }), ...other },
});
const back = (cameBack: boolean, other: AbArm["byKind"] = {}): AbArm => ({
  ...forced(Number(cameBack), other),
  cameBack,
});
const contradictions = (episodes: number) => ({ contradiction: { episodes, points: 5 * episodes } });
const repeated = <T>(count: number, each: T): T[] => Array.from({ length: count }, () => each);

const verdictOf = (
  arms: ReadonlyArray<readonly [AbArm | null, AbArm | null]>,
  {
    stopped = false,
    narrator = "local/m",
    ...changed
  }: Partial<AbResult["plan"]> & { stopped?: boolean; narrator?: string } = {},
) => {
  const players = [{ name: "Ada", archetype: "joker", model: "house/plain" }];
  const models = [{ narrator, players, spokesperson: "house/plain", classifier: "none" }];
  return abVerdict(
    { ...plan, ...changed },
    { pairs: pairsOf(arms), cost: "$0.50", stopped, models },
    options,
  );
};
const headlineOf = (...given: Parameters<typeof verdictOf>) => verdictOf(...given).headline;

const helped = [...repeated(8, [forced(2), forced(0)] as const)];
const worse = [...repeated(8, [forced(0), forced(2)] as const)];

test("by points: what the tweak did, in its own words or with the names of both arms", () => {
  const mixed = [
    [forced(1), forced(2)] as const,
    [forced(1), forced(1)] as const,
    ...repeated(11, helped[0]!),
  ];
  expect(headlineOf(mixed)).toBe(
    "The tweak helped: it lost 0.9 points on average, unchanged 7.4, better in 11 of 13 pairs.",
  );
  expect(headlineOf(worse)).toBe(
    "The tweak made it worse: it lost 8 points on average, unchanged 0, worse in 8 of 8 pairs.",
  );
  expect(headlineOf(helped, { a: { label: "narrator old" } })).toBe(
    "B (prompt mine) lost fewer points than A (narrator old): it lost 0 points on average, A 8, better in 8 of 8 pairs.",
  );
  // Most pairs and the mean disagree.
  const disaster = [[forced(0), forced(25)] as const, ...repeated(11, [forced(1), forced(0)] as const)];
  expect(headlineOf(disaster)).toBe(
    "The tweak helped in 11 of 12 pairs, although it lost 8.3 points on average, unchanged 3.7.",
  );
});

test("by a finding: how often it came back, and what is new", () => {
  const avoided = repeated(8, [back(true), back(false)] as const);
  const both = [back(true), back(true)] as const;
  expect(headlineOf([both, ...avoided], { finding })).toBe(
    "The tweak helped: a forced segue came back by turn 27 in 1 of 9 replays, unchanged in 9 of 9; no new problems.",
  );
  const fresh = [...repeated(7, avoided[0]!), [back(true), back(false, contradictions(3))] as const];
  expect(headlineOf(fresh, { finding })).toMatch(/unchanged in 8 of 8; new: 3 contradictions\.$/);
  const more = repeated(8, [back(true, contradictions(1)), back(false, contradictions(2))] as const);
  expect(headlineOf(more, { finding })).toMatch(/; 5 more points lost to other problems\.$/);
  expect(headlineOf(avoided, { finding, a: { label: "prompt old" } })).toBe(
    "B (prompt mine) showed the forced segue less often than A (prompt old): " +
      "a forced segue came back by turn 27 in 0 of 8 replays, with A in 8 of 8; no new problems.",
  );
});

test("not decided: how it stands; the next step adds pairs or continues", () => {
  const even = [helped[0]!, worse[0]!, helped[0]!];
  const open = verdictOf(even, { pairs: 3 });
  expect(open).toMatchObject({
    outcome: "undecided",
    headline: "Not decided after 3 pairs (B better 2, worse 1).",
    cautions: [
      expect.stringContaining("The house cast played the players"),
      "Too few pairs differ: at least 8 are needed, all in one direction.",
    ],
  });
  expect(open.next[0]!.command).toBe("rehearse resume ab/x --pairs 40");
  expect(verdictOf(even, { stopped: true })).toMatchObject({
    outcome: "stopped",
    headline: "Stopped after 3 pairs (B better 2, worse 1).",
  });
  expect(headlineOf(even)).toBe("Played 3 of at most 40 pairs (B better 2, worse 1).");
  expect(headlineOf(repeated(2, [forced(1), forced(1)] as const), { pairs: 2 })).toBe(
    "Not decided: no pair differs (2 ties).",
  );
  expect(headlineOf([[null, forced(1)]], { pairs: 1 })).toBe("Not decided: no result in 1 pair.");
});

test("the causes add up to the mean difference, every pair counts once, and the worst pair is named", () => {
  const { because, facts, tables, next, outcome } = verdictOf(
    [...helped, [forced(0), forced(9)] as const, [null, forced(0)] as const],
    { narrator: "house/plain" },
  );
  expect(outcome).toBe("done");
  // Decided after eight: the two pairs after that do not count.
  expect(because).toEqual([
    {
      label: "forced segues",
      points: 8,
      touched: { count: 8, of: 8, unit: "replays" },
      detail: "0 with the change, 16 with nothing changed",
    },
  ]);
  const factOf = (label: string) => facts.find((fact) => fact.label === label);
  expect(factOf("Pairs")).toMatchObject({
    value: 8,
    note: expect.stringContaining("2 more were already running") as string,
  });
  expect([factOf("Points lost by A"), factOf("Points lost by B")]).toMatchObject([
    { value: 8 },
    { value: 0 },
  ]);
  expect(factOf("Beats told")).toMatchObject({ value: "A 1, B 3" });
  expect(factOf("Evidence (E-value)")).toMatchObject({
    value: 28.4,
    note: "20 decides; equal arms reach it in at most 1 of 20 tests",
  });
  expect(tables[0]!.rows).toHaveLength(8);
  // The offline cast decides nothing.
  expect(next).toEqual([{ says: "Repeat the test with a real narrator before you decide anything." }]);
  const { next: keep, cautions } = verdictOf(helped);
  expect(cautions).toEqual([expect.stringMatching(/the narration is the narrator's own/)]);
  expect(keep).toEqual([
    { says: "Keep the change. A matrix shows whether it also helps in whole sessions." },
  ]);
  expect(verdictOf(worse).next[1]).toMatchObject({
    says: "Read pair 1, in which B did worst against A.",
    command: "rehearse compare ab/x/sessions/0001-a ab/x/sessions/0001-b",
  });
});
