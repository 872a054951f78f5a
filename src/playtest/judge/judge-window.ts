import type { JudgedWindow, QualityMetric, Rubric, WindowScore } from "../../contract/index.ts";
import {
  InvalidReplyError,
  type Gateway,
  type ResolvedModel,
  type TextReply,
} from "../../kernel/models/index.ts";
import { correctionPrompt, keptFacts, metricsOf } from "./judge-prompt.ts";
import { readAnswer } from "./read-answer.ts";
import type { Line } from "./transcript.ts";
import type { Window } from "./windows.ts";

export type WindowOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  rubric: Rubric;
  instructions: string;
  prompt: string;
  window: Window;
  /** All that was said up to the end of the window: quotes are looked up in it. */
  lines: readonly Line[];
  /** Unique in the run. */
  call: string;
  /** How often what could not be used is asked for again. */
  reasks: number;
  signal?: AbortSignal;
};

export type WindowVerdict = JudgedWindow & {
  /** Ids that answered. */ models: string[];
  problems: Array<{ ask: number; problem: string }>;
  calls: number;
};

/**
 * One window: asked for all scores, then for those that were void, within a bound. What could not be had by then is
 * missing. Every answer is in the journal, usable or not, so that a judge who was stopped is not asked again.
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
  reasks,
  signal,
}: WindowOptions): Promise<WindowVerdict> {
  const scores: Partial<Record<QualityMetric, WindowScore>> = {};
  const problems: WindowVerdict["problems"] = [];
  const models = new Set<string>();
  let open = metricsOf(rubric).map((metric) => ({ metric, problem: "it was not asked for" }));
  let facts: string[] = [];
  let correction: ReturnType<typeof correctionPrompt> = [];
  let ask = 0;

  while (open.length > 0 && ask <= reasks) {
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

/** No request stands behind what is kept under this: there is none to tell apart. */
const EMPTY = "empty";

/** A reply that is empty, as often as the gateway asks, is no reply; that too is on record. A provider that fails ends the judging instead: it can be gone on with. */
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
    const problem = `there was no answer: ${error.problem.replace(/\.$/, "")}, as often as it was asked`;
    gateway.journal.done({ call: `${call}/${EMPTY}`, hash: EMPTY, result: problem });
    return { problem };
  }
}
