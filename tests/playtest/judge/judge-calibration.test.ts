/** Calibration of a judge against people: states, null controls, and the commands. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import judgeCommand from "../../../src/cli/commands/reading/judge.ts";
import {
  qualityMetric,
  type JudgeCalibration,
  type QualityMetric,
  type Verdict,
} from "../../../src/contract/index.ts";
import {
  addLabels,
  askedKey,
  loadRubric,
  readCalibrations,
  stateOf,
  type ControlVerdict,
  type SessionState,
} from "../../../src/playtest/index.ts";
import {
  goodAnswer,
  openCourt,
  shownLines,
  type Asked,
  type Court,
} from "../../support/model-servers/judge-server.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { copiesOf, houseSession } from "../house-session.ts";

const rubric = loadRubric();
let played: { dir: string; state: SessionState };
beforeAll(async () => void (played = await houseSession({ seed: 4, maxTurns: 6 })));
const folder = (): string => mkdtempSync(join(tmpdir(), "calibration-"));
const copies = (count: number): string[] => copiesOf(played.dir, { count, parent: folder() });

const scored = (score: number): Partial<Record<QualityMetric, number>> =>
  Object.fromEntries(qualityMetric.options.map((metric) => [metric, score]));

/** A judge with eyes: sees silence, disorder and requests for points, and may fall for the last. */
function seeing(asked: Asked, usual: number, { gullible }: { gullible: boolean }): string {
  const lines = shownLines(asked);
  const narrated = lines.filter(({ speaker }) => speaker.startsWith("Narrator"));
  if (gullible && asked.prompt.includes("10/10")) return goodAnswer(asked, 10);
  if (narrated.every(({ text }) => text.includes("(says nothing)"))) return goodAnswer(asked, 1);
  // Character creation comes first, in a session as it was played.
  return goodAnswer(asked, /^(?:Good evening|The story is called)/.test(lines[0]!.text) ? usual : 2);
}

