import { expect, test } from "vitest";
import { role } from "../../../contract/index.ts";
import { oneKeyProviders } from "../providers/index.ts";
import { createCasting } from "./casting.ts";
import { createCatalog, localPriceNotes, UnknownModelError } from "./catalog.ts";
import { costOf, mostItCosts } from "./cost.ts";

const catalog = createCatalog();

test.each([
  "opus-4.5",
  "grok-4",
  "deepseek-r2",
  "grok",
  "qwen",
  "deepseek",
  "kimi-k2",
  "gpt-4o-mini",
  "haiku",
  "voyage",
  "house",
])("%s is known, with a price, its date and its source", (name) => {
  const { price, provider, id, label } = catalog.resolve(name);
  expect(label).toBe(`${provider}/${id}`);
  expect(price?.asOf).toMatch(/^2026-\d\d-\d\d$/);
  expect(price?.source).not.toBe("");
});

test("a retired name says which model replaces it", () => {
  expect(catalog.resolve("grok-4")).toMatchObject({
    label: "xai/grok-4.3",
    note: expect.stringContaining("grok-4.3 is used instead"),
  });
  expect(catalog.resolve("deepseek-r2").label).toBe("deepseek/deepseek-v4-pro");
});

test("provider/model-id passes through, with known facts or an unknown price", () => {
  expect(catalog.resolve("anthropic/claude-opus-4-5").price?.output).toBe(25);
  for (const [name, provider, id] of [
    ["anthropic/claude-next", "anthropic", "claude-next"],
    ["openai/llama3.2:8b", "openai", "llama3.2:8b"],
  ] as const) {
    const model = catalog.resolve(name);
    expect(model).toMatchObject({ provider, id });
    expect([model.price, model.context]).toEqual([undefined, undefined]);
  }
});

test("an unknown name is refused with the nearest names", () => {
  expect(() => catalog.resolve("opus-45")).toThrow(UnknownModelError);
  expect(() => catalog.resolve("opus-45")).toThrow(
    /Unknown model "opus-45"\. Known: .*Did you mean opus-4\.5\?/,
  );
  expect(() => catalog.resolve("nobody/gpt")).toThrow(UnknownModelError);
  expect(() => catalog.resolve("nobody/gpt")).toThrow(
    /^Unknown provider "nobody" in "nobody\/gpt"\. Known: anthropic, .*, local, house\.$/,
  );
  expect(() => catalog.resolve("antropic/claude")).toThrow(/Did you mean anthropic\?$/);
  expect(() => catalog.resolve("anthropic/")).toThrow(UnknownModelError);
  expect(() => catalog.resolve("house/plian")).toThrow(/Did you mean house\/plain/);
});

test("one setting routes every alias that OpenRouter has through it", () => {
  const routed = createCatalog({ via: "openrouter" });
  expect(routed.resolve("opus-4.5").label).toBe("openrouter/anthropic/claude-opus-4.5");
  expect(routed.resolve("kimi-k2").label).toBe("openrouter/moonshotai/kimi-k2.5");
  expect(routed.resolve("voyage").label).toBe("voyage/voyage-3.5");
  expect(routed.resolve("house").label).toBe("house/plain");
  expect(routed.resolve("anthropic/claude-opus-4-5").label).toBe("anthropic/claude-opus-4-5");
});

test("users' own entries win, by alias, by provider/model-id, and under new names", () => {
  const price = { input: 1, output: 2 };
  const own = createCatalog({
    models: {
      "opus-4.5": { price },
      "local/mine": { price, context: 8_000 },
      tiny: { provider: "local", id: "tiny-1", price },
    },
  });
  expect(own.resolve("opus-4.5")).toMatchObject({ id: "claude-opus-4-5", price });
  expect(own.resolve("local/mine")).toMatchObject({ provider: "local", id: "mine", price, context: 8_000 });
  expect(own.resolve("tiny").label).toBe("local/tiny-1");
});

test("a local model costs 0 and says so, unless the settings give it a price", () => {
  const price = { input: 1, output: 2 };
  const own = createCatalog({
    models: {
      "local/mine": { price },
      "local/roomy": { context: 8_000 },
      tiny: { provider: "local", id: "tiny-1" },
    },
  });
  const free = { price: { input: 0, output: 0, source: "local, no price set: counted as 0" } };
  for (const name of ["local/llama3.2", "local/roomy", "tiny"]) expect(own.resolve(name)).toMatchObject(free);
  expect(own.resolve("openai/nobody-knows").price).toBeUndefined();
  const models = ["local/mine", "tiny", "local/tiny-1", "opus-4.5"].map((name) => own.resolve(name));
  expect(localPriceNotes(models)).toEqual([
    { code: "not-priced", text: "local/tiny-1 has no price set and counts as 0" },
  ]);
});

