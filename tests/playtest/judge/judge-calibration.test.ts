/** Calibration of a judge against people: the command, and what follows for later sessions. */
import { cpSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { qualityMetric, type JudgeCalibration } from "../../../src/contract/index.ts";
import {
  addLabel,
  CALIBRATIONS,
  loadRubric,
  pinJudge,
  readCalibrations,
  stateOf,
} from "../../../src/playtest/index.ts";
import {
  goodAnswer,
  openCourt,
  shownLines,
  type Asked,
  type Court,
} from "../../support/model-servers/judge-server.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder as folder, houseSession } from "../house-session.ts";

const turnsIn = (asked: Asked): number => new Set(shownLines(asked).map(({ turn }) => turn)).size;

/** By the number of turns, by which the judge below knows a session. */
const people = new Map([2, 3, 3, 2, 4, 3, 8, 9, 8, 7, 9, 8].map((score, at) => [at + 2, score]));

const here = process.cwd();
let court: Court;
let played: Array<{ dir: string; turns: number }>;

function answer(asked: Asked): string {
  const score = people.get(turnsIn(asked)) ?? 5;
  return goodAnswer(asked, score);
}

beforeAll(async () => {
  court = await openCourt(answer);
  for (const [name, value] of Object.entries(court.env)) vi.stubEnv(name, value);
  const out = folder();
  played = await Promise.all(
    [...people.keys()].map(async (turns) => ({
      dir: (await houseSession({ seed: 4, maxTurns: turns, out, sessionId: `turns-${turns}` })).dir,
      turns,
    })),
  );
}, 120_000);
afterAll(async () => {
  process.chdir(here);
  vi.unstubAllEnvs();
  await court[Symbol.asyncDispose]();
});

const run = async (...argv: string[]) => runCommand(["judge", ...argv]);
const calibrationOf = async (...argv: string[]): Promise<JudgeCalibration> => {
  const { exit, stdout } = await run("--calibrate", ...argv, "--json");
  expect(exit).toBe(0);
  return (JSON.parse(stdout) as { calibrations: [JudgeCalibration] }).calibrations[0];
};

/** Judged copies of the sessions, scored by Ada. */
async function labelled(): Promise<string[]> {
  const parent = folder();
  const dirs = played.map(({ dir }) => join(parent, basename(dir)));
  for (const [at, { dir }] of played.entries()) cpSync(dir, dirs[at]!, { recursive: true });
  expect(await run(...dirs)).toMatchObject({ exit: 0 });
  for (const [at, dir] of dirs.entries()) {
    const score = people.get(played[at]!.turns)!;
    const scores = Object.fromEntries(qualityMetric.options.map((metric) => [metric, score]));
    await addLabel(dir, { by: "Ada", at: "2026-11-15T00:00:00.000Z", scores });
  }
  return dirs;
}

test(
  "a judge that ranks sessions as people do is usable; calibrating calls no model",
  { timeout: 120_000 },
  async () => {
    const dirs = await labelled();
    process.chdir(folder());
    const before = court.asked.length;
    const { exit, stdout } = await run("--calibrate", ...dirs);
    expect(exit).toBe(0);
    expect(stdout).toMatch(
      /^deepseek-r2 ranks sessions as you do in 100 % of clear pairs \(at least 81 %\): usable\.$/m,
    );
    // The sessions named twice count once.
    const made = await calibrationOf(...dirs, ...dirs.map((dir) => `${dir}/`));
    expect(court.asked).toHaveLength(before);
    expect(made).toMatchObject({
      usable: true,
      people: ["Ada"],
      order: { pairs: 40, separate: 6, share: 1 },
    });
    expect(made.sessions).toHaveLength(12);
    expect(made.verdict.cautions).toEqual([]);

    // Later verdicts say so, of this judge alone.
    const stored = readCalibrations(CALIBRATIONS);
    expect(stateOf(stored, made.key)).toEqual({ state: "usable", why: made.verdict.headline });
    expect(stateOf(stored, { ...made.key, prompt: "other" }).state).toBe("not calibrated");
    expect((await run(dirs[0]!)).stdout).toMatch(/^Judge +\S+ +\(usable: /m);

    // And the judge counts in sessions planned from now on, though nobody names it.
    const harness = court.harness({ roles: {} });
    const session = { narrator: "anthropic/x", observerModel: "gpt-4o-mini" };
    const shipped = loadRubric();
    const counts = (wish: object) => pinJudge(harness, { ...session, ...wish }).judgeCounts;
    expect(counts({})).toBe(true);
    expect(counts({ judgeCounts: false })).toBe(false);
    expect(counts({ narrator: "deepseek/x" })).toBe(false);
    expect(counts({ rubric: { ...shipped, metrics: { pacing: shipped.metrics.pacing } } })).toBe(false);
    process.chdir(folder());
    expect(counts({})).toBe(false);
  },
);

test(
  "few labels and unlabelled sessions are named; the last calibration counts",
  { timeout: 120_000 },
  async () => {
    const dirs = await labelled();
    process.chdir(folder());
    const few = await calibrationOf(dirs[0]!, dirs[6]!, played[1]!.dir);
    expect(few.verdict).toMatchObject({
      headline: "Not enough labels: 1 separate clear pair, at least 5 needed.",
      cautions: [expect.stringContaining("Not used: 1 session") as string],
    });
    await calibrationOf(...dirs);
    expect(readCalibrations(CALIBRATIONS)).toMatchObject([{ usable: true }]);
    expect(await run("--calibrate", played[0]!.dir)).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("No session has scores by a person") as string,
    });
  },
);
