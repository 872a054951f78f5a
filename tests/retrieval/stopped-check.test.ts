/** A stopped check: its prices and budget are kept, a lost journal is noticed. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { JournalLine } from "../../src/contract/index.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { startRetrievalServer } from "../support/model-servers/retrieval-server.ts";

vi.setConfig({ testTimeout: 120_000 });

const PRICE = { input: 10, output: 50, asOf: "2026-11-15", source: "test" };

/** A check that spends its budget on the way. */
async function stopped() {
  const server = await startRetrievalServer();
  const dir = mkdtempSync(join(tmpdir(), "rehearse-stopped-"));
  const config = join(dir, "dear.config.mjs");
  const retrieval = { rerankSpacingMs: 1 };
  writeFileSync(
    config,
    `export default ${JSON.stringify({ budget: 0.6, retrieval, models: { haiku: { price: PRICE } } })};\n`,
  );
  writeFileSync(join(dir, "rehearse.config.mjs"), `export default ${JSON.stringify({ retrieval })};\n`);
  const check = (env: Record<string, string>, ...argv: string[]) =>
    runRehearse(["check", "--banks", "semantic", "--out", "results", ...argv], {
      cwd: dir,
      env: { ...server.env, REHEARSE_CACHE_DIR: join(dir, "cache"), ...env },
    });
  const first = await check({}, "--config", config);
  expect(first).toMatchObject({ exit: 4 });
  const running = join(dir, "results", ".running");
  const journal = join(running, readdirSync(running)[0]!, "calls.jsonl");
  return { server, check, journal, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

const costs = (journal: string) =>
  readFileSync(journal, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as JournalLine)
    .flatMap((line) => (line.type === "end" && line.usage?.output ? [line.cost!] : []));

test("without its config it keeps its budget and prices", async () => {
  await using run = await stopped();
  const asked = run.server.log.length;
  const again = await run.check({});
  expect(again.stdout).toContain(
    "haiku is billed at $10 in and $50 out per million tokens, the price when this run started",
  );
  expect(again).toMatchObject({
    exit: 4,
    stderr: expect.stringContaining("is left of the budget of $0.60."),
  });
  expect(run.server.log.length).toBe(asked);
  const before = costs(run.journal);
  expect(await run.check({}, "--budget", "0.9")).toMatchObject({ exit: 4 });
  const after = costs(run.journal).slice(before.length);
  expect(after.length).toBeGreaterThan(0);
  // At today's price one would cost a tenth.
  expect(Math.min(...after)).toBeGreaterThan(Math.min(...before) / 3);
});

test("a journal that was deleted is refused; --fresh starts over", async () => {
  await using run = await stopped();
  const asked = run.server.log.length;
  rmSync(run.journal);
  expect(await run.check({})).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("was deleted or cut"),
  });
  expect(run.server.log.length).toBe(asked);
  const fresh = await run.check({}, "--fresh", "--budget", "40");
  expect([0, 1]).toContain(fresh.exit);
});