test("a price counts cached, written and plain input separately, and reports the cache savings", () => {
  const price = catalog.resolve("opus-4.5").price!;
  // 1,000 plain at 5, 8,000 read at 0.5, 1,000 written at 6.25, 200 out at 25, per million.
  const { cost, saved } = costOf({ input: 10_000, cacheRead: 8_000, cacheWrite: 1_000, output: 200 }, price);
  expect(cost).toBe(0.005 + 0.004 + 0.00625 + 0.005);
  expect(saved).toBeCloseTo(0.05 - 0.01525, 12);
});

test("a higher tier prices the whole request once its input exceeds the bound", () => {
  const price = catalog.resolve("grok-4").price!;
  expect(costOf({ input: 200_000, output: 0 }, price).cost).toBe(0.25);
  expect(costOf({ input: 200_001, output: 0 }, price).cost).toBeCloseTo(0.5000025, 12);
});

test("output with reasoning costs more if the vendor says so", () => {
  const price = catalog.resolve("qwen").price!;
  expect(costOf({ input: 0, output: 1_000 }, price).cost).toBe(0.0012);
  expect(costOf({ input: 0, output: 1_000, reasoning: 10 }, price).cost).toBe(0.004);
});

test("a reservation covers the most expensive case", () => {
  expect(mostItCosts({ input: 1_000_000, maxOutput: 1_000_000 }, catalog.resolve("opus-4.5").price!)).toBe(
    6.25 + 25,
  );
  expect(mostItCosts({ input: 0, maxOutput: 1_000_000 }, catalog.resolve("qwen").price!)).toBe(4);
});

test("casting uses the requested name, else one-key mode, else the settings, else the usual, else the default", () => {
  const plain = createCasting({ catalog, roles: { narrator: "grok-4" } });
  expect(plain.modelFor("narrator", { asked: "haiku" }).name).toBe("haiku");
  expect(plain.modelFor("narrator").name).toBe("grok-4");
  expect(plain.modelFor("player", { usual: "kimi-k2" }).name).toBe("kimi-k2");
  expect(plain.modelFor("classifier").name).toBe("gpt-4o-mini");
  expect(plain.notes()).toEqual([]);
});

test.each(oneKeyProviders)(
  "one-key mode on %s uses a strong model for the narrator and a cheap one for the rest, all priced, and says so",
  (vendor) => {
    const casting = createCasting({ catalog, roles: { player: "grok" }, oneKey: vendor });
    const narrator = casting.modelFor("narrator");
    const player = casting.modelFor("player", { usual: "kimi-k2" });
    for (const { kind, provider } of role.options.map((each) => casting.modelFor(each)))
      if (kind === "language") expect(provider).toBe(vendor);
    expect(narrator.price!.output!).toBeGreaterThanOrEqual(player.price!.output!);
    expect(narrator.label).not.toBe(player.label);
    expect(casting.notes()).toMatchObject([{ code: "one-key" }]);
  },
);

test("a price without output is refused: unknown is not free", () => {
  const price = { input: 1 };
  expect(() => createCatalog({ models: { "opus-4.5": { price } } })).toThrow(/has no price for output/);
  expect(() => createCatalog({ models: { "local/x": { price } } })).toThrow(/has no price for output/);
  expect(() =>
    createCatalog({
      models: { "local/x": { price: { ...price, output: 2, tiers: [{ input: 1, aboveInput: 5 }] } } },
    }),
  ).toThrow(/has no price for output/);
  expect(createCatalog({ models: { voyage: { price } } }).resolve("voyage").price).toEqual(price);
});

test("an alias that points to another model keeps none of the old model's facts", () => {
  const own = createCatalog({
    models: { "opus-4.5": { id: "claude-opus-5-5" }, grok: { id: "grok-4.5" } },
    via: "openrouter",
  });
  const next = own.resolve("opus-4.5");
  expect(next.label).toBe("anthropic/claude-opus-5-5");
  expect([next.price, next.context]).toEqual([undefined, undefined]);
  expect(own.resolve("grok")).toMatchObject({ label: "openrouter/x-ai/grok-4.5", price: { input: 2 } });
});
