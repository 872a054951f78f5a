/** Judging through the vendors' own packages, over loopback: what is sent, what is made of any answer, what is kept. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import {
  qualityMetric,
  verdict as verdictShape,
  type QualityMetric,
  type Rubric,
  type SettingsInput,
} from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import {
  judgeStored,
  keyName,
  loadRubric,
  qualityOf,
  readVerdicts,
  rubricHash,
  unusableText,
  type Judged,
  type JudgeStoredOptions,
  type SessionState,
} from "../../../src/playtest/index.ts";
import {
  goodAnswer,
  openCourt,
  shownLines,
  someQuote,
  type Asked,
  type Court,
  type Said,
} from "../../fixtures/judge-server.ts";
import { houseSession } from "../house-session.ts";

const rubric = loadRubric();
let played: { dir: string; state: SessionState };
beforeAll(async () => void (played = await houseSession({ seed: 4 })));

/** A folder of its own: verdicts of one test are not another's. */
const emptyFolder = (): string => mkdtempSync(join(tmpdir(), "judged-"));

/** One with the session in it. */
const copyOf = (dir = played.dir): string => {
  const copy = join(emptyFolder(), "session");
  cpSync(dir, copy, { recursive: true });
  return copy;
};

type Wish = Partial<Omit<JudgeStoredOptions, "model">> & { judge?: string; settings?: SettingsInput };

async function judge(
  court: Court,
  { judge: name = "deepseek-r2", settings, ...wish }: Wish = {},
): Promise<Judged & { dir: string }> {
  const harness = court.harness(settings);
  const dir = wish.dir ?? emptyFolder();
  return {
    ...(await judgeStored(harness, {
      dir,
      state: played.state,
      rubric,
      calibrations: [],
      model: harness.catalog.resolve(name),
      ...wish,
    })),
    dir,
  };
}

/** Judges with a court of this answer. */
async function judgedBy(
  answer: (asked: Asked) => Said | Promise<Said>,
  wish: Wish = {},
): Promise<Judged & { dir: string; asked: Asked[] }> {
  await using court = await openCourt(answer);
  return { ...(await judge(court, wish)), asked: court.asked };
}

