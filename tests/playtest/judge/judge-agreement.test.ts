/** What people say of sessions, how it is kept, and how far a judge agrees with them. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { calibrationText } from "../../../src/cli/commands/reading/judge-text.ts";
import labelCommand, { askScores } from "../../../src/cli/commands/reading/label.ts";
import { type JudgeCalibration, type Label } from "../../../src/contract/index.ts";
import {
  addLabels,
  agreement,
  FEWEST_SESSIONS,
  loadRubric,
  opinionsOf,
  readCalibrations,
  readLabelFile,
  readLabels,
  saveCalibration,
  type Rated,
  type SessionState,
} from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/cli/run-in-memory.ts";
import { copiesOf, houseSession } from "../house-session.ts";

const rubric = loadRubric();
let played: { dir: string; state: SessionState };
beforeAll(async () => void (played = await houseSession({ seed: 4, maxTurns: 6 })));
const folder = (): string => mkdtempSync(join(tmpdir(), "calibration-"));
const copies = (count: number): string[] => copiesOf(played.dir, { count, parent: folder() });

const rate = (
  pairs: ReadonlyArray<readonly [people: number | readonly number[], judge: number | null]>,
): Rated[] =>
  pairs.map(([people, judge], index) => ({
    sessionId: String(index),
    judge: { pacing: judge },
    people: new Map([people].flat().map((score, person) => [`person ${person}`, { pacing: score }])),
  }));

describe("agreement", () => {
  /** Worked out apart from this code. */
  const made = [
    [2, 3],
    [3, 3],
    [4, 5],
    [5, 5],
    [6, 7],
    [7, 6],
    [8, 8],
    [9, 9],
    [3, 2],
    [10, 9],
  ] as const;

  test("of a hand-computed case", () => {
    const { pacing } = agreement(rate(made));
    expect(pacing!.alpha.value).toBeCloseTo(0.95061162, 7);
    expect(pacing!.kappa.value).toBeCloseTo(0.95245642, 7);
    expect(pacing!.spearman.value).toBeCloseTo(0.95400568, 7);
    expect(pacing!.bias).toBeCloseTo(0);
    expect(pacing!.confusion.values).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(pacing!.confusion.counts[0]).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0]);
    expect(pacing!.confusion.counts.flat().reduce((sum, count) => sum + count, 0)).toBe(10);
    const [low, high] = pacing!.alpha.interval!;
    expect(low).toBeLessThan(0.95);
    expect(high).toBeGreaterThan(0.95);
    expect(pacing!.state).toBe(low >= 0.8 ? "trusted" : "calibrated");
    expect(agreement(rate(made))).toEqual(agreement(rate(made)));
  });

  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  test.each<[string, Rated[], string, RegExp]>([
    [
      "one score off by one: trusted",
      rate(ten.map((score) => [score, score === 5 ? 6 : score])),
      "trusted",
      /alpha 0\.99, 95 % from 0\.\d\d to 1\.00/,
    ],
    [
      "the same scores throughout: not known how far off it can be",
      rate(ten.slice(2).map((score) => [score, score])),
      "uncalibrated",
      /^alpha 1\.00 over 8 sessions has no confidence interval; every resample gave the same alpha/,
    ],
    [
      "one session that differs from all others: a third of the resamples know nothing",
      rate([...Array.from({ length: 7 }, () => [5, 5] as const), [9, 9]]),
      "uncalibrated",
      /^alpha 1\.00 over 8 sessions has no confidence interval; 3\d\d\d of 10000 resamples had no alpha/,
    ],
    [
      "an interval with a width, of too few resamples",
      rate([...Array.from({ length: 8 }, () => [5, 5] as const), [9, 9], [5, 6]]),
      "uncalibrated",
      /has no confidence interval; 1\d\d\d of 10000 resamples had no alpha/,
    ],
    [
      "off by up to two: calibrated, not trusted",
      rate(
        [...ten, ...ten, ...ten, ...ten].map((score, index) => [
          score,
          Math.min(10, Math.max(1, score + [2, -1, 1, -2, 0][index % 5]!)),
        ]),
      ),
      "calibrated",
      /alpha 0\.\d\d/,
    ],
    [
      "the opposite: uncalibrated",
      rate(ten.map((score) => [score, 11 - score])),
      "uncalibrated",
      /below 0.667/,
    ],
    [
      "everybody always says seven: nothing to agree on",
      rate(ten.map(() => [7, 7])),
      "uncalibrated",
      /agreement cannot be measured/,
    ],
    [
      "too few sessions, however well they agree",
      rate(ten.slice(0, FEWEST_SESSIONS - 1).map((score) => [score, score])),
      "uncalibrated",
      /7 sessions .* at least 8 needed/,
    ],
    [
      "missing scores are no agreement",
      rate(ten.map((score, index) => [score, index < 4 ? null : score])),
      "uncalibrated",
      /6 sessions/,
    ],
  ])("%s", (_, rated, state, why) => {
    const { pacing } = agreement(rated);
    expect(pacing).toMatchObject({ state, why: expect.stringMatching(why) as string });
  });

  test("many people who agree with each other do not hide a judge who does not", () => {
    const { pacing } = agreement(rate(ten.map((score) => [[score, score, score, score, score], 11 - score])));
    expect(pacing!.alpha.value).toBeLessThan(0);
    expect(pacing!.amongPeople).toMatchObject({ value: 1, sessions: 10, interval: null });
  });

  test("one session scored by two people has no alpha among people; nor have a few an interval", () => {
    expect(
      agreement(
        rate([
          [[3, 9], 5],
          [4, 4],
        ]),
      ).pacing!.amongPeople,
    ).toEqual({ value: null, interval: null, sessions: 1 });
    expect(
      agreement(
        rate([
          [[3, 4], 5],
          [[8, 9], 4],
          [2, 2],
        ]),
      ).pacing!.amongPeople,
    ).toMatchObject({ value: expect.any(Number) as number, interval: null, sessions: 2 });
  });

  test("equal scores have equal bounds, regardless of the metric's name and the order", () => {
    const two = (score: number) => ({ coherence: score, pacing: score });
    const all = made.map(([person, judge], index): Rated => ({
      sessionId: String(index),
      people: new Map([["Ada", two(person)]]),
      judge: two(judge),
    }));
    const rated = agreement(all);
    expect(rated.pacing).toEqual(rated.coherence);
    expect(agreement(all.toReversed())).toEqual(rated);
    expect(rated.pacing!.alpha).toMatchObject({ resamples: 10_000, withoutValue: 0 });
  });

  test("resamples with equal scores have no alpha: their number is reported", () => {
    // Three of ten differ: one resample in 35 has none of them.
    const { pacing } = agreement(rate([...ten.slice(3).map(() => [9, 9] as const), [2, 2], [3, 3], [4, 5]]));
    const { resamples, withoutValue } = pacing!.alpha;
    expect(withoutValue! / resamples!).toBeCloseTo(0.7 ** 10, 2);
    expect(withoutValue).toBeGreaterThan(0);
    expect(pacing!.why).toContain(
      `; ${withoutValue} of 10000 resamples had no alpha, because all their scores were equal`,
    );
    const calibration: JudgeCalibration = {
      version: 1,
      key: { model: "m", rubric: "r", prompt: "p" },
      at: "",
      sessions: [],
      people: ["Ada"],
      metrics: { pacing },
      controls: [],
      notes: [],
    };
    expect(calibrationText({ calibration, path: "x", history: "y" })).toContain(
      `Resamples without an alpha, since everything in them got the same score: pacing ${withoutValue} of 10000.`,
    );
  });

  test("a judge between two people who differ by one point has no bias", () => {
    // Medians of 6.5; halves that were rounded up would show -0.5.
    const { pacing } = agreement(
      rate(Array.from({ length: 10 }, (_, index) => [[6, 7], index % 2 === 0 ? 6 : 7] as const)),
    );
    expect(pacing!.bias).toBeCloseTo(0, 12);
    expect(pacing!.confusion).toEqual({
      values: [6, 6.5, 7],
      counts: [
        [0, 0, 0],
        [5, 0, 5],
        [0, 0, 0],
      ],
    });
    // A mean of windows counts as it is.
    expect(agreement(rate([[6, 6.4]])).pacing!.bias).toBeCloseTo(0.4, 12);
  });

  test("people's own agreement is shown with the judge's, and in the reason", () => {
    const { pacing } = agreement(rate(ten.map((score) => [[score, Math.min(10, score + 1)], score])));
    const people = pacing!.amongPeople!.value!.toFixed(2);
    expect(pacing!.why).toContain(`, over 10 sessions; among people ${people}, over 10 sessions`);
    const calibration: JudgeCalibration = {
      version: 1,
      key: { model: "m", rubric: "r", prompt: "p" },
      at: "",
      sessions: [],
      people: ["Ada", "Grace"],
      metrics: { pacing },
      controls: [],
      notes: [],
    };
    const text = calibrationText({ calibration, path: "x", history: "y" });
    expect(text).toMatch(/alpha \[95 %\] +among people \[95 %\] +bias/);
    expect(text).toMatch(new RegExp(`pacing .* ${people} \\[.*\\] \\(10 sessions\\)`));
  });

  test("a calibration by an earlier version opens, and follows the current rules", async () => {
    // One session's control made the judge uncalibrated, and the file has no `before` and no agreement among people.
    const { amongPeople: _, ...pacing } = agreement(
      rate(ten.map((score) => [score, score === 5 ? 6 : score])),
    ).pacing!;
    const dir = folder();
    const moved = { pacing: 4 };
    const stored = {
      version: 1,
      key: { model: "m", rubric: "r", prompt: "p" },
      at: "2026-11-15T00:00:00.000Z",
      sessions: ["one"],
      people: ["Ada"],
      metrics: {
        pacing: {
          ...pacing,
          state: "uncalibrated",
          why: `failed null controls (a note to the judge in the transcript raises its scores by 4.0 points), though it agrees with people: ${pacing.why}`,
        },
      },
      controls: [{ name: "injected", sessionId: "one", moved, flagged: 1 }],
      notes: [],
    };
    writeFileSync(join(dir, "m-r-p.json"), JSON.stringify(stored));
    const [read] = readCalibrations(dir);
    // The failure counts until five sessions can confirm it or not.
    const kept =
      /^failed null controls \(a note to the judge in the transcript raises its scores by 4\.0 points, by earlier rules on few sessions: run more --controls\), though it agrees with people: alpha 0\.99, .*; made by earlier rules, which rounded scores: calibrate again$/;
    expect(read!.metrics.pacing).toEqual({
      ...pacing,
      state: "uncalibrated",
      why: expect.stringMatching(kept) as string,
    });
    expect(calibrationText({ calibration: read!, path: "x", history: "y" })).toMatch(
      /pacing +uncalibrated +10 +0\.99 \[.*\] +- +\+0\.1\n(.*\n)*Not enough sessions for a verdict: injected 1 of at least 5/,
    );
    const made = { ...stored, rules: 2, sessions: ["one", "two"], metrics: { pacing }, controls: [] };
    const { calibration } = await saveCalibration(dir, made as JudgeCalibration);
    expect(calibration.metrics.pacing).toMatchObject({
      state: "uncalibrated",
      why: expect.stringMatching(
        /^failed null controls \(a note .* by earlier rules .*\d sessions$/,
      ) as string,
    });
    const [again] = readCalibrations(dir);
    expect(again).toEqual(calibration);
    const calm = ["1", "2", "3", "4", "5"].map((sessionId) => ({
      ...stored.controls[0]!,
      sessionId,
      moved: { pacing: Number(sessionId) % 2 === 0 ? 1 : -1 },
    })) as JudgeCalibration["controls"];
    const confirmed = await saveCalibration(dir, { ...(made as JudgeCalibration), controls: calm });
    expect(confirmed.calibration.metrics.pacing).toEqual(pacing);
    // Without a failure it is stale: its alpha and bias may come from rounded scores.
    writeFileSync(join(dir, "m-r-p.json"), JSON.stringify({ ...stored, metrics: { pacing }, controls: [] }));
    expect(readCalibrations(dir)[0]!.metrics.pacing).toEqual({
      ...pacing,
      state: "stale",
      why: `${pacing.why}; made by earlier rules, which rounded scores: calibrate again`,
    });
    // Five sessions that all rise are a failure, in whatever version they were stored.
    const five = ["1", "2", "3", "4", "5"].map((sessionId) => ({ ...stored.controls[0]!, sessionId }));
    writeFileSync(join(dir, "m-r-p.json"), JSON.stringify({ ...stored, controls: five }));
    expect(readCalibrations(dir)[0]!.metrics.pacing).toMatchObject({
      state: "uncalibrated",
      why: expect.stringMatching(/^failed null controls \(with a note .* rise by 4\.0 points/) as string,
    });
  });

  test("a judge who is always two points higher is reported as such", () => {
    expect(agreement(rate([1, 2, 3, 4, 5, 6, 7, 8].map((score) => [score, score + 2]))).pacing!.bias).toBe(2);
  });
});

