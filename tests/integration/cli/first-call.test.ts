/**
 * A process's first call loads the SDK and the vendor's package. That time must not count towards the limits or as an
 * attempt.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { resolveSettings } from "../../../src/kernel/settings/index.ts";
import { createBudget } from "../../../src/kernel/budget/index.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { openJournal } from "../../../src/kernel/journal/index.ts";
import { createCatalog, createGateway, createLimiter } from "../../../src/kernel/models/index.ts";

/** A gateway to a vendor with a package loaded by `load`, on a manual clock. */
function setUp(load: (clock: ReturnType<typeof manualClock>) => Promise<void>) {
  const clock = manualClock();
  const starts: number[] = [];
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      starts.push(clock.now());
      return {
        content: [{ type: "text", text: "Yes." }],
        finishReason: { unified: "stop", raw: "stop" },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  let loaded: Promise<void> | undefined;
  const language = async () => {
    await (loaded ??= load(clock));
    return model;
  };
  const none = () => Promise.reject(new Error("not scripted"));
  const path = join(mkdtempSync(join(tmpdir(), "rehearse-first-call-")), "calls.jsonl");
  const gateway = createGateway({
    ...resolveSettings({}).settings,
    models: { language, embedding: none, reranking: none },
    journal: openJournal(path, { clock }),
    limiter: createLimiter({ clock, limits: () => ({ spacingMs: 1_250 }) }),
    budget: createBudget(),
    clock,
  });
  const ask = (index: number) =>
    gateway.text({
      call: `call/${index}`,
      role: "player",
      model: createCatalog().resolve("haiku"),
      messages: [{ role: "user", content: "Ready?" }],
    });
  return { clock, starts, ask, lines: () => readFileSync(path, "utf8").trim().split("\n") };
}

test("requests keep their spacing although the first waited for its package", async () => {
  await import("ai");
  const { clock, starts, ask } = setUp((clock) => clock.sleep(2_000));
  const all = Promise.all([0, 1, 2].map(ask));
  await clock.advance(10_000);
  await all;
  expect(starts).toEqual([2_000, 3_250, 4_500]);
});

test("a package that fails to load is not an attempt: nothing was sent, so nothing is possibly billed", async () => {
  const { ask, lines } = setUp(() => Promise.reject(new Error("no such package")));
  await expect(ask(0)).rejects.toThrow("no such package");
  expect(lines()).toHaveLength(1);
});
