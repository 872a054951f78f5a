import { z } from "zod";
import {
  HIGHEST_SCORE,
  LOWEST_SCORE,
  qualityScore,
  type QualityMetric,
  type WindowScore,
} from "../../contract/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import { quoteProblem } from "./find-quote.ts";
import { replyJson } from "./reply-json.ts";
import type { Line } from "./transcript.ts";

/** What is said of one metric; or what is wrong with it. */
export type ReadScore = { score: WindowScore } | { problem: string };
export type ReadAnswer =
  | { scores: Partial<Record<QualityMetric, ReadScore>>; facts: string[] }
  | { problem: string };

const LONGEST_WHY = 1_500;
const MOST_QUOTES = 8;

const answer = z.object({ scores: z.record(z.string(), z.unknown()), facts: z.array(z.string()).catch([]) });
const given = z.object({
  score: qualityScore.nullable(),
  why: z.string().trim().min(1),
  quotes: z.array(z.object({ turn: z.number().int().nonnegative(), text: z.string() })).max(MOST_QUOTES),
});

/** A judge's answer, read strictly. Each score stands for itself: a void one does not spoil the others. */
export function readAnswer(
  { text, finish }: { text: string; finish: string },
  { metrics, lines }: { metrics: readonly QualityMetric[]; lines: readonly Line[] },
): ReadAnswer {
  if (finish === "length") return { problem: "it was cut off before its end" };
  const json = replyJson(text);
  if ("problem" in json) return json;
  const { data } = answer.safeParse(json.value);
  if (!data) return { problem: 'it had no "scores" of the form that was asked for' };
  return {
    scores: Object.fromEntries(metrics.map((metric) => [metric, readScore(data.scores[metric], lines)])),
    facts: data.facts,
  };
}

function readScore(value: unknown, lines: readonly Line[]): ReadScore {
  if (value === undefined) return { problem: "there was no score for it" };
  const { data, error } = given.safeParse(value);
  if (!data) return { problem: shapeProblem(value, error) };
  const { score, why, quotes } = data;
  if (score !== null && quotes.length === 0) return { problem: "it came without a quote" };
  const wrong = quotes.map((quote) => quoteProblem(quote, lines)).find((problem) => problem !== undefined);
  if (score !== null && wrong !== undefined) return { problem: wrong };
  return { score: { score, why: why.slice(0, LONGEST_WHY), quotes: score === null ? [] : quotes } };
}

function shapeProblem(value: unknown, { issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue?.path[0] === "score")
    return `its score was ${shorten(JSON.stringify((value as { score?: unknown }).score) ?? "left out", 80)} and not a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}`;
  return issue === undefined || issue.path.length === 0
    ? "it was not as asked for"
    : `its "${issue.path.join(".")}" was not as asked for`;
}
