/**
 * Judging through the vendors' own packages over loopback: the request, the handling of every kind of answer, the
 * stored verdict.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { qualityMetric, judgeVerdict as verdictShape, type Rubric } from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { keyName, qualityOf, readVerdicts, rubricHash } from "../../../src/playtest/index.ts";
import { goodAnswer, openCourt, someQuote } from "../../support/model-servers/judge-server.ts";
import { emptyFolder } from "../house-session.ts";
import { judge, judgedBy, played, rubric } from "./judging.ts";

describe("a verdict", () => {
  test.each(["deepseek-r2", "opus-4.5", "openrouter/openai/gpt-4o-mini", "local/llama3.2"])(
    "of %s: scores, quotes, the model, the cost",
    async (name) => {
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
        judge: { asked: name, otherFamily: true },
      });
      expect(path).toBe(join(dir, "verdicts", `${keyName(verdict.key)}.json`));
      expect(verdictShape.parse(JSON.parse(readFileSync(path, "utf8")))).toEqual(verdict);
      // Booked as the judge's, by the journal in the judging's own folder.
      const [run] = readdirSync(join(dir, "judging"));
      const totals = foldJournal(join(dir, "judging", run!, "calls.jsonl")).totals();
      expect(Object.keys(totals.byRole)).toEqual(["judge"]);
      expect(totals.byRole.judge).toMatchObject({ attempts: 1, tokens: { input: 1_000, output: 500 } });
      expect(verdict.cost).toEqual({
        total: totals.all.cost,
        unpriced: 0,
        possiblyBilled: { attempts: 0, atMost: 0, unpriced: 0 },
      });
      if (name.startsWith("local")) expect(verdict.cost.total).toBe(0);
      else expect(verdict.cost.total).toBeGreaterThan(0);
      expect(verdict.tokens).toBe(1_500);
    },
  );

  test("the same judge is not asked twice; another judge or rubric adds a verdict and overwrites none", async () => {
    await using court = await openCourt((asked) => goodAnswer(asked, asked.number));
    const dir = emptyFolder();
    const first = await judge(court, { dir });
    const bytes = readFileSync(first.path, "utf8");
    expect(await judge(court, { dir })).toMatchObject({ wasThere: true, path: first.path });
    expect(court.asked).toHaveLength(1);

    const otherJudge = await judge(court, { dir, judge: "opus-4.5" });
    const sterner: Rubric = {
      ...rubric,
      name: "sterner",
      metrics: { ...rubric.metrics, pacing: { ...rubric.metrics.pacing!, question: "Is anything slow?" } },
    };
    const otherRubric = await judge(court, { dir, rubric: sterner });
    const all = [first, otherJudge, otherRubric];
    expect(all.map(({ verdict }) => verdict.scores.coherence.score)).toEqual([1, 2, 3]);
    expect(new Set(all.map(({ verdict }) => JSON.stringify(verdict.key))).size).toBe(3);
    expect(otherRubric.verdict.key).toEqual({ ...first.verdict.key, rubric: rubricHash(sterner) });
    expect(readFileSync(first.path, "utf8")).toBe(bytes);
    expect(readVerdicts(dir).map(({ verdict }) => verdict.scores.coherence.score)).toEqual([1, 2, 3]);
    expect(qualityOf(readVerdicts(dir).map(({ verdict }) => verdict))).toEqual(
      Object.fromEntries(qualityMetric.options.map((metric) => [metric, 3])),
    );
  });

  test("a custom rubric may ask for less; the rest is missing", async () => {
    const { verdict } = await judgedBy((asked) => goodAnswer(asked), {
      rubric: { ...rubric, metrics: { pacing: rubric.metrics.pacing! } },
    });
    expect(verdict.scores.pacing.score).toBe(7);
    expect(verdict.scores.coherence).toMatchObject({
      score: null,
      missing: "not in the rubric",
    });
  });
});
