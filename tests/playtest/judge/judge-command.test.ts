/** `rehearse judge` without calibration: its output, refusals and files. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { JudgeVerdict } from "../../../src/contract/index.ts";
import { loadRubric } from "../../../src/playtest/index.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { goodAnswer, openCourt, type Court } from "../../support/model-servers/judge-server.ts";
import { copiesOf, houseSession } from "../house-session.ts";

const rubric = loadRubric();
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

test("judges, and prints the judge, its reliability, and the file", async () => {
  const [dir] = copies(1) as [string];
  const calibrations = folder();
  const { exit, stdout } = await run(dir, "--calibrations", calibrations);
  expect(exit).toBe(0);
  expect(stdout).toContain(`${dir}: judged by deepseek/deepseek-v4-pro-dated.`);
  expect(stdout).toMatch(
    /^Asked for +deepseek-r2\nRubric +default\nTurns +6 +\(in 1 window\)\nCost +\$0\.00/m,
  );
  expect(stdout).toMatch(/coherence +6 +Because of coherence\./);
  expect(stdout).toMatch(/^Judge +not usable +\(This judge was not compared with scores by people\./m);
  const again = await run(dir, "--calibrations", calibrations, "--json");
  expect(again.exit).toBe(0);
  const { verdicts } = JSON.parse(again.stdout) as {
    verdicts: Array<JudgeVerdict & { wasThere: boolean; path: string }>;
  };
  expect(verdicts).toMatchObject([
    { wasThere: true, scores: { coherence: { score: 6 } }, calibration: { state: "not usable" } },
  ]);
  expect(existsSync(verdicts[0]!.path)).toBe(true);
});

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
  expect(stdout).toContain("judged by");
  expect(stderr).toMatch(/Repeat the command with --budget [\d.]+ to resume\./);
  expect(dirs.map((dir) => existsSync(join(dir, "verdicts")))).toEqual([true, false]);
  const asked = court.asked.length;
  expect(await run(...dirs)).toMatchObject({ exit: 0 });
  expect(court.asked).toHaveLength(asked + 1);
});

test("an invalid rubric is refused with its problem", async () => {
  const [dir] = copies(1) as [string];
  const path = join(folder(), "rubric.json");
  writeFileSync(
    path,
    JSON.stringify({ ...rubric, metrics: { pacing: { question: "Slow?", levels: { 1: "Yes." } } } }),
  );
  expect(await run(dir, "--rubric", path)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("metrics.pacing.levels.3") as string,
  });
});
