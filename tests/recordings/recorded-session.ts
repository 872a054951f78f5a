/** A session recorded over loopback, and the binary that replays it without a server. */
import { join } from "node:path";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import type { Table } from "../support/model-servers/playtest-table.ts";

export type Ran = { exit: number | null; stdout: string; stderr: string };

/** The binary in the table's folder, without a key and without an address. */
export const offline = ({ dir }: Table, ...args: string[]): Promise<Ran> =>
  runRehearse(args, { cwd: dir, env: {} });

export const PLAY = [
  "play",
  "--narrator",
  "opus-4.5",
  "--archetypes",
  "joker,follower,questioner",
  "--seed",
  "5",
  "--json",
];

/** Records one session; gives its folder. */
export async function recordSession(table: Table, into: string, ...more: string[]): Promise<string> {
  const { exit, stdout, stderr } = await table.run("one", ...PLAY, "--record", into, ...more);
  if (exit !== 0) throw new Error(`exit ${exit}: ${stderr}`);
  return dirIn(table, stdout);
}

export const dirIn = (table: Table, stdout: string): string =>
  join(table.dir, (JSON.parse(stdout) as { dir: string }).dir);
