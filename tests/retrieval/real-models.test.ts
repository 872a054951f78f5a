/** The built-in pipeline over the vendors' real packages, on loopback: spacing, retries, money, and a kill in the middle. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHarness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import { readLineLog } from "../../src/kernel/store/index.ts";
import { estimateTokens } from "../../src/kernel/models/index.ts";
import { check, estimateCheck, findFolders, planCheck } from "../../src/retrieval/index.ts";
import { fasterClock } from "../conformance/loopback/faster-clock.ts";
import { startRehearse } from "../support/cli/rehearse-process.ts";
import { startRetrievalServer } from "../support/model-servers/retrieval-server.ts";

const folders = findFolders({});
const SPACING = 1_250;
const SPEED = 25;

type Line = { type: string; call: string; at: number };

/** The reranking lines of a journal, of one type. */
function reranking(path: string, type: "start" | "done"): Line[] {
  const found: Line[] = [];
  readLineLog(path, ({ value }) => {
    if (value["type"] === type && String(value["call"]).endsWith("/rerank"))
      found.push({ type, call: String(value["call"]), at: Date.parse(String(value["at"])) });
  });
  return found;
}

test(
  "94 reranking calls of 8 s, one in ten refused: starts are 1.25 s apart, and latencies overlap",
  { timeout: 60_000 },
  async () => {
    await using server = await startRetrievalServer({
      latencyMs: 8_000 / SPEED,
      refuses: (number) => number % 10 === 0,
      retryAfter: 2,
    });
    const dir = mkdtempSync(join(tmpdir(), "spacing-"));
    const { settings } = resolveSettings({
      file: {
        cacheDir: join(dir, "cache"),
        limits: { "anthropic/claude-haiku-4-5": { spacingMs: SPACING } },
      },
      env: server.env,
    });
    const clock = fasterClock(SPEED);
    const harness = createHarness({ settings, ...connect(settings, server.env), clock, cwd: dir });
    const request = {
      testBanks: folders.testBanks,
      kb: folders.kb,
      banks: ["semantic"] as const,
      results: join(dir, "results"),
    };
    const estimate = estimateCheck(planCheck(harness, request, { dry: true }), {});
    const { results, keep } = await check(harness, request);
    await harness.close();

    const reranked = reranking(join(keep("calls"), "calls.jsonl"), "start")
      .map(({ at }) => at)
      .sort((a, b) => a - b);
    const refused = server.log.filter(({ status }) => status === 429).length;
    expect(refused).toBe(10);
    expect(reranked).toHaveLength(94 + refused);
    // The line is written a moment after the start, and a moment of this machine is 25 of this clock: over twenty starts it does not matter.
    expect(Math.min(...reranked.slice(20).map((at, index) => at - reranked[index]!))).toBeGreaterThan(
      SPACING * 19,
    );
    // Ideal: a start every 1.25 s, or 2 s after a refusal. A loop that waits for each answer would take six times as long.
    const ideal = (reranked.length - 1) * SPACING + refused * 750;
    expect(reranked.at(-1)! - reranked[0]!).toBeLessThan(ideal * 1.5);
    expect(results.semantic).toMatchObject({ tests_run: 94, missing: 0 });
    // Embeddings ran ahead in a few requests: messages, and the knowledge base.
    expect(server.log.filter(({ vendor }) => vendor === "voyage").length).toBeLessThanOrEqual(4);
    // Ours and theirs: the same tokens.
    expect(results.totals.all.tokens.input + results.totals.all.tokens.output).toBe(
      server.log.reduce((sum, { tokens }) => sum + tokens, 0),
    );
    // The estimate beforehand: as many calls, and what was sent lies in its range.
    const sentTo = (vendor: string) =>
      server.log.filter((request) => request.vendor === vendor && request.status === 200);
    const [embedder, reranker] = estimate.models;
    expect(embedder).toMatchObject({ role: "embedder", calls: sentTo("voyage").length });
    expect(embedder!.input.high).toBeCloseTo(
      sentTo("voyage")
        .flatMap(({ body }) => body["input"] as string[])
        .reduce((sum, text) => sum + estimateTokens(text), 0),
      0,
    );
    expect(reranker).toMatchObject({ role: "reranker", calls: 94 });
    const asked = sentTo("anthropic").reduce(
      (sum, { body: { system, messages, output_config: format } }) =>
        sum + estimateTokens(JSON.stringify([system, messages, format])),
      0,
    );
    expect(asked).toBeGreaterThan(reranker!.input.low);
    expect(asked).toBeLessThan(reranker!.input.high);
    expect(estimate.unpriced).toEqual([]);
    expect(estimate.known.low).toBeGreaterThan(0);
  },
);

test(
  "a killed run is resumed: no completed call is repeated, and everything is billed",
  { timeout: 60_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), "killed-check-"));
    const running: { child?: ReturnType<typeof startRehearse> } = {};
    let reranks = 0;
    await using server = await startRetrievalServer({
      latencyMs: 30,
      onRequest: ({ vendor }) => {
        if (vendor === "anthropic" && ++reranks === 12) running.child?.kill("SIGKILL");
      },
    });
    const config = { cwd: dir, env: { ...server.env, REHEARSE_CACHE_DIR: join(dir, "cache") } };
    const command = [
      "check",
      "--banks",
      "semantic",
      "--out",
      "results",
      "--json",
      "--config",
      writeConfig(dir),
    ];
    running.child = startRehearse(command, config);
    expect((await running.child.ended).signal).toBe("SIGKILL");
    const [waiting] = readdirSync(join(dir, "results", ".running"));
    const completed = reranking(join(dir, "results", ".running", waiting!, "calls.jsonl"), "done").map(
      ({ call }) => call,
    );
    const sent = server.log.filter(({ vendor }) => vendor === "anthropic").length;
    expect(completed.length).toBeGreaterThan(0);

    const { exit, stdout, stderr } = await startRehearse(command, config).ended;
    expect(stderr).toContain("Resuming a stopped run of the same tests");
    expect([0, 1]).toContain(exit);
    const { results_file } = JSON.parse(stdout) as { results_file: string };
    const results = JSON.parse(readFileSync(join(dir, results_file), "utf8")) as {
      semantic: { tests_run: number; missing: number };
      totals: { byRole: Record<string, { attempts: number }> };
    };
    expect(results.semantic).toMatchObject({ tests_run: 94, missing: 0 });
    const kept = readdirSync(join(dir, "results")).find((name) => name.startsWith("calls_"));
    const starts = reranking(join(dir, "results", kept!, "calls.jsonl"), "start");
    for (const call of completed) expect(starts.filter((start) => start.call === call)).toHaveLength(1);
    // Only what was in flight at the kill was asked again, and every attempt is on the bill.
    const asked = server.log.filter(({ vendor }) => vendor === "anthropic").length;
    expect(asked - 94).toBeLessThanOrEqual(sent - completed.length);
    expect(results.totals.byRole.reranker!.attempts).toBe(starts.length);
    expect(
      existsSync(join(dir, "results", ".running")) ? readdirSync(join(dir, "results", ".running")) : [],
    ).toEqual([]);
  },
);

/** Closely spaced, because the pace is not tested here. */
function writeConfig(dir: string): string {
  const path = join(dir, "rehearse.config.mjs");
  writeFileSync(path, "export default { retrieval: { rerankSpacingMs: 5 } };\n");
  return path;
}
