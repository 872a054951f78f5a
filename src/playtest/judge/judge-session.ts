/** Has a judge score a finished session: all of it in one prompt. */
import { formatVersion, type Rubric, type JudgeVerdict } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { estimateTokens, roleDefaults, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import type { SessionState } from "../session/index.ts";
import { guideText } from "../story/index.ts";
import { askJudge, noScores, type JudgeAnswer } from "./ask-judge.ts";
import { familyOf, narratorOf } from "./choose-judge.ts";
import { askedKey, judgeInstructions, transcriptPrompt } from "./judge-prompt.ts";
import { transcriptHash, transcriptOf, type Line } from "./judged-transcript.ts";
import { metricsOf } from "./rubric.ts";

/** Tokens kept free for corrections and estimation errors. */
const ROOM_BESIDE = 8_000;

export type JudgeOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  state: SessionState;
  rubric: Rubric;
  clock: Clock;
  /** The judged text, if not the session's own transcript. */
  lines?: readonly Line[];
  /** Counts the repeats for the same judge. */
  replicate?: number;
  signal?: AbortSignal;
};

export async function judgeSession(options: JudgeOptions): Promise<JudgeVerdict> {
  const { gateway, model, state, rubric, clock, replicate = 0, signal } = options;
  const { lines = transcriptOf(state) } = options;
  const { storyGuide, group } = state.config;
  const narrator = narratorOf(state);
  const otherFamily = isOtherFamily(model.label, narrator);
  const instructions = judgeInstructions(rubric, { guide: guideText(storyGuide), players: group.players });
  const prompt = transcriptPrompt(lines);
  const transcript = transcriptHash(lines);
  const why = lines.length === 0 ? "nothing was said" : tooLong(model, instructions + prompt);
  const call = `judge/${transcript}/${replicate}/window/1`;
  const answer: JudgeAnswer =
    why === undefined
      ? await askJudge({ gateway, model, rubric, instructions, prompt, lines, call, signal })
      : {
          scores: noScores(metricsOf(rubric), why),
          problems: [{ ask: 0, problem: why }],
          calls: 0,
          models: [],
        };
  await gateway.journal.sync();
  const { scores, problems, calls } = answer;
  const { all } = gateway.journal.totals();
  return {
    version: formatVersion,
    sessionId: state.sessionId,
    turns: state.turn,
    transcript,
    key: { ...askedKey(model, rubric), model: answeredBy(answer, model) },
    judge: { asked: model.name, label: model.label, narrator, otherFamily },
    rubric: rubric.name,
    replicate,
    scores,
    problems,
    calls,
    cost: {
      total: all.cost,
      unpriced: all.unpriced,
      possiblyBilled: all.possiblyBilled,
      recorded: all.recorded,
    },
    tokens: all.tokens.input + all.tokens.output,
    notes:
      otherFamily === false
        ? [`${model.label} judges a narrator of its own family, ${narrator}; models tend to favour theirs.`]
        : [],
    at: clock.date().toISOString(),
  };
}

/** Half a session is not the session: what does not fit has no score. */
function tooLong({ label, context, thinkingRoom }: ResolvedModel, prompt: string): string | undefined {
  if (context === undefined) return undefined;
  const room = context - roleDefaults.judge.maxOutput - thinkingRoom - ROOM_BESIDE;
  const needed = estimateTokens(prompt);
  return needed <= room
    ? undefined
    : `the session needs about ${needed} tokens, and ${label} has room for ${Math.max(0, room)}`;
}

/** `provider/id`; all of them if several answered. */
function answeredBy({ models }: JudgeAnswer, { provider, label }: ResolvedModel): string {
  const ids = models.filter((id) => id !== "").sort();
  return ids.length === 0 ? label : ids.map((id) => `${provider}/${id}`).join("+");
}

/** Null: unknown, as with a system of the user's own. */
function isOtherFamily(judge: string, narrator: string): boolean | null {
  const [own, other] = [familyOf(judge), familyOf(narrator)];
  return own === null || other === null ? null : own !== other;
}
