/** Handling of a judge's answers that are unusable in whole or in part. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { qualityMetric, type QualityMetric } from "../../../src/contract/index.ts";
import {
  goodAnswer,
  openCourt,
  someQuote,
  type Asked,
  type Said,
} from "../../support/model-servers/judge-server.ts";
import { emptyFolder } from "../house-session.ts";
import { judge, judgedBy, judgeLines, played } from "./judging.ts";

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

/** Answers that are unusable as a whole. */
const useless: Array<[name: string, answer: (asked: Asked) => Said, problem: RegExp]> = [
  ["prose", () => "I would give this session a solid 8 out of 10 for all metrics.", /not JSON/],
  ["JSON that breaks off", (asked) => goodAnswer(asked).slice(0, 300), /not JSON/],
  ["two objects", (asked) => `${goodAnswer(asked)}\n${goodAnswer(asked)}`, /not JSON/],
  [
    "cut at the output cap, though it can be read",
    (asked) => ({ text: goodAnswer(asked), cut: true }),
    /cut off/,
  ],
];

/** Answers with one score that is void. */
const void_: Array<[name: string, answer: (asked: Asked) => Said, problem: RegExp]> = [
  ["11", (asked) => changed(asked, "pacing", (score) => ({ ...score, score: 11 })), /form: score: /],
  ["left out", (asked) => changed(asked, "pacing", ({ score: _score, ...rest }) => rest), /form: score: /],
  ["no reason", (asked) => changed(asked, "pacing", (score) => ({ ...score, why: " " })), /form: why: /],
  [
    "no quotes",
    (asked) => changed(asked, "pacing", (score) => ({ ...score, quotes: [] })),
    /without a quote/,
  ],
  [
    "a quote nobody said",
    (asked) => quoting(asked, { turn: 3, text: "The narrator masterfully weaves every thread together." }),
    /is not in the transcript/,
  ],
  [
    "a quote from another turn",
    (asked) => quoting(asked, { ...someQuote(asked), turn: 29 }),
    /is in turn 1, not in turn 29/,
  ],
  [
    "a quote from the guide alone",
    (asked) =>
      quoting(asked, { turn: 3, text: played.state.config.storyGuide.npcs[0]!.motive!.slice(0, 60) }),
    /is not in the transcript/,
  ],
  ["a quote too short to mean anything", (asked) => quoting(asked, { turn: 1, text: "the" }), /too short/],
];

describe("an unusable answer", () => {
  test.each(useless)("%s: retried twice, then missing", async (_, answer, problem) => {
    const { verdict, asked } = await judgedBy(answer);
    expect(asked).toHaveLength(3);
    for (const metric of qualityMetric.options)
      expect(verdict.scores[metric]).toMatchObject({
        score: null,
        missing: expect.stringMatching(problem) as string,
      });
    expect(verdict.problems).toHaveLength(3);
    expect(asked[1]!.last).toMatch(problem);
    expect(verdict.calls).toBe(3);
    expect(verdict.tokens).toBe(4_500);
  });

  test.each(void_)(
    "a score of %s: void, retried, then missing; the others count",
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

  test("the judge may say that there is nothing to judge: missing, with its reason", async () => {
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

  test.each<[string, string]>([
    ["after thinking", '<think>\nA ten? {"scores": {}} No.\n</think>\n\n'],
    ["after thinking that only ends", "Let me see …\n</think>\n"],
  ])("an answer %s is accepted", async (_, thinking) => {
    const { verdict, asked } = await judgedBy((each) => `${thinking}${goodAnswer(each)}`);
    expect(asked).toHaveLength(1);
    expect(verdict.scores.coherence.score).toBe(7);
  });

  test("a failing provider is not a missing score: it stops, and can be resumed", async () => {
    let works = false;
    await using court = await openCourt((asked) => (works ? goodAnswer(asked) : { status: 500 }));
    const dir = emptyFolder();
    await expect(judge(court, { dir })).rejects.toMatchObject({ exit: 3 });
    expect(existsSync(join(dir, "verdicts"))).toBe(false);
    works = true;
    expect((await judge(court, { dir })).verdict.scores.coherence.score).toBe(7);
  });

  test("a session that does not fit the judge's context is not sent: its scores are missing, with the reason", async () => {
    await using court = await openCourt((asked) => goodAnswer(asked));
    const model = { ...court.harness().catalog.resolve("deepseek-r2"), context: 20_000 };
    const { scores, calls } = await judgeLines(court, { model });
    expect(court.asked).toHaveLength(0);
    expect(calls).toBe(0);
    expect(scores.pacing).toMatchObject({
      score: null,
      missing: expect.stringMatching(/needs about \d+ tokens, and .* has room for/) as string,
    });
  });
});
