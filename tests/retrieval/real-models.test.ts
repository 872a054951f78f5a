/** The built-in pipeline over the vendors' real packages, on loopback: spacing, retries, money, and a kill in the middle. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLineLog } from "../../src/kernel/store/index.ts";
import { startRehearse } from "../support/cli/rehearse-process.ts";
import { startRetrievalServer } from "../support/model-servers/retrieval-server.ts";

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
  "a killed run is resumed: no completed call is repeated, and everything is billed",
  { timeout: 120_000 },
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
    const command = [..."check --banks semantic --out results --json --config".split(" "), writeConfig(dir)];
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
