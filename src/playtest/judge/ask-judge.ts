/** Asks a judge for the scores of a session, reads the answer strictly and checks every quote. */
import { z } from "zod";
import {
  qualityMetric,
  qualityScore,
  type JudgeVerdict,
  type MetricVerdict,
  type QualityMetric,
  type Quote,
  type Rubric,
} from "../../contract/index.ts";
import {
  InvalidReplyError,
  type Gateway,
  type ResolvedModel,
  type TextReply,
} from "../../kernel/models/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import { firstIssues } from "../../kernel/store/index.ts";
import { holds, isTooShort, normaliseQuote, plainQuote } from "../../kernel/text/index.ts";
import { correctionPrompt } from "./judge-prompt.ts";
import type { Line } from "./judged-transcript.ts";
import { metricsOf } from "./rubric.ts";
import { NOT_ASKED } from "./verdict-store.ts";

/** How often to retry unusable parts. */
const REASKS = 2;

type Request = {
  gateway: Gateway;
  model: ResolvedModel;
  instructions: string;
  /** Unique in the run. */
  call: string;
  signal?: AbortSignal;
};

type AskOptions = Request & {
  rubric: Rubric;
  prompt: string;
  /** Everything said: quotes are looked up in it. */
  lines: readonly Line[];
};

export type JudgeAnswer = Pick<JudgeVerdict, "scores" | "problems" | "calls"> & { models: string[] };

type Open = Array<{ metric: QualityMetric; problem: string }>;

/**
 * Requests all scores, then the void ones again, within a limit; scores that stay void are missing. Every answer is in
 * the journal, usable or not, so that a resumed judgement does not ask again.
 */
export async function askJudge({ rubric, prompt, lines, ...request }: AskOptions): Promise<JudgeAnswer> {
  const asked = metricsOf(rubric);
  const scores = noScores(asked, "it was not asked for");
  const problems: JudgeAnswer["problems"] = [];
  let calls = 0;
  const models = new Set<string>();
  let open: Open = asked.map((metric) => ({ metric, problem: "it was not asked for" }));
  let correction: ReturnType<typeof correctionPrompt> = [];

  while (open.length > 0 && calls <= REASKS) {
    const ask = (calls += 1);
    const wanted = open.map(({ metric }) => metric);
    const reply = await replyTo({
      ...request,
      call: `${request.call}/ask/${ask}`,
      messages: [{ role: "user", content: prompt }, ...correction],
    });
    if ("problem" in reply) {
      problems.push({ ask, problem: reply.problem });
      open = open.map(({ metric }) => ({ metric, problem: reply.problem }));
      break;
    }
    models.add(reply.model);
    const read = readAnswer(reply, { metrics: wanted, lines });
    if ("problem" in read) {
      problems.push({ ask, problem: read.problem });
      open = open.map(({ metric }) => ({ metric, problem: `the answer could not be used: ${read.problem}` }));
      correction = correctionPrompt(reply.text, [{ problem: read.problem }]);
      continue;
    }
    open = wanted.flatMap((metric) => {
      const given = read.scores[metric]!;
      if ("score" in given) scores[metric] = given.score;
      return "problem" in given ? [{ metric, problem: given.problem }] : [];
    });
    problems.push(...open.map(({ metric, problem }) => ({ ask, problem: `${metric}: ${problem}` })));
    correction = correctionPrompt(reply.text, open);
  }

  const often = calls === 1 ? "" : ` (asked ${calls} times)`;
  for (const { metric, problem } of open) scores[metric] = noScore(`${problem}${often}`);
  return { scores, problems, calls, models: [...models] };
}

const noScore = (missing: string): MetricVerdict => ({ score: null, why: "", quotes: [], missing });

/** Nothing for any metric. */
export function noScores(asked: readonly QualityMetric[], why: string): JudgeVerdict["scores"] {
  const missing = (metric: QualityMetric) => (asked.includes(metric) ? why : NOT_ASKED);
  return Object.fromEntries(
    qualityMetric.options.map((metric) => [metric, noScore(missing(metric))]),
  ) as JudgeVerdict["scores"];
}

