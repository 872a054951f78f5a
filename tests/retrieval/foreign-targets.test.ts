/** Users' own targets, over HTTP and as modules: wrong answers are found, and missing answers count as missing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckAnswer } from "../../src/contract/index.ts";
import { createHarness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import { planCheck, readResults } from "../../src/retrieval/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { gardenFolder, gardenShop, startTarget } from "./garden-shop.ts";

async function checked(target: string, { flags }: { flags: string[] }, ...more: string[]) {
  const { exit, stdout, stderr } = await runCommand([
    "check",
    "--target",
    target,
    "--json",
    ...flags,
    ...more,
  ]);
  const answer = JSON.parse(stdout) as CheckAnswer;
  if (exit === 2) return { exit, stderr, answer: undefined, results: undefined, report: "" };
  return {
    exit,
    stderr,
    answer,
    results: readResults(answer.results_file!),
    report: readFileSync(answer.report_file!, "utf8"),
  };
}

test("a system that does everything right is excellent, and gets exactly the contract's requests", async () => {
  await using target = await startTarget(gardenShop);
  const { exit, answer, results } = await checked(target.url, gardenFolder());
  expect({ exit, ...answer }).toMatchObject({
    exit: 0,
    health_status: "EXCELLENT",
    combined_score: 100,
    total_tests: 8,
    missing: 0,
    partial: false,
  });
  expect(results!.target).toEqual({ name: target.url, kind: "http", top_k: 6, candidates: 15 });
  expect(results!.kb).toEqual({ entities: 0, hash: "" });
  expect(target.log.toSorted((a, b) => (a.test_id < b.test_id ? -1 : 1))).toEqual([
    { version: 1, ask: "always", test_id: "ALWAYS-001", user_type: "CUSTOMER", user_state: {} },
    {
      version: 1,
      ask: "match",
      test_id: "PAT-CRISIS-001",
      message: "I can't breathe since I sprayed the roses",
    },
    {
      version: 1,
      ask: "match",
      test_id: "PAT-CRISIS-002",
      message: "I can’t breathe since I sprayed the roses",
    },
    { version: 1, ask: "match", test_id: "PAT-NEG-001", message: "my roses can't breathe in this clay" },
    { version: 1, ask: "handlers", test_id: "STATE-001", user_state: { is_first_visit: true } },
    {
      version: 1,
      ask: "retrieve",
      test_id: "V2-LAWN-001",
      message: "moss wherever I look",
      user_state: {},
      top_k: 6,
      candidates: 15,
    },
    {
      version: 1,
      ask: "retrieve",
      test_id: "V2-SLUG-001",
      message: "something eats my lettuce at night",
      user_state: {},
      top_k: 6,
      candidates: 15,
    },
    {
      version: 1,
      ask: "retrieve",
      test_id: "V2-TOM-001",
      message: "brown spots on my tomato leaves",
      user_state: {},
      top_k: 6,
      candidates: 15,
    },
  ]);
});

test.each<[string, unknown]>([
  ["ids instead of objects", { selections: ["slug_control"] }],
  ["null", null],
  ["a score that is a word", { selections: [{ entity_id: "slug_control", score: "high" }] }],
])(
  "an answer of another shape has no score, and the report says what is wrong with it: %s",
  async (_, shape) => {
    await using target = await startTarget((request) =>
      request.test_id === "V2-SLUG-001" ? shape : gardenShop(request),
    );
    const { exit, answer, results } = await checked(target.url, gardenFolder());
    expect({ exit, ...answer }).toMatchObject({ exit: 3, missing: 1, component_scores: { semantic: 100 } });
    expect(results!.semantic!.results[1]).toMatchObject({
      score: null,
      missing: { code: "invalid-reply", message: expect.stringContaining(target.url) },
    });
  },
);

test("duplicate candidates count once, and at most fifty are kept; all selections are kept", async () => {
  const many = [
    "slug_control",
    "slug_control",
    ...Array.from({ length: 80 }, (_, index) => `other_${index}`),
  ].map((entity_id) => ({ entity_id }));
  await using target = await startTarget((request) =>
    request.test_id === "V2-SLUG-001"
      ? { selections: [...many.slice(0, 2), ...many.slice(10)], candidates: many }
      : gardenShop(request),
  );
  const { results } = await checked(target.url, gardenFolder());
  const [, slug] = results!.semantic!.results;
  expect(slug!.voyage_candidates.slice(0, 2)).toEqual([
    { entity_id: "slug_control", rank: 1 },
    { entity_id: "other_0", rank: 2 },
  ]);
  expect([
    slug!.voyage_candidates.length + slug!.beyond.length,
    slug!.haiku_selections.length,
    slug!.metrics.candidates.recall,
  ]).toEqual([50, 73, 1]);
});

test("a budget needs no price of your own system: it is asked, and the report says that its cost is not counted", async () => {
  await using target = await startTarget(gardenShop);
  const { exit, answer, report } = await checked(target.url, gardenFolder(), "--budget", "5");
  expect({ exit, notes: answer!.notes, missing: answer!.missing }).toEqual({
    exit: 0,
    notes: [],
    missing: 0,
  });
  expect(report).toContain("The target's own cost is not known to Rehearse.");
  // Documents of somebody else: a warning, since an external target needs none.
  const garden = gardenFolder();
  garden.write("kb/opening_hours.md", "# Opening hours\n\nNine to five.\n");
  const beside = await checked(target.url, garden);
  expect(beside.exit).toBe(exit);
  expect(beside.answer!.notes).toMatchObject([
    { code: "read-leniently", text: expect.stringMatching(/kb does not have all documents .*: \w+, /) },
  ]);
});

/** The shop in a module, as far as it goes. */
const moduleOf = (functions: readonly string[], { asDefault = false } = {}) => {
  const bodies: Record<string, string> = {
    retrieve:
      "retrieve({ message }) { const about = { tomato: " +
      '["tomato_blight", "copper_spray"], lettuce: ["slug_control"], moss: ' +
      '["lawn_care"] }; return { selections: ' +
      "Object.entries(about).filter(([word]) => message.includes(word)).flatMap(([, " +
      "ids]) => ids).map((entity_id) => ({ entity_id })) }; }",
    handlers:
      "handlers({ user_state }) { return { handlers: user_state.is_first_visit ? ['handler_welcome'] : [] }; }",
    match:
      'match({ message }) { return { matches: /^i can.t breathe/i.test(message) ? ["handler_poison"] : [] }; }',
    always: 'always() { return { loaded: ["shop_persona"] }; }',
  };
  return asDefault
    ? `export default { ${functions.map((name) => `async ${bodies[name]}`).join(", ")} };\n`
    : functions.map((name) => `export async function ${bodies[name]}\n`).join("");
};
const whole = ["retrieve", "handlers", "match", "always"];