describe("a verdict", () => {
  test.each([
    "deepseek-r2",
    "opus-4.5",
    "grok-4",
    "gpt-4o-mini",
    "qwen",
    "kimi-k2",
    "openrouter/openai/gpt-4o-mini",
    "local/llama3.2",
  ])("of %s: scores, proof, who answered, what it cost", async (name) => {
    const { verdict, path, dir, asked } = await judgedBy(
      (asked) => goodAnswer(asked, (metric) => (metric === "pacing" ? 4 : 8)),
      { judge: name },
    );
    expect(asked).toHaveLength(1);
    expect(verdict.scores.pacing).toMatchObject({ score: 4, why: "Because of pacing." });
    expect(verdict.scores.funFactor.score).toBe(8);
    expect(verdict.scores.coherence.quotes).toEqual([someQuote(asked[0]!)]);
    expect(verdict.key.model).toMatch(/^[a-z]+\/.+-dated$/);
    expect(verdict).toMatchObject({
      turns: played.state.turn,
      calls: 1,
      problems: [],
      injections: [],
      calibration: { coherence: "uncalibrated" },
      judge: { asked: name, otherFamily: true },
    });
    expect(path).toBe(join(dir, "verdicts", `${keyName(verdict.key)}.json`));
    expect(verdictShape.parse(JSON.parse(readFileSync(path, "utf8")))).toEqual(verdict);
    // Booked as the judge's, by the journal in the judging's own folder.
    const [run] = readdirSync(join(dir, "judging"));
    const totals = foldJournal(join(dir, "judging", run!, "calls.jsonl")).fold.totals();
    expect(Object.keys(totals.byRole)).toEqual(["judge"]);
    expect(totals.byRole.judge).toMatchObject({ attempts: 1, tokens: { input: 1_000, output: 500 } });
    expect(verdict.cost).toEqual({
      total: totals.all.cost,
      byRole: { judge: totals.all.cost },
      unpriced: 0,
      possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 },
    });
    if (name.startsWith("local")) expect(verdict.cost.total).toBe(0);
    else expect(verdict.cost.total).toBeGreaterThan(0);
    expect(verdict.tokens).toBe(1_500);
  });

  test("the session's own files stay as they are", async () => {
    const dir = copyOf();
    const own = () =>
      readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((path) => !/^(verdicts|judging)\b/.test(relative(dir, path)))
        .map((path) => [path, readFileSync(path, "utf8")]);
    const before = own();
    await judgedBy((asked) => goodAnswer(asked), { dir });
    expect(own()).toEqual(before);
  });

  test("the same judge is not asked twice; another judge, rubric or asking anew adds a verdict and overwrites none", async () => {
    await using court = await openCourt((asked) => goodAnswer(asked, asked.number));
    const dir = emptyFolder();
    const first = await judge(court, { dir });
    const bytes = readFileSync(first.path, "utf8");
    expect(await judge(court, { dir })).toMatchObject({ wasThere: true, path: first.path });
    expect(court.asked).toHaveLength(1);

    const again = await judge(court, { dir, again: true });
    const otherJudge = await judge(court, { dir, judge: "opus-4.5" });
    const sterner: Rubric = {
      ...rubric,
      name: "sterner",
      metrics: { ...rubric.metrics, pacing: { ...rubric.metrics.pacing!, question: "Is anything slow?" } },
    };
    const otherRubric = await judge(court, { dir, rubric: sterner });
    const all = [first, again, otherJudge, otherRubric];
    expect(all.map(({ verdict }) => verdict.scores.coherence.score)).toEqual([1, 2, 3, 4]);
    expect(again.verdict).toMatchObject({ key: first.verdict.key, replicate: 1 });
    expect(again.path).toBe(first.path.replace(".json", "_2.json"));
    expect(new Set(all.map(({ verdict }) => JSON.stringify(verdict.key))).size).toBe(3);
    expect(otherRubric.verdict.key).toEqual({ ...first.verdict.key, rubric: rubricHash(sterner) });
    expect(readFileSync(first.path, "utf8")).toBe(bytes);
    expect(readVerdicts(dir).map(({ verdict }) => verdict.scores.coherence.score)).toEqual([1, 2, 3, 4]);
    expect(qualityOf(readVerdicts(dir).map(({ verdict }) => verdict))).toEqual(
      Object.fromEntries(qualityMetric.options.map((metric) => [metric, 4])),
    );
  });

  test("turns that were played since make another transcript, and another verdict", async () => {
    await using court = await openCourt((asked) => goodAnswer(asked));
    const dir = emptyFolder();
    const shorter = { ...played.state, turn: 10, records: played.state.records.slice(0, 10) };
    const early = await judge(court, { dir, state: shorter });
    const late = await judge(court, { dir });
    expect([early.wasThere, late.wasThere, early.verdict.turns, late.verdict.turns]).toEqual([
      false,
      false,
      10,
      played.state.turn,
    ]);
    expect(early.verdict.key).toEqual(late.verdict.key);
    expect(early.path).not.toBe(late.path);
  });

  test("nothing scored: no quality at all, rather than zeros", () => {
    expect(qualityOf([])).toEqual(Object.fromEntries(qualityMetric.options.map((metric) => [metric, null])));
  });

  test("a rubric of one's own may ask for less; what it does not ask for is missing", async () => {
    const { verdict } = await judgedBy((asked) => goodAnswer(asked), {
      rubric: { ...rubric, metrics: { pacing: rubric.metrics.pacing! } },
    });
    expect(verdict.scores.pacing.score).toBe(7);
    expect(verdict.scores.coherence).toMatchObject({
      score: null,
      missing: "the rubric does not ask for it",
    });
  });
});

/** A good answer with one metric's part changed. */
const changed = (
  asked: Asked,
  metric: QualityMetric,
  change: (score: Record<string, unknown>) => unknown,
): string => {
  const answer = JSON.parse(goodAnswer(asked)) as { scores: Record<string, unknown> };
  answer.scores[metric] = change(answer.scores[metric] as Record<string, unknown>);
  return JSON.stringify(answer);
};
const quoting = (asked: Asked, quote: object) =>
  changed(asked, "pacing", (score) => ({ ...score, quotes: [quote] }));

