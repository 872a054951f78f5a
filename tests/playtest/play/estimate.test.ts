/** Estimates compared with what sessions really sent: the real values lie inside the range for every role. */
import { expect, test } from "vitest";
import {
  branchState,
  estimateCost,
  loadCheckpoint,
  planSession,
  turnPath,
  type CostEstimate,
} from "../../../src/playtest/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { houseHarness, houseSession } from "../house-session.ts";

const inside = (value: number, { low, high }: { low: number; high: number }) => ({
  value,
  low,
  high,
  inside: low <= value && value <= high,
});
const tokens = ({ byRole }: CostEstimate, role: string, kind: "input" | "output") => {
  const rows = byRole.filter((row) => row.role === role).map((row) => row.tokens[kind]);
  return {
    low: rows.reduce((sum, { low }) => sum + low, 0),
    high: rows.reduce((sum, { high }) => sum + high, 0),
  };
};

test.each([["marrow-fair", 5, 2]])(
  "%s with %i players on the offline cast: tokens as counted",
  async (story, players, seed) => {
    const harness = houseHarness();
    const estimate = await estimateCost(
      planSession(harness, { story, prompt: "baseline", narrator: "house", seed, players }),
      harness.catalog,
    );
    const { result } = await houseSession({ story, seed, players });
    expect(inside(result.turns, estimate.turns)).toMatchObject({ inside: true });
    expect(inside(result.totals.all.attempts, estimate.calls)).toMatchObject({ inside: true });
    for (const role of ["narrator", "player", "spokesperson"]) {
      for (const kind of ["input", "output"] as const) {
        expect({
          role,
          kind,
          ...inside(result.totals.byRole[role]!.tokens[kind], tokens(estimate, role, kind)),
        }).toMatchObject({ inside: true });
        // A range that is too wide says nothing.
        expect(tokens(estimate, role, kind).high / tokens(estimate, role, kind).low).toBeLessThan(
          kind === "input" ? 9 : 10,
        );
      }
    }
  },
);

test("with real packages: includes classifier, observer and the calls that create the characters", async () => {
  await using table = await openTable({ endsAt: 26 });
  const harness = table.harness("one");
  const wish = {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "opus-4.5",
    seed: 1,
    archetypes: ["joker", "follower", "engaged"] as const,
    maxTurns: 100,
  };
  const estimate = await estimateCost(
    planSession(harness, { ...wish, archetypes: [...wish.archetypes] }),
    harness.catalog,
  );
  await table.play("one", { ...wish, archetypes: [...wish.archetypes] });
  const log = table.server.of("one");
  for (const role of ["narrator", "player", "spokesperson", "classifier", "observer"]) {
    // The server's counts are invented; the texts that it received are real.
    const sent = log
      .filter((entry) => entry.role === role)
      .reduce((sum, { text }) => sum + Buffer.byteLength(text) / 4, 0);
    expect({ role, ...inside(Math.round(sent), tokens(estimate, role, "input")) }).toMatchObject({
      inside: true,
    });
  }
  expect(inside(log.length, estimate.calls)).toMatchObject({ inside: true });
  // The character, an answer a turn, and reactions as the dice fall: two a turn at most, and none before the story.
  const answers = [1, 1, 1].map((made) => made + estimate.turns.low);
  const asked = estimate.byRole.filter(({ role }) => role === "player").map(({ calls }) => calls.low);
  for (const [seat, calls] of asked.entries()) expect(calls).toBeGreaterThanOrEqual(answers[seat]!);
  const reactions = sum(asked) - sum(answers);
  expect(reactions).toBeGreaterThan(0);
  expect(reactions).toBeLessThanOrEqual(2 * (estimate.turns.low - 2));
  // One call reads five turns; a second look follows none at best, and at worst each.
  const { low, high } = estimate.turns;
  expect(estimate.byRole.filter(({ role }) => role === "observer").map(({ calls }) => calls)).toEqual([
    { low: Math.ceil(low / 5), high: 2 * Math.ceil(high / 5) },
  ]);
  expect(estimate.total!.low).toBeGreaterThan(0);
  expect(estimate.because.join()).toMatch(/turns: how often.*prompt cache/);
});

test("the rest of a session is estimated from its current turn", { timeout: 120_000 }, async () => {
  const { dir, harness } = await houseSession({ seed: 1 });
  const from = (turn: number, wish = {}) =>
    branchState({
      harness,
      parent: loadCheckpoint(turnPath(dir, turn)).state,
      changes: wish,
      replicate: 0,
      sessionId: "x",
    });
  const rest = from(15);
  const [all, few, whole] = await Promise.all([
    estimateCost(rest.config, harness.catalog, { from: rest }),
    estimateCost(rest.config, harness.catalog, { from: rest, turns: 3 }),
    estimateCost(rest.config, harness.catalog),
  ]);
  expect(few.turns).toEqual({ low: 3, high: 3 });
  expect(all.turns.high).toBeLessThan(whole.turns.high);
  // Three turns late in a story send more than the first three.
  const early = from(1);
  const first = await estimateCost(early.config, harness.catalog, { from: early, turns: 3 });
  expect(tokens(few, "narrator", "input").low).toBeGreaterThan(tokens(first, "narrator", "input").low);
});

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
