/** `rehearse judge` without calibration: its refusals and its budget. */
import { existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { goodAnswer, openCourt, type Court } from "../../support/model-servers/judge-server.ts";
import { copiesOf, houseSession } from "../house-session.ts";

let session: string;
let court: Court;
beforeAll(async () => {
  session = (await houseSession({ seed: 4, maxTurns: 6 })).dir;
  court = await openCourt((asked) => goodAnswer(asked, 6));
  for (const [name, value] of Object.entries(court.env)) vi.stubEnv(name, value);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await court[Symbol.asyncDispose]();
});
const folder = (): string => mkdtempSync(join(tmpdir(), "judge-"));
const copies = (count: number): string[] => copiesOf(session, { count, parent: folder() });
const run = (...argv: string[]) => runCommand(["judge", ...argv]);

test("a wrong folder is found before any call", async () => {
  const [dir] = copies(1) as [string];
  const before = court.asked.length;
  expect(await run(dir, join(dir, "nowhere"))).toMatchObject({ exit: 2 });
  expect(court.asked).toHaveLength(before);
  expect(existsSync(join(dir, "verdicts"))).toBe(false);
});

test("a spent budget: exit 4, verdicts are kept, and it can be resumed", async () => {
  const [first, ...dirs] = copies(3) as [string, string, string];
  await run(first);
  const [made] = readdirSync(join(first, "judging"));
  const atMost = Number(
    /"atMost":([\d.]+)/.exec(readFileSync(join(first, "judging", made!, "calls.jsonl"), "utf8"))![1],
  );
  const { exit, stderr, stdout } = await run(...dirs, "--budget", String(atMost));
  expect(exit).toBe(4);
  expect(stdout).toContain("Judged by");
  expect(stderr).toMatch(/Repeat the command with --budget [\d.]+ to resume\./);
  expect(dirs.map((dir) => existsSync(join(dir, "verdicts")))).toEqual([true, false]);
  const asked = court.asked.length;
  expect(await run(...dirs)).toMatchObject({ exit: 0 });
  expect(court.asked).toHaveLength(asked + 1);
});