describe("the command", () => {
  let court: Court;
  let usual: (asked: Asked) => number = () => 6;
  let gullible = false;
  beforeAll(async () => {
    court = await openCourt((asked) => seeing(asked, usual(asked), { gullible }));
    for (const [name, value] of Object.entries(court.env)) vi.stubEnv(name, value);
  });
  afterEach(() => {
    usual = () => 6;
    gullible = false;
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await court[Symbol.asyncDispose]();
  });
  const run = async (...argv: string[]) => runInMemory([judgeCommand], ["judge", ...argv]);
  const json = async <T>(...argv: string[]): Promise<T> => {
    const { exit, stdout, stderr } = await run(...argv, "--json");
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: argv.includes("--calibrate")
        ? (expect.stringMatching(/^(Null controls ask .*\n)?$/) as string)
        : "",
    });
    return JSON.parse(stdout) as T;
  };

  test(
    "--calibrate: agreement, null controls, and the effect on later verdicts",
    { timeout: 180_000 },
    async () => {
      const people = [3, 3, 4, 5, 6, 7, 8, 9, 9, 5];
      const out = folder();
      const dirs = await Promise.all(
        people.map(
          async (_, index) =>
            (await houseSession({ seed: 4, maxTurns: index + 2, out, sessionId: `session-${index}` })).dir,
        ),
      );
      const calibrations = folder();
      // Each session has another length, by which the judge knows it: no control changes that.
      const turnsIn = (asked: Asked) => new Set(shownLines(asked).map(({ turn }) => turn)).size;
      const scores = new Map<number, number>();
      for (const [index, dir] of dirs.entries()) {
        usual = (asked) => {
          scores.set(turnsIn(asked), people[index]!);
          return people[index]!;
        };
        await json("--calibrations", calibrations, dir);
        // Perfect agreement would have no interval, and no state by it.
        await addLabels(dir, [{ scores: scored(index === 9 ? 6 : people[index]!) }], {
          by: "Ada",
          at: "2026-11-15T00:00:00.000Z",
        });
      }
      expect(scores.size).toBe(people.length);
      usual = (asked) => scores.get(turnsIn(asked))!;
      const withoutControls = folder();
      for (const dir of dirs) cpSync(dir, join(withoutControls, basename(dir)), { recursive: true });

      // One session shows the changes but does not decide.
      const one = await run("--calibrate", ...dirs, "--calibrations", calibrations, "--controls", "1");
      expect(one.stdout).toMatch(
        /Not enough sessions for a verdict: empty 1, shuffled 1, again 1, injected 1 of at least 5 with scores that could move \(--controls N\)\./,
      );
      expect(one.stdout).not.toContain("Null controls: ");
      const {
        calibrations: [made],
      } = await json<{ calibrations: [JudgeCalibration & { controlVerdicts: ControlVerdict[] }] }>(
        "--calibrate",
        ...dirs,
        "--calibrations",
        calibrations,
      );
      expect(made.metrics.coherence).toMatchObject({
        state: "trusted",
        sessions: 10,
        alpha: { value: expect.closeTo(0.98, 1) as number },
        kappa: { value: expect.closeTo(0.99, 1) as number },
        spearman: { value: expect.closeTo(0.98, 1) as number },
        bias: expect.closeTo(-0.1) as number,
      });
      expect(made.people).toEqual(["Ada"]);
      expect(new Set(made.controls.map(({ sessionId }) => sessionId)).size).toBe(5);
      for (const { name, before, moved } of made.controls)
        expect(before!.coherence! + moved.coherence!).toBe(
          name === "empty" ? 1 : name === "shuffled" ? 2 : before!.coherence!,
        );
      expect(made.controlVerdicts).toMatchObject([
        { name: "empty", verdict: "passed" },
        { name: "shuffled", verdict: "passed" },
        { name: "again", verdict: "passed" },
        { name: "injected", verdict: "passed" },
      ]);
      expect(made.notes).toEqual([]);

      // The controls are in the journal: another calibration makes no calls.
      const before = court.asked.length;
      const named = ["--calibrate", ...dirs, ...dirs.map((dir) => `${dir}/`), "--calibrations", calibrations];
      const [{ stdout: short }, { stdout: long }] = [await run(...named), await run(...named, "--verbose")];
      expect(court.asked).toHaveLength(before);
      for (const text of [short, long]) expect(text).toContain(": 10 sessions, scored by Ada");
      expect(short).not.toContain("Null controls ask");
      expect(short).toMatch(
        /Null controls moved the scores by: empty -\d\.\d, shuffled -\d\.\d, again 0\.0, injected 0\.0\.\nNull controls: empty passed, shuffled passed, again passed, injected passed\./,
      );
      expect(short.split("\n").length).toBeLessThan(16);
      expect(long).toContain("Null controls: by how much they moved the scores");
      expect(long).toMatch(/shuffled +-\d\.\d\d/);
      expect(long).toContain(
        "Passed null control injected: with a note to the judge in the transcript its scores do not change (-0.2 to +0.1), over 5 sessions.",
      );
      expect(long).toContain("coherence: people's scores down, the judge's across");
      expect(long).toMatch(/coherence .* - \(0 sessions\)/);

      const [other] = copies(1) as [string];
      const verdictsOf = async (...flags: string[]) =>
        (await json<{ verdicts: [Verdict] }>(other, "--calibrations", calibrations, ...flags)).verdicts[0];
      expect((await verdictsOf()).calibration.coherence).toBe("trusted");
      expect((await verdictsOf("--judge", "opus-4.5")).calibration.coherence).toBe("stale");
      const path = join(folder(), "rubric.json");
      writeFileSync(
        path,
        JSON.stringify({
          ...rubric,
          metrics: { ...rubric.metrics, pacing: { ...rubric.metrics.pacing!, question: "Is it slow?" } },
        }),
      );
      expect((await verdictsOf("--rubric", path)).calibration.coherence).toBe("stale");
      expect((await run(other, "--calibrations", calibrations, "--judge", "opus-4.5")).stdout).toContain(
        "stale: the calibration used another model (deepseek/deepseek-v4-pro-dated)",
      );

      // As of another prompt of ours.
      const stored = readCalibrations(calibrations);
      expect(stateOf(stored, { ...made.key, prompt: "000000000000" }, "coherence")).toMatchObject({
        state: "stale",
        why: expect.stringContaining("prompt") as string,
      });
      expect(stateOf(stored, made.key, "coherence").state).toBe("trusted");
      expect(stateOf([], made.key, "coherence").state).toBe("uncalibrated");

      // A calibration on fewer sessions takes no other's place, and no control is forgotten.
      const onOne = ["--calibrate", dirs[0]!, "--controls", "0", "--calibrations", calibrations];
      const fewer = await run(...onOne);
      expect(fewer.stdout).toMatch(/The calibration of .* on 10 sessions stays in use; this one covers 1\./);
      expect(fewer.stdout).toContain("Earlier null controls are kept.");
      expect(await verdictsOf("--again")).toMatchObject({ calibration: { coherence: "trusted" } });
      expect(readCalibrations(calibrations)).toEqual(stored);
      expect(readdirSync(join(calibrations, "history"))).toHaveLength(5);
      expect((await run(...onOne, "--replace")).stdout).not.toContain("stays in use");
      expect(readCalibrations(calibrations)).toMatchObject([
        {
          sessions: [made.sessions[0]],
          controls: made.controls,
          metrics: {
            coherence: { state: "uncalibrated", why: expect.stringContaining("1 session ") as string },
          },
        },
      ]);

      // A judge that can be led is not trusted, even if it agrees well; verdicts say why.
      gullible = true;
      const { stdout: led } = await run(
        "--calibrate",
        ...dirs.map((dir) => join(withoutControls, basename(dir))),
        "--calibrations",
        calibrations,
      );
      expect(led).toMatch(
        /^Null controls ask deepseek\/deepseek-v4-pro-dated for 20 judgings of 5 sessions, about \$0\.0\d\d\d/,
      );
      expect(led).toContain("Null controls: empty passed, shuffled passed, again passed, injected failed.");
      const reason =
        /with a note to the judge in the transcript its scores rise by \d\.\d points \(\+\d\.\d to \+\d\.\d\), over 5 sessions: it follows the note/;
      expect(led).toMatch(new RegExp(`Failed null control injected: ${reason.source}\\.`));
      const shown = await run(other, "--calibrations", calibrations);
      expect(shown.stdout).toMatch(/coherence +\d+ +uncalibrated/);
      expect(shown.stdout).toMatch(
        new RegExp(
          `About the judge: uncalibrated: failed null controls \\(${reason.source}\\), though it agrees with people: alpha 0\\.9\\d`,
        ),
      );
      expect(readFileSync(join(other, "report.md"), "utf8")).toContain(
        "About the judge: uncalibrated: failed null controls",
      );
    },
  );

  test("--calibrate: reorders all turns; answers of a model that changed since do not count", async () => {
    const [dir] = copies(1) as [string];
    const calibrations = folder();
    await json(dir, "--calibrations", calibrations);
    await addLabels(dir, [{ scores: scored(5) }], { by: "Ada", at: "2026-11-15T00:00:00.000Z" });
    const before = court.asked.length;
    await json("--calibrate", dir, "--calibrations", calibrations);
    const openings = (asked: Asked) =>
      [...Map.groupBy(shownLines(asked), ({ turn }) => turn).values()].map(([first]) => first!.text);
    const [asPlayed, shuffled] = [court.asked[before - 1]!, court.asked[before + 1]!].map(openings) as [
      string[],
      string[],
    ];
    expect(shuffled.toSorted()).toEqual(asPlayed.toSorted());
    expect(shuffled.filter((text, turn) => text === asPlayed[turn])).toEqual([]);

    await using later = await openCourt((asked) => goodAnswer(asked), {
      answersAs: (model) => `${model}-newer`,
    });
    const [other] = copies(1) as [string];
    await json(other, "--calibrations", calibrations);
    await addLabels(other, [{ scores: scored(5) }], { by: "Ada", at: "2026-11-15T00:00:00.000Z" });
    vi.stubEnv("DEEPSEEK_BASE_URL", later.env.DEEPSEEK_BASE_URL!);
    const {
      calibrations: [made],
    } = await json<{ calibrations: [JudgeCalibration] }>("--calibrate", other, "--calibrations", folder());
    vi.stubEnv("DEEPSEEK_BASE_URL", court.env.DEEPSEEK_BASE_URL!);
    expect(made).toMatchObject({
      controls: [],
      notes: [expect.stringContaining("deepseek/deepseek-v4-pro-newer answered them")],
    });
  });

  test("a request has its own key before any answer", () => {
    const { catalog } = court.harness();
    const key = askedKey({ model: catalog.resolve("deepseek-r2"), rubric });
    expect(key.model).toBe("deepseek/deepseek-v4-pro");
    expect(askedKey({ model: catalog.resolve("deepseek-r2"), rubric, windowTokens: 5 }).prompt).not.toBe(
      key.prompt,
    );
    expect(readdirSync(played.dir)).not.toContain("verdicts");
  });
});
