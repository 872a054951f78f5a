/** Every command that calls models can record the calls, and replay them without a model. */
import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CheckAnswer, MatrixResult } from "../../src/contract/index.ts";
import { openTable, type Table } from "../support/model-servers/playtest-table.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { startRetrievalServer } from "../support/model-servers/retrieval-server.ts";
import { offline, recordSession } from "./recorded-session.ts";

vi.setConfig({ testTimeout: 180_000 });

let table: Table;
let session: string;
beforeAll(async () => {
  table = await openTable({ endsAt: 6 });
  session = await recordSession(table, "rec");
}, 60_000);
afterAll(() => table[Symbol.asyncDispose]());

/** Records a command, then replays it twice: without a key, and with something changed. */
async function recordAndPlay(name: string, command: string[]) {
  const live = await table.run(name, ...command, "--record", name, "--json");
  expect({ exit: live.exit, stderr: live.stderr }).toMatchObject({ exit: 0 });
  const asked = table.server.log.length;
  const played = await offline(table, ...command, "--recording", name, "--json");
  expect({ exit: played.exit, stderr: played.stderr }).toMatchObject({ exit: 0 });
  expect(table.server.log.length).toBe(asked);
  return { live: JSON.parse(live.stdout) as unknown, played: JSON.parse(played.stdout) as unknown };
}

test("matrix: every cell and repetition, many at once, with the recorded seed", async () => {
  const matrix = (
    "matrix --preset smoke --stories innsmouth --prompts baseline,structured --narrator opus-4.5 " +
    "--sessions 2 --max-turns 4 --concurrency 4"
  ).split(" ");
  const { live, played } = (await recordAndPlay("cells", matrix)) as Record<"live" | "played", MatrixResult>;
  const rows = ({ sessions }: MatrixResult) =>
    sessions.map(({ sessionId, outcome, metrics, seed }) => ({ sessionId, outcome, metrics, seed }));
  expect(rows(played)).toHaveLength(4);
  const apart = (all: ReturnType<typeof rows>) =>
    all.map(({ metrics, ...row }) => ({
      ...row,
      metrics: Object.fromEntries(
        Object.entries(metrics ?? {}).filter(([name]) => !/cost|duration|latency|ms|seconds/i.test(name)),
      ),
    }));
  expect(apart(rows(played))).toEqual(apart(rows(live)));
  expect(live.totalCost).toBeGreaterThan(0);
  expect(played.totalCost).toBe(0);
  expect(played.totalRecorded?.cost).toBeCloseTo(live.totalCost, 9);

  // Elsewhere, without its flags and files.
  const cwd = mkdtempSync(join(tmpdir(), "elsewhere-"));
  const alone = await runRehearse(["matrix", "--recording", join(table.dir, "cells"), "--json"], {
    cwd,
    env: {},
  });
  expect({ exit: alone.exit, stderr: alone.stderr }).toMatchObject({ exit: 0 });
  expect(apart(rows(JSON.parse(alone.stdout) as MatrixResult))).toEqual(apart(rows(live)));

  const { exit, stderr } = await offline(table, ...matrix, "--recording", "cells", "--player-model", "qwen");
  expect(exit).toBe(2);
  expect(stderr).toMatch(/turn\/1\/player\/\d: .*the player model differs \(recorded none, now "qwen"\)\./);
});

test("ab: by pair and arm", async () => {
  const how = "--b prompt=structured --pairs 2 --turns 1".split(" ");
  const ab = ["ab", "--checkpoint", join(session, "turn-3.json"), ...how];
  const { live, played } = (await recordAndPlay("arms", ab)) as Record<
    "live" | "played",
    { pairs: Array<Record<string, unknown>> }
  >;
  expect(played.pairs).toHaveLength(2);
  expect(played.pairs).toEqual(live.pairs);
  // The arms are in the recording.
  const flags = ab.filter((word) => word !== "--b" && word !== "prompt=structured");
  const alone = await offline(table, ...flags, "--recording", "arms", "--json");
  expect((JSON.parse(alone.stdout) as typeof live).pairs).toEqual(live.pairs);
});

test("check: embeddings and reranking of the built-in pipeline", async () => {
  const server = await startRetrievalServer();
  const check = ["check", "--banks", "semantic", "--test", "V2-GR-001", "--json"];
  const env = { ...server.env, REHEARSE_CACHE_DIR: join(table.dir, "cache-live") };
  const live = await runRehearse([...check, "--record", "vectors"], { cwd: table.dir, env });
  await server[Symbol.asyncDispose]();
  expect(server.log.map(({ vendor }) => vendor)).toEqual(expect.arrayContaining(["voyage", "anthropic"]));
  const played = await runRehearse([...check, "--recording", "vectors"], {
    cwd: table.dir,
    env: { REHEARSE_CACHE_DIR: join(table.dir, "cache-other") },
  });
  expect({ exit: played.exit, stderr: played.stderr }).toMatchObject({ exit: live.exit });
  const score = (stdout: string) => (JSON.parse(stdout) as CheckAnswer).component_scores;
  expect(score(played.stdout)).toEqual(score(live.stdout));

  const other = await runRehearse(
    ["check", "--banks", "semantic", "--test", "V2-GR-002", "--recording", "vectors"],
    { cwd: table.dir, env: {} },
  );
  expect(other.exit).toBe(2);
  expect(other.stderr).toContain('the tests differ (recorded ["V2-GR-001"], now ["V2-GR-002"])');
  // A live run does not resume a replayed one.
  const left = readdirSync(join(table.dir, "results", ".running"));
  expect(left.every((name) => name.endsWith("-recorded"))).toBe(true);
});

test("a command does not replay the recording of another", async () => {
  const { exit, stderr } = await offline(table, "check", "--recording", "rec");
  expect(exit).toBe(2);
  expect(stderr).toMatch(/rec was recorded by `\S*rehearse play`, not by `\S*rehearse check`\./);
  const branch = join(import.meta.dirname, "../../recordings/innsmouth-branch");
  expect((await offline(table, "play", "--recording", branch)).stderr).toMatch(
    /Play it with `\S*rehearse replay --checkpoint turn-N\.json --recording /,
  );
});
