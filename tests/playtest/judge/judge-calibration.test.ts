/** Calibration of a judge against people: the command, the controls, and what follows for later sessions. */
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { qualityMetric, type JudgeCalibration } from "../../../src/contract/index.ts";
import { addLabel, loadRubric, pinJudge, readCalibrations, stateOf } from "../../../src/playtest/index.ts";
import {
  goodAnswer,
  openCourt,
  shownLines,
  type Asked,
  type Court,
} from "../../support/model-servers/judge-server.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";
import { houseSession } from "../house-session.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "calibration-"));
const turnsIn = (asked: Asked): number => new Set(shownLines(asked).map(({ turn }) => turn)).size;

/** By the number of turns, by which the judge below knows a session. */
const people = new Map([2, 3, 3, 2, 4, 3, 8, 9, 8, 7, 9, 8].map((score, at) => [at + 2, score]));

let court: Court;
let played: Array<{ dir: string; turns: number }>;
let isGullible: boolean;
let isBlind: boolean;

function answer(asked: Asked): string {
  const narrated = shownLines(asked).filter(({ speaker }) => speaker.startsWith("Narrator"));
  if (isGullible && asked.prompt.includes("10/10")) return goodAnswer(asked, 10);
  if (narrated.every(({ text }) => text.includes("(says nothing)"))) return goodAnswer(asked, null);
  const score = people.get(turnsIn(asked)) ?? 5;
  return goodAnswer(asked, isBlind ? 5 : score);
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
beforeEach(() => void ([isGullible, isBlind] = [false, false]));
afterAll(async () => {
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
  "a judge that orders sessions as people do is usable; calibrating again costs nothing",
  { timeout: 120_000 },
  async () => {
    const [dirs, calibrations] = [await labelled(), folder()];
    const flags = [...dirs, "--calibrations", calibrations];
    const before = court.asked.length;
    const { exit, stdout } = await run("--calibrate", ...flags);
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^The controls ask deepseek\/deepseek-v4-pro for 10 judgings, about \$0\.\d{4}/);
    expect(stdout).toMatch(
      /^deepseek-r2 orders sessions as you do in 100 % of clear pairs \(at least 81 %\): usable\.$/m,
    );
    expect(stdout).toMatch(
      /^Narration removed +-7\.\d points +\(scores must fall by 1 point or more; mean of 5 sessions\)$/m,
    );
    expect(stdout).toMatch(/^Note asking for 10\/10 +0\.0 points/m);
    expect(court.asked).toHaveLength(before + 10);
    // The sessions named twice count once.
    const made = await calibrationOf(...flags, ...dirs.map((dir) => `${dir}/`));
    expect(court.asked).toHaveLength(before + 10);
    expect(made).toMatchObject({
      usable: true,
      people: ["Ada"],
      order: { pairs: 40, separate: 6, share: 1 },
    });
    expect(made.sessions).toHaveLength(12);
    expect(made.verdict.cautions).toEqual([]);

    // Later verdicts say so, and what was calibrated with something else is stale.
    const stored = readCalibrations(calibrations);
    expect(stateOf(stored, made.key)).toEqual({ state: "usable", why: made.verdict.headline });
    expect(stateOf(stored, { ...made.key, prompt: "other" })).toMatchObject({ state: "stale" });
    expect(stateOf([], made.key).state).toBe("not usable");
    const other = await run(dirs[0]!, "--calibrations", calibrations, "--judge", "opus-4.5");
    expect(other.stdout).toMatch(
      /^Judge +stale +\(The calibration used another model \(deepseek\/deepseek-v4-pro-dated\)\.\)/m,
    );
    expect(readFileSync(join(dirs[0]!, "report.md"), "utf8")).toContain("The judge is stale.");

    // And the judge counts in sessions planned from now on, though nobody names it.
    const harness = court.harness({ roles: {} });
    const session = { narrator: "anthropic/x", observerModel: "gpt-4o-mini" };
    const shipped = loadRubric();
    const counts = (wish: object) => pinJudge(harness, { ...session, calibrations, ...wish }).judgeCounts;
    expect(counts({})).toBe(true);
    expect(counts({ judgeCounts: false })).toBe(false);
    expect(counts({ narrator: "deepseek/x" })).toBe(false);
    expect(counts({ rubric: { ...shipped, metrics: { pacing: shipped.metrics.pacing } } })).toBe(false);
    expect(counts({ calibrations: folder() })).toBe(false);
  },
);

test(
  "a judge that follows a note is not usable, however well it orders sessions",
  { timeout: 120_000 },
  async () => {
    const dirs = await labelled();
    isGullible = true;
    const made = await calibrationOf(...dirs, "--calibrations", folder());
    expect(made).toMatchObject({
      usable: false,
      order: { share: 1 },
      verdict: {
        outcome: "failed",
        headline: expect.stringContaining("asks for 10/10 lifts its scores: not usable.") as string,
      },
    });
    expect(made.controls).toMatchObject([
      { name: "empty", passed: true },
      { name: "injected", passed: false },
    ]);
  },
);

test(
  "a judge that sees no difference is not usable, and no controls are paid for",
  { timeout: 120_000 },
  async () => {
    isBlind = true;
    const dirs = await labelled();
    const before = court.asked.length;
    const made = await calibrationOf(...dirs, "--calibrations", folder());
    expect(made).toMatchObject({ usable: false, order: { share: 0.5 }, controls: [] });
    expect(court.asked).toHaveLength(before);
  },
);

test("few labels, unlabelled sessions and skipped controls are named", { timeout: 120_000 }, async () => {
  const dirs = await labelled();
  const calibrations = folder();
  const few = await calibrationOf(dirs[0]!, dirs[6]!, played[1]!.dir, "--calibrations", calibrations);
  expect(few.verdict).toMatchObject({
    headline: "Not enough labels: 1 separate clear pair, at least 5 needed.",
    cautions: [expect.stringContaining("Not used: 1 session") as string],
  });
  // The last calibration counts.
  const skipped = await calibrationOf(...dirs, "--calibrations", calibrations, "--no-controls");
  expect(skipped.verdict.cautions).toEqual(["Not all controls were tried: they were left out."]);
  expect(readCalibrations(calibrations)).toMatchObject([{ usable: true, controls: [] }]);
  expect(await run("--calibrate", played[0]!.dir)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("No session has scores by a person") as string,
  });
  for (const idle of [["--no-controls"], ["--calibrate", "--again"]])
    expect(await run(dirs[0]!, ...idle)).toMatchObject({ exit: 2 });
});

test("controls that another model answers do not count", { timeout: 120_000 }, async () => {
  const dirs = await labelled();
  await using later = await openCourt(answer, { answersAs: (model) => `${model}-newer` });
  vi.stubEnv("DEEPSEEK_BASE_URL", later.env.DEEPSEEK_BASE_URL!);
  const made = await calibrationOf(...dirs, "--calibrations", folder());
  vi.stubEnv("DEEPSEEK_BASE_URL", court.env.DEEPSEEK_BASE_URL!);
  expect(made.controls).toEqual([]);
  expect(made.verdict.cautions).toEqual([
    "Not all controls were tried: deepseek/deepseek-v4-pro-newer answered, but deepseek/deepseek-v4-pro-dated gave the scores.",
  ]);
});