test.each([[false], [true]])(
  "a module is a target too, its functions exported by name or as the default: %s",
  async (asDefault) => {
    const garden = gardenFolder();
    const { exit, answer, results, report } = await checked(
      garden.write("shop.mjs", moduleOf(whole, { asDefault })),
      garden,
    );
    expect({ exit, ...answer }).toMatchObject({ exit: 0, health_status: "EXCELLENT", combined_score: 100 });
    expect(results!.target.kind).toBe("module");
    // It reports no candidates.
    expect(report).not.toContain("not tested");
  },
);

test("a module has no score where it throws", async () => {
  const garden = gardenFolder();
  const path = garden.write(
    "shop.mjs",
    `${moduleOf(["handlers", "match", "always"])}export function retrieve({ test_id }) { ` +
      `if (test_id === "V2-TOM-001") throw new Error("out of tomatoes"); ` +
      "return { selections: [] }; }\n",
  );
  const { answer, results } = await checked(path, garden);
  expect(answer).toMatchObject({ missing: 1, hard_fails: 2 });
  expect(results!.semantic!.results[0]!.missing!.message).toContain("out of tomatoes");
});

test("over HTTP a target declares the mechanisms it lacks", async () => {
  await using target = await startTarget((request) =>
    request.ask === "handlers" ? { not_answered: true } : gardenShop(request),
  );
  const { results, answer } = await checked(target.url, gardenFolder());
  expect(results!.state).toBeUndefined();
  expect(answer).toMatchObject({ missing: 0, hard_fails: 0, not_tested: ["state"] });
});

test("a module edited after a stop is another system: no earlier answer is reused", () => {
  const garden = gardenFolder();
  const { settings } = resolveSettings({ file: { cacheDir: join(garden.dir, "cache") } });
  const harness = createHarness({ settings, ...connect(settings, {}) });
  const keyWith = (id: string) =>
    planCheck(harness, {
      testBanks: join(garden.dir, "test_banks"),
      banks: ["always"],
      results: garden.dir,
      target: garden.write("shop.mjs", `export const always = () => ({ loaded: ["${id}"] });\n`),
    }).key;
  const before = keyWith("shop_persona");
  expect(keyWith("shop_persona")).toBe(before);
  expect(keyWith("nobody")).not.toBe(before);
});
