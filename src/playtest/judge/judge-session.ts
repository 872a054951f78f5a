/** Has a judge score a finished session, window by window. */
import {
  formatVersion,
  qualityMetric,
  type JudgedWindow,
  type MetricVerdict,
  type QualityMetric,
  type Rubric,
  type JudgeVerdict,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { estimateTokens, roleDefaults, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { guideText } from "../story/index.ts";
import { familyOf, narratorOf } from "./choose-judge.ts";
import { askedKey, judgeInstructions, windowPrompt, WINDOW_TOKENS } from "./judge-prompt.ts";
import { judgeWindow, type WindowVerdict } from "./judge-window.ts";
import { transcriptHash, transcriptOf, windowsOf, type Line } from "./judged-transcript.ts";

/** Tokens kept free beside a window for notes, corrections and estimation errors. */
const ROOM_BESIDE = 8_000;
const LEAST_WINDOW = 1_000;

export type JudgeOptions = {
  gateway: Gateway;
  model: ResolvedModel;
  state: SessionState;
  rubric: Rubric;
  clock: Clock;
  /** The judged text, if not the session's own transcript. */
  lines?: readonly Line[];
  windowTokens?: number;
  /** Counts the repeats for the same judge. */
  replicate?: number;
  signal?: AbortSignal;
  onWindow?: (progress: { done: number; of: number; cost: number }) => void;
};

export async function judgeSession(options: JudgeOptions): Promise<JudgeVerdict> {
  const { gateway, model, state, rubric, clock, replicate = 0, signal, onWindow } = options;
  const { lines = transcriptOf(state), windowTokens = WINDOW_TOKENS } = options;
  const { storyGuide, group } = state.config;
  const narrator = narratorOf(state);
  const otherFamily = isOtherFamily(model.label, narrator);
  const instructions = judgeInstructions(rubric, { guide: guideText(storyGuide), players: group.players });
  const windows = windowsOf(lines, Math.min(windowTokens, roomIn(model, instructions)));
  const transcript = transcriptHash(lines);
  const judged: WindowVerdict[] = [];
  const tell = (done: number) =>
    onWindow?.({ done, of: windows.length, cost: gateway.journal.totals().all.cost });
  tell(0);
  for (const [index, window] of windows.entries()) {
    const prompt = windowPrompt(window, judged, { number: index + 1, of: windows.length });
    const known = lines.filter(({ turn }) => turn <= window.to);
    judged.push(
      await judgeWindow({
        gateway,
        model,
        rubric,
        instructions,
        prompt,
        window,
        lines: known,
        call: `judge/${transcript}/${replicate}/window/${index + 1}`,
        signal,
      }),
    );
    await gateway.journal.sync();
    tell(index + 1);
  }
  const { all } = gateway.journal.totals();
  return {
    version: formatVersion,
    sessionId: state.sessionId,
    turns: state.turn,
    transcript,
    key: { ...askedKey(model, rubric), model: answered(judged, model) },
    judge: { asked: model.name, label: model.label, narrator, otherFamily },
    rubric: rubric.name,
    replicate,
    scores: Object.fromEntries(
      qualityMetric.options.map((metric) => [metric, overWindows(metric, judged, rubric)]),
    ) as Record<QualityMetric, MetricVerdict>,
    windows: judged.map(({ models: _models, problems: _problems, calls: _calls, ...window }) => window),
    problems: judged.flatMap(({ from, to, problems }) =>
      problems.map((problem) => ({ from, to, ...problem })),
    ),
    calls: judged.reduce((sum, { calls }) => sum + calls, 0),
    cost: {
      total: all.cost,
      unpriced: all.unpriced,
      possiblyBilled: all.possiblyBilled,
      ...(all.recorded && { recorded: all.recorded }),
    },
    tokens: all.tokens.input + all.tokens.output,
    notes:
      otherFamily === false
        ? [`${model.label} judges a narrator of its own family, ${narrator}; models tend to favour theirs.`]
        : [],
    at: clock.date().toISOString(),
  };
}

/** What a small context window leaves for the transcript. */
function roomIn({ context, thinkingRoom }: ResolvedModel, instructions: string): number {
  if (context === undefined) return Infinity;
  return Math.max(
    LEAST_WINDOW,
    context - estimateTokens(instructions) - roleDefaults.judge.maxOutput - thinkingRoom - ROOM_BESIDE,
  );
}

/** `provider/id`; all of them if several answered. */
function answered(judged: readonly WindowVerdict[], { provider, label }: ResolvedModel): string {
  const ids = [...new Set(judged.flatMap(({ models }) => models))].filter((id) => id !== "").sort();
  return ids.length === 0 ? label : ids.map((id) => `${provider}/${id}`).join("+");
}

export const NOT_ASKED = "not in the rubric";

/**
 * The mean of the windows, weighted by turns. One void window leaves the session without a score: half a session is not
 * the session.
 */
function overWindows(metric: QualityMetric, windows: readonly JudgedWindow[], rubric: Rubric): MetricVerdict {
  const none = (missing: string): MetricVerdict => ({ score: null, why: "", quotes: [], missing });
  if (rubric.metrics[metric] === undefined) return none(NOT_ASKED);
  if (windows.length === 0) return none("nothing was said");
  const where = (window: JudgedWindow) => (windows.length === 1 ? "" : `${turnsInWords(window)}: `);
  const scored = windows.map((window) => ({ window, given: window.scores[metric]! }));
  const voids = scored.filter(({ given }) => given.missing !== undefined);
  if (voids.length > 0)
    return none(voids.map(({ window, given }) => `${where(window)}${given.missing}`).join("; "));
  const why = (parts: typeof scored) =>
    parts.map(({ window, given }) => `${where(window)}${given.why}`).join(" ");
  const told = scored.filter(({ given }) => given.score !== null);
  if (told.length === 0) return none(`the judge found no evidence for a score: ${why(scored)}`);
  const weight = told.reduce((sum, { window }) => sum + window.weight, 0);
  const total = told.reduce((sum, { window, given }) => sum + given.score! * window.weight, 0);
  return {
    score: Math.round((total / weight) * 10) / 10,
    why: why(told),
    quotes: told.flatMap(({ given }) => given.quotes),
  };
}

/** Null: unknown, as with a system of the user's own. */
function isOtherFamily(judge: string, narrator: string): boolean | null {
  const [own, other] = [familyOf(judge), familyOf(narrator)];
  return own === null || other === null ? null : own !== other;
}
