/** Estimates compared with what sessions really sent: the real values lie inside the range for every role. */
import { expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { classify } from "../../../src/playtest/classify/index.ts";
import { dryRunGateway } from "../../../src/playtest/play/dry-run-gateway.ts";
import {
  branchSession,
  branchState,
  completeReadings,
  estimateCost,
  estimateMissing,
  loadCheckpoint,
  planSession,
  readingsAt,
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

test.each([
  ["innsmouth", 2, 1],
  ["marrow-fair", 5, 2],
  ["long-quiet", 4, 3],
])("%s with %i players on the offline cast: tokens as counted", async (story, players, seed) => {
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
});

test("a narrator that tells a pulse each turn is within the range", async () => {
  const harness = houseHarness();
  const plan = planSession(harness, {
    story: "innsmouth",
    prompt: "baseline",
    narrator: "house/blunt",
    seed: 1,
    players: 2,
  });
  // Two turns of questions come before the first pulse.
  expect((await estimateCost(plan, harness.catalog)).turns.low).toBe(2 + plan.expectedPulses!);
});

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
  // The reader in every turn; the second look in none at best, and at worst in every other.
  const { low, high } = estimate.turns;
  expect(estimate.byRole.filter(({ role }) => role === "observer").map(({ calls }) => calls)).toEqual([
    { low, high },
    { low: 0, high: Math.floor(high / 2) },
  ]);
  expect(estimate.total!.low).toBeGreaterThan(0);
  expect(estimate.because.join()).toMatch(/turns: how often.*prompt cache/);
});

test(
  "a session that reaches its turn limit costs more than the range; the limit is named",
  { timeout: 120_000 },
  async () => {
    const harness = houseHarness();
    const plan = (maxTurns: number) =>
      planSession(harness, {
        story: "innsmouth",
        prompt: "baseline",
        narrator: "opus-4.5",
        judge: "opus-4.5",
        seed: 1,
        players: 2,
        maxTurns,
      });
    const long = await estimateCost(plan(55), harness.catalog);
    expect(long.turns.high).toBeLessThan(55);
    expect(long.atTurnLimit).toMatchObject({ limit: "--max-turns", turns: 55 });
    expect(long.atTurnLimit.total).toBeGreaterThan(long.total!.high);
    // Each further turn asks a narrator, two players and more; the judge is asked as often as before.
    expect(long.atTurnLimit.calls).toBeGreaterThan(long.calls.high + 3 * (55 - long.turns.high));
    const judge = long.byRole.find(({ role }) => role === "judge")!;
    expect(judge.atTurnLimit.calls).toBe(judge.calls.high);
    const short = await estimateCost(plan(12), harness.catalog);
    expect(short.atTurnLimit).toMatchObject({ turns: 12, calls: short.calls.high, total: short.total!.high });
    expect((await estimateCost(plan(55), harness.catalog, { turns: 4 })).atTurnLimit).toMatchObject({
      limit: "--turns",
      turns: 4,
    });
  },
);

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

test("the rules confirm the assumption about a dry run's text: public, and without a pulse", async () => {
  const harness = houseHarness();
  const { group, storyGuide } = planSession(harness, { story: "innsmouth", prompt: "baseline", seed: 1 });
  const model = harness.catalog.resolve("house");
  for (const talkative of [false, true])
    for (const turn of [1, 3, 8]) {
      const gateway = dryRunGateway({ talkative, onCall: () => {} });
      const call = `turn/${turn}/narrator`;
      const { text } = await gateway.text({ call, role: "narrator", model, messages: [] });
      const verdict = async (filler: boolean) => {
        const { type, segments, concluded, title } = await classify({
          gateway,
          model,
          call: `turn/${turn}/classifier`,
          turn,
          clock: systemClock,
          withinMs: 1_000,
          filler,
          input: {
            text,
            names: group.players.map(({ name }) => name),
            spokesperson: group.spokesperson,
            turn,
            phase: turn === 1 ? "creation" : "story",
            openTangent: false,
            strayed: [],
            exchanges: [],
            relay: "",
            earlier: [],
            guide: storyGuide,
            told: [],
          },
        });
        const heard = segments.map(({ start, end, audience }) => ({ start, end, audience }));
        return { type, heard, concluded, title };
      };
      expect(await verdict(true)).toEqual(await verdict(false));
    }
});

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

test("readings that a checkpoint lacks are estimated once; the case file of its branches is not empty", async () => {
  await using table = await openTable({ endsAt: 99 });
  const { dir } = await table.play("one", { archetypes: ["joker", "follower"], seed: 3, maxTurns: 12 });
  const harness = table.harness("two");
  const checkpoint = turnPath(dir, 8);
  const from = branchState({
    harness,
    parent: loadCheckpoint(checkpoint).state,
    changes: { observer: "grok-4" },
    replicate: 0,
    sessionId: "x",
  });
  const none = readingsAt(checkpoint, "grok-4");
  expect(none).toEqual([]);
  const missing = await estimateMissing(from, harness.catalog, none);
  expect(missing).toMatchObject({ turns: 8, calls: { low: 8, high: 12 } });
  expect(missing!.total!.low).toBeGreaterThan(0);
  const asked = { from, turns: 2, readings: none };
  const estimate = await estimateCost(from.config, harness.catalog, asked);
  const reader = estimate.byRole.find(({ role, calls }) => role === "observer" && calls.low === 2)!;
  await completeReadings(harness, { checkpoint, reader: "grok-4" });
  const { result } = await branchSession(harness, {
    checkpoint,
    changes: { observer: "grok-4", turns: 2 },
    replicate: 0,
    out: table.dir,
    sessionId: "branch",
  });
  expect(result.turns).toBe(10);
  const sent = (turns: readonly number[]) =>
    table.server
      .of("two")
      .filter(({ part, turn }) => part === "reader" && turns.includes(turn))
      .reduce((size, { text }) => size + Buffer.byteLength(text) / 4, 0);
  expect(inside(Math.round(sent([9, 10])), reader.tokens.input)).toMatchObject({ inside: true });
  const known = readingsAt(checkpoint, "grok-4");
  expect(known).toHaveLength(8);
  expect(await estimateMissing(from, harness.catalog, known)).toBeUndefined();
  // A case file that begins empty would make the reader look cheaper than it is.
  const read = await estimateCost(from.config, harness.catalog, { ...asked, readings: known });
  const unread = await estimateCost(from.config, harness.catalog, {
    ...asked,
    readings: known.map((each) => ({ ...each, status: "unread" as const, why: "" })),
  });
  expect(tokens(read, "observer", "input").low).toBeGreaterThan(
    tokens(unread, "observer", "input").low + 100,
  );
});
