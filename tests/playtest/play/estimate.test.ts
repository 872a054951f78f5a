/** Estimates compared with what recorded sessions really used, and what each part of the arithmetic changes. */
import { expect, test } from "vitest";
import type { SessionConfig } from "../../../src/contract/index.ts";
import { createCatalog, type CatalogOptions } from "../../../src/kernel/models/index.ts";
import { estimateCost, newSession, planSession } from "../../../src/playtest/index.ts";
import { besideEstimate, playRecordings } from "../../../benches/recorded-usage.ts";
import { houseHarness } from "../house-session.ts";

/** The other recordings are in the bench. */
test("the middle of the range is within a factor of 1.5 of a recorded session and its branch, for each role", async () => {
  const usage = (await playRecordings(["innsmouth"])).flatMap(besideEstimate);
  expect(new Set(usage.map(({ role }) => role))).toEqual(
    new Set(["narrator", "player", "spokesperson", "classifier", "observer", "judge"]),
  );
  expect(usage.filter(({ factor }) => factor > 1.5 || factor < 1 / 1.5)).toEqual([]);
  // A range that is too wide says nothing.
  expect(usage.filter(({ low, high }) => high > low * 4)).toEqual([]);
});

const harness = houseHarness();
const models = { narrator: "opus-4.5", playerModel: "haiku", classifier: "haiku", observer: "haiku" };
const plan = (wish: object = {}): SessionConfig =>
  planSession(harness, { story: "innsmouth", prompt: "baseline", seed: 1, players: 3, ...models, ...wish });
/** The rows of a role; another catalog, other settings or a part of the session if given. */
const rows = (
  role: string,
  config = plan(),
  {
    catalog = harness.catalog,
    ...options
  }: Parameters<typeof estimateCost>[2] & { catalog?: typeof harness.catalog } = {},
) => estimateCost(config, catalog, options).byRole.filter((row) => row.role === role);
/** The narrator's row with this entry in the catalog. */
const narratorWith = (entry: NonNullable<CatalogOptions["models"]>[string]) =>
  rows("narrator", plan({ narrator: "local/told" }), {
    catalog: createCatalog({ models: { "local/told": { kind: "language", temperature: true, ...entry } } }),
  })[0]!;

test("every role has a cost, and all of them are more at the turn limit", () => {
  const { byRole, total, atTurnLimit } = estimateCost(plan({ judge: "gpt-4o-mini" }), harness.catalog);
  expect(byRole.map(({ role }) => role).join(" ")).toBe(
    "narrator player player player spokesperson classifier observer judge",
  );
  for (const { usd, atTurnLimit } of byRole) {
    expect(usd!.low).toBeGreaterThan(0);
    expect(usd!.high).toBeGreaterThan(usd!.low);
    expect(atTurnLimit.usd).toBeGreaterThan(usd!.high);
  }
  expect(total!.high).toBeCloseTo(byRole.reduce((sum, { usd }) => sum + usd!.high, 0));
  expect(atTurnLimit).toMatchObject({ limit: "maxTurns", turns: 100 });
});

test("an unknown price makes the total null; house models cost nothing", () => {
  const unpriced = estimateCost(plan({ narrator: "openrouter/nobody/unpriced" }), harness.catalog);
  expect([unpriced.total, unpriced.atTurnLimit.total, unpriced.byRole[0]!.usd]).toEqual([null, null, null]);
  expect(unpriced.known.low).toBeGreaterThan(0);
  const house = { narrator: "house", playerModel: "house", classifier: "house", observer: "house" };
  const { total, byRole } = estimateCost(plan(house), harness.catalog);
  expect(total).toEqual({ low: 0, high: 0 });
  expect(new Set(byRole.map(({ role }) => role))).toEqual(new Set(["narrator", "player", "spokesperson"]));
});

test("a price for cached input, a reasoning allowance and a small context change the narrator's row", () => {
  const price = { input: 10, output: 10, asOf: "2026-01-01", source: "test" };
  const [plain, cached] = [{ price }, { price: { ...price, cacheRead: 1 } }].map(narratorWith);
  expect(cached!.usd!.low).toBeLessThan(plain!.usd!.low / 2);
  // Without breakpoints nobody knows whether anything is cached.
  expect(cached!.usd!.high).toBe(plain!.usd!.high);
  const thinking = narratorWith({ price, thinkingRoom: 1_000 }).tokens.output;
  expect(thinking).toEqual({
    low: plain!.tokens.output.low,
    high: plain!.tokens.output.high + 500 * plain!.calls.high,
  });
  expect(narratorWith({ context: 16_000 }).tokens.input.high).toBeLessThan(plain!.tokens.input.high / 2);
});

test("a call reads five turns, or one with --stop-on; a second look has a row if its model is another", () => {
  const read = (turns: number, change: Partial<SessionConfig> = {}) =>
    rows("observer", { ...plan(), ...change }, { turns }).map(({ calls }) => calls);
  expect(read(15)).toEqual([{ low: 4, high: 6 }]);
  expect(read(16)).toEqual([{ low: 5, high: 8 }]);
  expect(read(15, { stopOn: ["contradiction"] })).toEqual([{ low: 20, high: 30 }]);
  expect(read(15, { secondLookModel: "gpt-4o-mini" })).toEqual([
    { low: 3, high: 3 },
    { low: 1, high: 3 },
  ]);
});

test("the rest of a session sends more than its beginning, a whole guide more than notes, and nobody answers the end of a story", () => {
  const config = { ...plan({ maxTurns: 30 }), expectedPulses: 100 };
  const input = (turn: number, turns: number) =>
    rows("narrator", config, { from: { ...newSession({ sessionId: "x", config }), turn }, turns })[0]!.tokens
      .input;
  expect(input(15, 3).low).toBeGreaterThan(input(1, 3).low);
  // Twice as many turns send more than twice as much.
  expect(input(1, 6).low).toBeGreaterThan(2 * input(1, 3).low);
  expect(estimateCost(config, harness.catalog, { turns: 3 })).toMatchObject({
    turns: { low: 3, high: 3 },
    atTurnLimit: { limit: "turns", turns: 3 },
  });
  const [notes, full] = ["notes", "full"].map((guide) => rows("narrator", plan({ guide }), { turns: 8 })[0]!);
  expect(full!.tokens.input.high).toBeGreaterThan(1.5 * notes!.tokens.input.high);
  const relays = rows("spokesperson", config)[0]!;
  expect([relays.calls, relays.atTurnLimit.calls]).toEqual([{ low: 27, high: 27 }, 28]);
  expect(rows("spokesperson", config, { turns: 10 })[0]!.calls).toEqual({ low: 8, high: 8 });
});