/** Pieces that stand in a message in this order, and are too short for anybody to have meant them. */
function scraps(asked: Asked): { turn: number; text: string } {
  const { turn, text } = shownLines(asked).find((line) => line.text.length > 300)!;
  return {
    turn,
    text: [...text.matchAll(/\b[a-z]{6,11}\b/g)]
      .slice(0, 3)
      .map(([word]) => word)
      .join(" ... "),
  };
}

/** Answers that are no use as a whole. */
const useless: Array<[name: string, answer: (asked: Asked) => Said, problem: RegExp]> = [
  ["prose", () => "I would give this session a solid 8 out of 10 for all metrics.", /prose/],
  ["words before the JSON", (asked) => `Here is my verdict:\n${goodAnswer(asked)}`, /nothing else/],
  [
    "words around two fences",
    (asked) =>
      `Sure!\n\`\`\`json\n${goodAnswer(asked)}\n\`\`\`\nOr:\n\`\`\`json\n${goodAnswer(asked, 10)}\n\`\`\``,
    /nothing else/,
  ],
  [
    "an object beside the fence",
    (asked) => `${goodAnswer(asked, 10)}\n\`\`\`json\n${goodAnswer(asked)}\n\`\`\``,
    /nothing else/,
  ],
  [
    "a metric twice in a fence",
    (asked) => `Sure!\n\`\`\`json\n${goodAnswer(asked).replace('"score":7', '"score":7,"score":10')}\n\`\`\``,
    /"score" twice/,
  ],
  ["thinking that never ends", (asked) => `<think>\n${goodAnswer(asked)}`, /broke off while thinking/],
  ["thinking, and then prose", (asked) => `<think>${goodAnswer(asked)}</think>\nAn eight.`, /prose/],
  ["words after the JSON", (asked) => `${goodAnswer(asked)}\nI hope this helps!`, /nothing else/],
  ["two JSON objects", (asked) => `${goodAnswer(asked)}\n${goodAnswer(asked, 10)}`, /nothing else/],
  ["JSON that breaks off", (asked) => goodAnswer(asked).slice(0, 300), /nothing else/],
  [
    "cut at the output cap, though it can be read",
    (asked) => ({ text: goodAnswer(asked), cut: true }),
    /cut off/,
  ],
  [
    "a metric twice",
    (asked) =>
      goodAnswer(asked).replace('"scores":{', '"scores":{"pacing":{"why":"x","quotes":[],"score":10},'),
    /"pacing" twice/,
  ],
  [
    "a metric twice, once in disguise",
    (asked) =>
      goodAnswer(asked).replace(
        '"scores":{',
        String.raw`"scores":{"p\u0061cing":{"why":"x","quotes":[],"score":10},`,
      ),
    /"pacing" twice/,
  ],
  [
    "a score twice",
    (asked) => goodAnswer(asked).replace('"score":7', '"score":7,"score":10'),
    /"score" twice/,
  ],
  ["a list", (asked) => `[${goodAnswer(asked)}]`, /form/],
  ["nothing of the form", () => '{"coherence": 7}', /form/],
  ["null", () => "null", /form/],
];

