/** Asks a judge for the scores of one window, reads the answer strictly and checks every quote. */
import { z } from "zod";
import {
  HIGHEST_SCORE,
  LOWEST_SCORE,
  qualityScore,
  type JudgedWindow,
  type QualityMetric,
  type Quote,
  type Rubric,
  type WindowScore,
} from "../../contract/index.ts";
import {
  InvalidReplyError,
  type Gateway,
  type ResolvedModel,
  type TextReply,
} from "../../kernel/models/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import { holds, isTooShort, normaliseQuote, plainQuote } from "../text/index.ts";
import { correctionPrompt, keptFacts } from "./judge-prompt.ts";
import type { Line, Window } from "./judged-transcript.ts";
import { metricsOf } from "./rubric.ts";
import { replyJson } from "./strict-json.ts";

/** How often to retry unusable parts. */
const REASKS = 2;

type WindowOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  rubric: Rubric;
  instructions: string;
  prompt: string;
  window: Window;
  /** Everything said up to the end of the window: quotes are looked up in it. */
  lines: readonly Line[];
  /** Unique in the run. */
  call: string;
  signal?: AbortSignal;
};

export type WindowVerdict = JudgedWindow & {
  models: string[];
  problems: Array<{ ask: number; problem: string }>;
  calls: number;
};

/**
 * Requests all scores, then the void ones again, within a limit; scores that stay void are missing. Every answer is in
 * the journal, usable or not, so that a resumed judgement does not ask again.
 */
export async function judgeWindow({
  gateway,
  model,
  rubric,
  instructions,
  prompt,
  window,
  lines,
  call,
  signal,
}: WindowOptions): Promise<WindowVerdict> {
  const scores: Partial<Record<QualityMetric, WindowScore>> = {};
  const problems: WindowVerdict["problems"] = [];
  const models = new Set<string>();
  let open = metricsOf(rubric).map((metric) => ({ metric, problem: "it was not asked for" }));
  let facts: string[] = [];
  let correction: ReturnType<typeof correctionPrompt> = [];
  let ask = 0;

  while (open.length > 0 && ask <= REASKS) {
    ask += 1;
    const wanted = open.map(({ metric }) => metric);
    const reply = await replyTo({
      gateway,
      call: `${call}/ask/${ask}`,
      model,
      instructions,
      messages: [{ role: "user", content: prompt }, ...correction],
      signal,
    });
    if ("problem" in reply) {
      problems.push({ ask, problem: reply.problem });
      for (const { metric } of open)
        scores[metric] = { score: null, why: "", quotes: [], missing: reply.problem };
      open = [];
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
    if (facts.length === 0) facts = keptFacts(read.facts);
    open = wanted.flatMap((metric) => {
      const given = read.scores[metric]!;
      if ("score" in given) scores[metric] = given.score;
      return "problem" in given ? [{ metric, problem: given.problem }] : [];
    });
    problems.push(...open.map(({ metric, problem }) => ({ ask, problem: `${metric}: ${problem}` })));
    correction = correctionPrompt(reply.text, open);
  }

  for (const { metric, problem } of open)
    scores[metric] = {
      score: null,
      why: "",
      quotes: [],
      missing: `${problem} (asked ${ask === 1 ? "once" : `${ask} times`})`,
    };
  return {
    from: window.from,
    to: window.to,
    weight: window.weight,
    scores,
    facts,
    models: [...models],
    problems,
    calls: ask,
  };
}

type AskOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  call: string;
  instructions: string;
  messages: Array<{ role: "user" | "assistant"; content: string }>;
  signal?: AbortSignal;
};

/** Stands in for a request hash: an empty reply has none. */
const EMPTY = "empty";

/** Replies that stay empty are recorded as no answer. A provider failure ends the judging instead, which can be resumed. */
async function replyTo({
  gateway,
  model,
  call,
  ...prompt
}: AskOptions): Promise<TextReply | { problem: string }> {
  const empty = gateway.journal.recall(`${call}/${EMPTY}`, EMPTY);
  if (empty) return { problem: String(empty.result) };
  try {
    const {
      text,
      finish,
      model: id,
    } = await gateway.text({
      call,
      role: "judge",
      model,
      temperature: 0,
      cacheInstructions: true,
      ...prompt,
    });
    return { text, finish, model: id };
  } catch (error) {
    if (!(error instanceof InvalidReplyError)) throw error;
    const problem = `there was no answer: ${error.problem.replace(/\.$/, "")}, every time it was asked`;
    gateway.journal.done({ call: `${call}/${EMPTY}`, hash: EMPTY, result: problem });
    return { problem };
  }
}

type ReadScore = { score: WindowScore } | { problem: string };
type ReadAnswer =
  | { scores: Partial<Record<QualityMetric, ReadScore>>; facts: string[] }
  | { problem: string };

const LONGEST_WHY = 1_500;
const MOST_QUOTES = 8;

/** A transcript line in the form quotes are compared in. */
type NormalLine = { turn: number; text: string };

const answer = z.object({ scores: z.record(z.string(), z.unknown()), facts: z.array(z.string()).catch([]) });
const given = z.object({
  score: qualityScore.nullable(),
  why: z.string().trim().min(1),
  quotes: z.array(z.object({ turn: z.number().int().nonnegative(), text: z.string() })).max(MOST_QUOTES),
});

/** Each score is independent: a void one does not affect the others. */
function readAnswer(
  { text, finish }: { text: string; finish: string },
  { metrics, lines }: { metrics: readonly QualityMetric[]; lines: readonly Line[] },
): ReadAnswer {
  if (finish === "length") return { problem: "it was cut off before its end" };
  const json = replyJson(text);
  if ("problem" in json) return json;
  const { data } = answer.safeParse(json.value);
  if (!data) return { problem: 'it had no "scores" in the requested form' };
  const said = lines.map(({ turn, text }): NormalLine => ({ turn, text: normaliseQuote(text) }));
  return {
    scores: Object.fromEntries(metrics.map((metric) => [metric, readScore(data.scores[metric], said)])),
    facts: data.facts,
  };
}

function readScore(value: unknown, said: readonly NormalLine[]): ReadScore {
  if (value === undefined) return { problem: "there was no score for it" };
  const { data, error } = given.safeParse(value);
  if (!data) return { problem: shapeProblem(value, error) };
  const { score, why, quotes } = data;
  if (score !== null && quotes.length === 0) return { problem: "it came without a quote" };
  const wrong = quotes.map((quote) => quoteProblem(quote, said)).find((problem) => problem !== undefined);
  if (score !== null && wrong !== undefined) return { problem: wrong };
  return { score: { score, why: why.slice(0, LONGEST_WHY), quotes: score === null ? [] : quotes } };
}

function shapeProblem(value: unknown, { issues }: z.ZodError): string {
  const [issue] = issues;
  if (issue?.path[0] === "score")
    return `its score was ${shorten(JSON.stringify((value as { score?: unknown }).score) ?? "left out", 80)} and not a whole number from ${LOWEST_SCORE} to ${HIGHEST_SCORE}`;
  return issue === undefined || issue.path.length === 0
    ? "it did not have the requested form"
    : `its "${issue.path.join(".")}" did not have the requested form`;
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