/** Replies that stay empty are not an answer. A provider failure ends the judging instead, which can be resumed. */
async function replyTo({
  gateway,
  ...request
}: Request & { messages: Array<{ role: "user" | "assistant"; content: string }> }): Promise<
  TextReply | { problem: string }
> {
  try {
    return await gateway.text({ role: "judge", temperature: 0, cacheInstructions: true, ...request });
  } catch (error) {
    if (!(error instanceof InvalidReplyError)) throw error;
    return { problem: `there was no answer: ${error.problem.replace(/\.$/, "")}` };
  }
}

type ReadScore = { score: MetricVerdict } | { problem: string };
type ReadAnswer = { scores: Partial<Record<QualityMetric, ReadScore>> } | { problem: string };

const LONGEST_WHY = 1_500;
const MOST_QUOTES = 8;

/** A transcript line in the form quotes are compared in. */
type NormalLine = { turn: number; text: string };

const answer = z.object({ scores: z.record(z.string(), z.unknown()) });
const given = z.object({
  score: qualityScore.nullable(),
  why: z
    .string()
    .trim()
    .min(1)
    .transform((why) => why.slice(0, LONGEST_WHY)),
  quotes: z.array(z.object({ turn: z.number().int().nonnegative(), text: z.string() })).max(MOST_QUOTES),
});

/** Each score is independent: a void one does not affect the others. */
function readAnswer(
  { text, finish }: { text: string; finish: string },
  { metrics, lines }: { metrics: readonly QualityMetric[]; lines: readonly Line[] },
): ReadAnswer {
  if (finish === "length") return { problem: "it was cut off before its end" };
  const { data } = answer.safeParse(replyJson(text));
  if (!data) return { problem: 'it was not JSON with "scores" in the requested form' };
  const said = lines.map(({ turn, text }): NormalLine => ({ turn, text: normaliseQuote(text) }));
  return {
    scores: Object.fromEntries(metrics.map((metric) => [metric, readScore(data.scores[metric], said)])),
  };
}

/** Models think aloud first, use a code fence, or add a sentence: the answer is the object after the thinking. */
function replyJson(reply: string): unknown {
  const answer = reply.split(/<\/think(?:ing)?>/i).at(-1)!;
  try {
    return JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1)) as unknown;
  } catch {
    return undefined;
  }
}

function readScore(value: unknown, said: readonly NormalLine[]): ReadScore {
  if (value === undefined) return { problem: "there was no score for it" };
  const { data, error } = given.safeParse(value);
  if (!data) return { problem: `it did not have the requested form: ${firstIssues(error)}` };
  if (data.score === null) return { score: noScore(`the judge found no evidence for a score: ${data.why}`) };
  if (data.quotes.length === 0) return { problem: "it came without a quote" };
  const problem = data.quotes.map((quote) => quoteProblem(quote, said)).find((each) => each !== undefined);
  return problem === undefined ? { score: data } : { problem };
}

/**
 * What is wrong with a quote; undefined: it occurs in the transcript, in the turn it names. Spacing, kinds of quotation
 * marks and dashes, emphasis and capitals are ignored; omissions may be marked by dots.
 */
function quoteProblem({ turn, text }: Quote, said: readonly NormalLine[]): string | undefined {
  const wanted = plainQuote(text);
  const shown = JSON.stringify(shorten(text, 120));
  if (
    isTooShort(wanted) &&
    !said.some((line) => line.turn === turn && line.text !== "" && line.text === wanted)
  )
    return `the quote ${shown} is too short to prove anything`;
  const found = said.filter((line) => holds(line.text, wanted));
  if (found.some((line) => line.turn === turn)) return undefined;
  if (found.length > 0) return `the quote ${shown} is in turn ${found[0]!.turn}, not in turn ${turn}`;
  return `the quote ${shown} is not in the transcript`;
}