/** Answers with one score that is void. */
const void_: Array<[name: string, answer: (asked: Asked) => Said, problem: RegExp]> = [
  ["11", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: 11 })), /score was 11/],
  ["0", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: 0 })), /score was 0/],
  ["-3", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: -3 })), /score was -3/],
  [
    "1e400",
    (asked) => changed(asked, "pacing", (score) => ({ ...score, score: "HUGE" })).replace('"HUGE"', "1e400"),
    /score was/,
  ],
  ["7.5", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: 7.5 })), /score was 7.5/],
  ["a text", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: "7" })), /score was "7"/],
  ["a pass", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: true })), /score was true/],
  [
    "left out",
    (asked) => changed(asked, "pacing", ({ score: _score, ...rest }) => rest),
    /score was left out/,
  ],
  ["a bare number", (asked) => changed(asked, "pacing", () => 7), /not as asked for/],
  ["no such metric", (asked) => changed(asked, "pacing", () => undefined), /no score for it/],
  [
    "no reason",
    (asked) => changed(asked, "pacing", (score) => ({ ...score, why: " " })),
    /its "why" was not as asked for/,
  ],
  [
    "no quotes",
    (asked) => changed(asked, "pacing", (score) => ({ ...score, quotes: [] })),
    /without a quote/,
  ],
  [
    "a quote nobody said",
    (asked) => quoting(asked, { turn: 3, text: "The narrator masterfully weaves every thread together." }),
    /does not stand in the transcript/,
  ],
  [
    "a quote from another turn",
    (asked) => quoting(asked, { ...someQuote(asked), turn: 29 }),
    /does not stand in turn 29 but in turn 1/,
  ],
  [
    "a quote from the guide alone",
    (asked) =>
      quoting(asked, { turn: 3, text: played.state.config.storyGuide.npcs[0]!.motive!.slice(0, 60) }),
    /does not stand in the transcript/,
  ],
  [
    "a quote of our own heading",
    (asked) => quoting(asked, { turn: 1, text: "[turn 1] Narrator:" }),
    /does not stand in the transcript/,
  ],
  ["a quote too short to mean anything", (asked) => quoting(asked, { turn: 1, text: "the" }), /too short/],
  [
    "scraps of a message with dots between",
    (asked) => quoting(asked, scraps(asked)),
    /does not stand in the transcript/,
  ],
  [
    "a novel",
    (asked) => changed(asked, "pacing", (score) => ({ ...score, score: "ten ".repeat(5_000) })),
    /its score was "(?:ten ?){5,25}… and not/,
  ],
  [
    "one quote of two invented",
    (asked) =>
      changed(asked, "pacing", (score) => ({
        ...score,
        quotes: [someQuote(asked), { turn: 2, text: "words that were never said by anyone" }],
      })),
    /does not stand/,
  ],
];

