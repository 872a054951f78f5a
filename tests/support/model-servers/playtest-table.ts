/**
 * A table for whole sessions over loopback: the real provider packages, real files, a server that plays every role.
 * Each session is its own client in the server's books.
 *
 *     await using table = await openTable({ endsAt: 8 });
 *     const { result } = await table.play("one", { story: "innsmouth", narrator: "opus-4.5" });
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingsInput } from "../../../src/contract/index.ts";
import type { Clock } from "../../../src/kernel/clock/index.ts";
import { createHarness, type Harness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import {
  houseCast,
  planSession,
  playSession,
  type Played,
  type SessionRequest,
} from "../../../src/playtest/index.ts";
import { startPlaytestServer, type PlaytestServer, type PlaytestServerOptions } from "./playtest-server.ts";
import { runRehearse, startRehearse, type Ended, type RehearseProcess } from "../cli/rehearse-process.ts";

export type Table = AsyncDisposable & {
  dir: string;
  server: PlaytestServer;
  /** A harness with its calls in the server's books under this name. */
  harness(client: string): Harness;
  /** Plays a session in the folder of its name. */
  play(client: string, wish?: Partial<SessionRequest>): Promise<Played & { dir: string }>;
  /** The real binary, with its calls under this name. Its folder of sessions is the table's. */
  rehearse(client: string, ...args: string[]): RehearseProcess;
  /** The same command in this process, to its end. */
  run(client: string, ...args: string[]): Promise<Ended>;
};

export type TableOptions = PlaytestServerOptions & { settings?: SettingsInput; clock?: Clock };

/** Fast, so that a whole retry costs milliseconds; everything else as people get it, but without a judge. */
const quick = { retry: { attempts: 2, reasks: 2, firstDelayMs: 1, maxDelayMs: 2 } };

export async function openTable({ settings = {}, clock, ...options }: TableOptions = {}): Promise<Table> {
  const server = await startPlaytestServer(options);
  const dir = await mkdtemp(join(tmpdir(), "rehearse-table-"));
  const file: SettingsInput = { ...quick, ...settings, roles: { judge: "none", ...settings.roles } };
  await writeFile(join(dir, "rehearse.config.mjs"), `export default ${JSON.stringify(file)};\n`);
  const harnesses: Harness[] = [];
  const processes: RehearseProcess[] = [];

  const harness = (client: string) => {
    const env = server.env(client);
    const resolved = resolveSettings({ file, env }).settings;
    const made = createHarness({
      settings: resolved,
      ...connect(resolved, env),
      house: houseCast,
      clock,
      cwd: dir,
    });
    harnesses.push(made);
    return made;
  };

  return {
    dir,
    server,
    harness,
    async play(client, wish = {}) {
      const at = harness(client);
      const config = planSession(at, {
        story: "innsmouth",
        prompt: "baseline",
        seed: 1,
        narrator: "opus-4.5",
        maxTurns: 10,
        ...wish,
      });
      return { ...(await playSession(at, { config, out: dir, sessionId: client })), dir: join(dir, client) };
    },
    rehearse(client, ...args) {
      const started = startRehearse(args, { cwd: dir, env: server.env(client) });
      processes.push(started);
      return started;
    },
    run: (client, ...args) => runRehearse(args, { cwd: dir, env: server.env(client) }),
    async [Symbol.asyncDispose]() {
      for (const process of processes) process.kill("SIGKILL");
      await Promise.all(processes.map(({ ended }) => ended));
      await Promise.all(harnesses.map((made) => made.close()));
      await server[Symbol.asyncDispose]();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
