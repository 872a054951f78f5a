/** A session recorded over loopback, and the binary that replays it without a server. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { decodeTurnFile } from "../../src/playtest/checkpoint/checkpoint-format.ts";
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

/** Every file of a session but its journal, with times, and what follows from times, replaced. */
export function withoutTimes(dir: string): Record<string, string> {
  const names = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "calls.jsonl" && entry.name !== ".lock")
    .map(({ parentPath, name }) => relative(dir, join(parentPath, name)));
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(dir, name), "utf8");
      return [
        name,
        replaced(name.startsWith("turn-") ? JSON.stringify(decodeTurnFile(text, name).file) : text),
      ];
    }),
  );
}

const replaced = (text: string): string =>
  text
    .replaceAll(/"at":\s*"[^"]*"/g, '"at":"TIME"')
    .replaceAll(/"(ms|durationMs)":\s*\d+/g, '"$1":0')
    // Checksums of turns differ because their times do.
    .replaceAll(/"(previous|checksum)":\s*"[^"]*"/g, '"$1":"CHECKSUM"')
    .replaceAll(/innsmouth-\d{4}-\d\d-\d\d-\d{6}(_\d+|-\d+)?/g, "SESSION")
    .replaceAll(/^- Duration: .*$/gm, "- Duration: TIME");