describe("an answer that cannot be used", () => {
  test.each(useless)("%s: asked again twice, then missing", async (_, answer, problem) => {
    const { verdict, asked } = await judgedBy(answer);
    expect(asked).toHaveLength(3);
    for (const metric of qualityMetric.options)
      expect(verdict.scores[metric]).toMatchObject({
        score: null,
        missing: expect.stringMatching(problem) as string,
      });
    expect(Object.values(verdict.windows[0]!.scores).map(({ score }) => score)).toEqual(
      qualityMetric.options.map(() => null),
    );
    expect(verdict.problems).toHaveLength(3);
    expect(asked[1]!.last).toMatch(problem);
    expect(verdict.calls).toBe(3);
    expect(verdict.tokens).toBe(4_500);
  });

  test.each(useless)("%s once: the next answer counts", async (_, answer, problem) => {
    const { verdict, asked } = await judgedBy((each) =>
      each.number === 1 ? answer(each) : goodAnswer(each, 6),
    );
    expect(asked).toHaveLength(2);
    expect(qualityMetric.options.map((metric) => verdict.scores[metric].score)).toEqual(
      qualityMetric.options.map(() => 6),
    );
    expect(verdict.problems).toEqual([
      expect.objectContaining({ ask: 1, problem: expect.stringMatching(problem) as string }),
    ]);
  });

  test.each(void_)(
    "a score of %s: void, asked for again, then missing; the others stand",
    async (_, answer, problem) => {
      const { verdict, asked } = await judgedBy(answer);
      expect(asked).toHaveLength(3);
      expect(verdict.scores.pacing).toMatchObject({
        score: null,
        quotes: [],
        missing: expect.stringMatching(problem) as string,
      });
      for (const metric of qualityMetric.options.filter((name) => name !== "pacing"))
        expect(verdict.scores[metric].score).toBe(7);
      expect(asked[1]!.last).toMatch(problem);
      expect(asked[1]!.last).toContain("Answer again with pacing alone");
    },
  );

  test.each(void_)(
    "a score of %s once: only it is asked for again, and what is taken stays",
    async (_, answer) => {
      const { verdict, asked } = await judgedBy((each) =>
        each.number === 1 ? answer(each) : goodAnswer(each, 2),
      );
      expect(asked).toHaveLength(2);
      expect(qualityMetric.options.map((metric) => verdict.scores[metric].score)).toEqual(
        qualityMetric.options.map((metric) => (metric === "pacing" ? 2 : 7)),
      );
    },
  );

  test("empty answers: asked again by the gateway, then missing", async () => {
    const { verdict, asked, dir } = await judgedBy(() => "");
    expect(asked.length).toBeGreaterThan(1);
    expect(verdict.scores.coherence).toMatchObject({
      score: null,
      missing: expect.stringMatching(/^there was no answer: .*[^.], as often as it was asked$/) as string,
    });
    expect(unusableText(verdict)).toEqual(["1 of 1 answer could not be used, in whole or in part"]);
    expect(readdirSync(join(dir, "verdicts"))).toHaveLength(1);
  });

  test("the judge may say that there is nothing to judge by: missing, with its reason", async () => {
    const { verdict, asked } = await judgedBy((each) =>
      changed(each, "characterIntegration", () => ({
        why: "Nobody has a background.",
        quotes: [],
        score: null,
      })),
    );
    expect(asked).toHaveLength(1);
    expect(verdict.scores.characterIntegration).toMatchObject({
      score: null,
      missing: expect.stringContaining("Nobody has a background.") as string,
    });
  });

  test.each<[string, (answer: string) => string]>([
    ["in a code fence", (answer) => `\`\`\`json\n${answer}\n\`\`\`\n`],
    [
      "in a code fence after a word, and before one",
      (answer) => `Sure! Here it is:\n\n\`\`\`json\n${answer}\n\`\`\`\nI hope this helps.`,
    ],
    ["in a fence that ends in its last line", (answer) => `\`\`\`\n${answer}\`\`\``],
    ["after thinking", (answer) => `<think>\nA ten? {"scores": {}} No.\n</think>\n\n${answer}`],
    ["after thinking that only ends", (answer) => `Let me see …\n</think>\n${answer}`],
    [
      "after thinking, in a fence",
      (answer) => `<think>\n\`\`\`json\n{}\n\`\`\`</think>\nSure!\n\`\`\`json\n${answer}\n\`\`\``,
    ],
  ])("an answer %s is no fault", async (_, wrap) => {
    const { verdict, asked } = await judgedBy((each) => wrap(goodAnswer(each)));
    expect(asked).toHaveLength(1);
    expect(verdict.scores.coherence.score).toBe(7);
    expect(verdict.problems).toEqual([]);
  });

  test("each answer is counted once, in however many scores it is wrong", async () => {
    const { verdict } = await judgedBy((each) => goodAnswer(each, 99));
    expect(verdict.problems).toHaveLength(21);
    expect(unusableText(verdict)).toEqual([
      "3 of 3 answers could not be used, in whole or in part; it was asked again 2 times",
    ]);
  });

  test.each<[string, (text: string) => string]>([
    [
      "other quotation marks and dashes",
      (text) => text.replaceAll("'", "’").replaceAll('"', "”").replaceAll("-", "–"),
    ],
    ["other spacing and capitals", (text) => ` ${text.toUpperCase().replaceAll(" ", "\n  ")} `],
    ["quotation marks around it", (text) => `“${text}”`],
    ["emphasis", (text) => `*${text}*`],
    ["something left out", (text) => `${text.slice(0, 20)} … ${text.slice(25)}`],
  ])("a quote with %s is found", async (_, change) => {
    const { verdict, asked } = await judgedBy((each) => {
      const { turn, text } = shownLines(each).find((line) => line.text.length > 80)!;
      return quoting(each, { turn, text: change(text.slice(0, 80)) });
    });
    expect(asked).toHaveLength(1);
    expect(verdict.scores.pacing.score).toBe(7);
  });

  test("a provider that fails is no missing score: it stops, and can be gone on with", async () => {
    let works = false;
    await using court = await openCourt((asked) => (works ? goodAnswer(asked) : { status: 500 }));
    const dir = emptyFolder();
    await expect(judge(court, { dir })).rejects.toMatchObject({ exit: 3 });
    expect(existsSync(join(dir, "verdicts"))).toBe(false);
    works = true;
    expect((await judge(court, { dir })).verdict.scores.coherence.score).toBe(7);
  });
});