describe("labels", () => {
  const person = { by: "Ada", at: "2026-11-15T00:00:00.000Z" };

  test("are added and never changed; the latest counts, and turns if the session was not scored", async () => {
    const [dir] = copies(1) as [string];
    await addLabels(dir, [{ scores: { coherence: 3, pacing: 5 } }], person);
    const before = readFileSync(join(dir, "labels.jsonl"), "utf8");
    await addLabels(
      dir,
      [
        { scores: { coherence: 8 } },
        { turn: 2, scores: { pacing: 1, funFactor: 4 } },
        { turn: 3, scores: { funFactor: 8 } },
      ],
      person,
    );
    await addLabels(dir, [{ scores: { coherence: 2 } }], { ...person, by: "Grace" });
    expect(readFileSync(join(dir, "labels.jsonl"), "utf8").startsWith(before)).toBe(true);
    expect(readLabels(dir)).toHaveLength(5);
    expect(Object.fromEntries(opinionsOf(readLabels(dir)))).toEqual({
      Ada: { coherence: 8, pacing: 5, funFactor: 6 },
      Grace: { coherence: 2 },
    });
  });

  test.each<[string, unknown, Array<Partial<Label>>]>([
    ["bare scores", { coherence: 7, pacing: 5 }, [{ scores: { coherence: 7, pacing: 5 } }]],
    [
      "session and turns",
      { session: { coherence: 7 }, turns: { 2: { pacing: 1 } }, note: "slow" },
      [
        { scores: { coherence: 7 }, note: "slow" },
        { turn: 2, scores: { pacing: 1 }, note: "slow" },
      ],
    ],
    [
      "metrics by the names of gates",
      { "player-agency": 7, "fun-factor": 2 },
      [{ scores: { playerAgency: 7, funFactor: 2 } }],
    ],
  ])("a file of %s", (_, value, expected) => {
    const path = join(folder(), "scores.json");
    writeFileSync(path, JSON.stringify(value));
    expect(readLabelFile(path, { turns: 6 })).toMatchObject(expected);
  });

  test.each<[string, string, RegExp]>([
    ["out of range", '{"coherence": 11}', /coherence: 11 is not a whole number from 1 to 10/],
    ["half a point", '{"coherence": 7.5}', /coherence: 7.5 is not a whole number/],
    ["a text", '{"coherence": "7"}', /coherence: "7" is not a whole number/],
    ["null", '{"coherence": null}', /coherence: null is not a whole number/],
    ["an unknown metric", '{"vibes": 7}', /"vibes" is not a metric. Known: coherence/],
    ["a slip", '{"coherense": 7}', /"coherense" is not a metric. Did you mean coherence\?/],
    [
      "a slip within a turn",
      '{"turns": {"2": {"pacin": 7}}}',
      /turn 2, "pacin" is not a metric. Did you mean pacing\?/,
    ],
    [
      "scores beside the session",
      '{"session": {"pacing": 7}, "coherence": 7}',
      /"coherence" must be inside "session"/,
    ],
    [
      "a metric by both of its names",
      '{"player-agency": 7, "playerAgency": 3}',
      /playerAgency is scored twice/,
    ],
    ["nothing at all", " \n", /it is empty/],
    ["a list", "[7]", /expected an object, found \[7\]/],
    ["a metric twice", '{"coherence": 1, "coherence": 9}', /"coherence" twice/],
    ["nothing", "{}", /score/],
    ["a turn that was not played", '{"turns": {"99": {"pacing": 3}}}', /turn 99: the session has 6/],
    ["turn 0", '{"turns": {"0": {"pacing": 3}}}', /turns/],
    ["no JSON", "coherence: 7", /it is not JSON/],
  ])("a file with %s is refused and leaves nothing behind", async (_, text, message) => {
    const [dir] = copies(1) as [string];
    const path = join(folder(), "scores.json");
    writeFileSync(path, text);
    const { exit, stderr } = await runInMemory([labelCommand], ["label", dir, "--by", "Ada", "--file", path]);
    expect(exit).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(dir, "labels.jsonl"))).toBe(false);
  });

  test("the command, with a file; without one and without a terminal it says what to do", async () => {
    const [dir] = copies(1) as [string];
    const path = join(folder(), "scores.json");
    writeFileSync(path, '{"session": {"coherence": 7}, "turns": {"2": {"pacing": 4}}}');
    const { exit, stdout } = await runInMemory(
      [labelCommand],
      ["label", dir, "--by", "Ada", "--file", path, "--json"],
    );
    expect(exit).toBe(0);
    expect((JSON.parse(stdout) as { labels: Label[] }).labels).toEqual(readLabels(dir));
    expect(readLabels(dir)).toMatchObject([
      { by: "Ada", scores: { coherence: 7 } },
      { by: "Ada", turn: 2, scores: { pacing: 4 } },
    ]);
    const asked = await runInMemory([labelCommand], ["label", dir, "--by", "Ada"]);
    expect(asked).toMatchObject({ exit: 2, stderr: expect.stringContaining("--file") as string });
    const idle = await runInMemory(
      [labelCommand],
      ["label", dir, "--by", "Ada", "--file", path, "--rubric", join(dir, "nowhere")],
    );
    expect(idle).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining("--rubric and --file cannot be used together") as string,
    });
  });

  test("on a terminal it asks with the levels, repeats after an invalid answer, and accepts an empty one as a skip", async () => {
    const answers = ["7", "eleven", "0", "11", "3", "", "10", "", "", ""];
    const said: string[] = [];
    const scores = await askScores(rubric, {
      ask: async () => answers.shift()!,
      say: (text) => void said.push(text),
    });
    expect(scores).toEqual({ coherence: 7, atmosphere: 3, pacing: 10 });
    expect(said.join("\n")).toContain(rubric.metrics.coherence!.levels[10]);
    expect(said.join("\n").match(/Would you want to play this\?/g)).toHaveLength(1);
    expect(said.filter((text) => text.includes("is not a whole number"))).toHaveLength(3);
    await expect(askScores(rubric, { ask: async () => "", say: () => {} })).rejects.toMatchObject({
      code: "no-scores",
    });
    // As readline ends a question at Ctrl+C or Ctrl+D.
    await expect(
      askScores(rubric, {
        ask: () => Promise.reject(new DOMException("Aborted with Ctrl+D", "AbortError")),
        say: () => {},
      }),
    ).rejects.toMatchObject({ code: "interrupted", exit: 130 });
  });
});
