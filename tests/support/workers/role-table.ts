/** A Postgres with the roles of examples/workers/roles.sql, and a project whose commands use them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { connectDatabase, type Database } from "../../../src/kernel/database/index.ts";
import { startRehearse } from "../cli/rehearse-process.ts";
import { openTable, type TableOptions } from "../model-servers/playtest-table.ts";
import { startPostgres } from "../postgres.ts";

type User = "worker" | "viewer";
/** One client of the model server: its address is part of the plan. */
export const CLIENT = "queued";
const PASSWORDS = { worker_password: "of-the-worker", viewer_password: "of-the-viewer" };

export const plan = (sessions: number, turns: number) =>
  `stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: [opus-4.5]\nsessionsPerCombination: ${sessions}\nplayers: 2\nmaxTurnsPerSession: ${turns}\n`;

export type RoleTable = Awaited<ReturnType<typeof openRoleTable>>;

export async function openRoleTable(options: TableOptions) {
  const ends = new AsyncDisposableStack();
  const postgres = ends.use(await startPostgres());
  const admin = ends.use(await connectDatabase(postgres.url, { clock: systemClock }));
  const sql = readFileSync(join(import.meta.dirname, "../../../examples/workers/roles.sql"), "utf8")
    // What only psql understands.
    .replace(/^\\set[^]*^\\endif$/m, "")
    .replaceAll(/:'(\w+)'/g, (_, name: keyof typeof PASSWORDS) => `'${PASSWORDS[name]}'`);
  await admin.query(sql);
  const table = ends.use(await openTable(options));

  const as = (user: User) =>
    postgres.url.replace(/\/\/[^@]*@/, `//rehearse_${user}:${PASSWORDS[`${user}_password`]}@`);
  /** The worker's keys are its own. */
  const workerEnv = () =>
    Object.fromEntries(
      Object.entries(table.server.env(CLIENT)).map(([name, value]) => [
        name,
        name.endsWith("_KEY") ? `${value}-of-the-worker` : value,
      ]),
    );
  /** A command in this process, with the address of that role. */
  const run = async (user: User, ...args: string[]) => {
    const { exit, stdout, stderr } = await table.run(CLIENT, ...args, "--engine", as(user), "--json");
    return {
      exit,
      stderr,
      json: JSON.parse(stdout) as Record<string, unknown> & { error?: { code: string } },
    };
  };
  return {
    table,
    admin,
    as,
    run,
    workerEnv,
    queue: async (file: string): Promise<string> =>
      (await run("worker", "matrix", "--plan", file, "--seed", "r", "--detach")).json["run"] as string,
    until: (id: string, state: string) =>
      vi.waitFor(
        async () =>
          expect(await admin.query("SELECT state FROM rehearse.run WHERE id = $1", [id])).toEqual([
            { state },
          ]),
        { timeout: 60_000, interval: 100 },
      ),
    startWorker: (...args: string[]) =>
      startRehearse(["worker", "--engine", as("worker"), "--log", "json", ...args], {
        cwd: table.dir,
        env: workerEnv(),
      }),
    [Symbol.asyncDispose]: () => ends.disposeAsync(),
  };
}

/** Every column of every table, as text. */
export async function dump(admin: Database): Promise<string> {
  const tables = await admin.query<{ name: string }>(
    "SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables WHERE table_schema IN ('rehearse', 'rehearse_queue') AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  const parts: string[] = [];
  for (const { name } of tables)
    for (const row of await admin.query(`SELECT * FROM ${name}`))
      for (const value of Object.values(row))
        parts.push(Buffer.isBuffer(value) ? value.toString("utf8") : (JSON.stringify(value) ?? ""));
  return parts.join("\n");
}
