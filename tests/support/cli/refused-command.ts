/** The real binary on bad input, without keys or other settings of this machine. */
import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { startRehearse } from "./rehearse-process.ts";

export const root = mkdtempSync(join(tmpdir(), "rehearse-bad-input-"));
export const isRoot = process.getuid?.() === 0;
export const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
export const journalIn = (dir: string) => join(dir, "calls.jsonl");

type Place = { cwd?: string; under?: string[] };
type Ended = { exit: number | null; stdout: string; stderr: string };
export type Refusal = { exit: number; code: string; message: RegExp; remedy: RegExp };

export async function rehearse(args: string[], { cwd = root, under }: Place = {}): Promise<Ended> {
  const { exit, stdout, stderr } = await startRehearse(args, { cwd, env, under }).ended;
  return { exit, stdout, stderr };
}

export const expectRefused = async (args: string[], expected: Refusal, place?: Place) =>
  expectRefusal(await rehearse([...args, "--json"], place), expected);

/** With --json: one document on stdout, and the same for people on stderr, without a stack. */
export function expectRefusal({ exit, stdout, stderr }: Ended, expected: Refusal): void {
  const { error, ...rest } = JSON.parse(stdout) as {
    error: { code: string; message: string; remedy: string };
  };
  expect({ exit, code: error.code, rest }).toEqual({ exit: expected.exit, code: expected.code, rest: {} });
  expect(error.message).toMatch(expected.message);
  expect(error.remedy).toMatch(expected.remedy);
  expect(stderr).toContain(`Error: ${error.message}\n${error.remedy}\n`);
  expect(stderr).not.toMatch(/^\s+at |This is a bug/m);
}

let answered: Promise<string> | undefined;

/** A copy of a run folder with one answered question. */
export async function copyOfGood(name: string): Promise<string> {
  answered ??= answer(join(root, "good"));
  cpSync(await answered, join(root, name), { recursive: true });
  return join(root, name);
}

async function answer(dir: string): Promise<string> {
  expect((await rehearse(["ask", "hi", "--run", dir])).exit).toBe(0);
  return dir;
}
