/** Has a judge score a finished session, window by window. */
import {
  formatVersion,
  qualityMetric,
  type JudgedWindow,
  type JudgeKey,
  type MetricVerdict,
  type QualityMetric,
  type Rubric,
  type Verdict,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { estimateTokens, roleDefaults, type Gateway, type ResolvedModel } from "../../kernel/models/index.ts";
import { turnsInWords } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { familyOf, narratorOf, type Kinship } from "./choose-judge.ts";
import { judgeInstructions, materialOf, promptHash, windowPrompt } from "./judge-prompt.ts";
import { judgeWindow, type WindowVerdict } from "./judge-window.ts";
import { transcriptHash, transcriptOf, windowsOf, type Line } from "./judged-transcript.ts";
import { rubricHash } from "./rubric.ts";

/** Tokens of transcript per window: judges overlook what is in the middle of longer ones. */
const WINDOW_TOKENS = 20_000;
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

export async function judgeSession(options: JudgeOptions): Promise<Omit<Verdict, "calibration">> {
  const {
    gateway,
    model,
    state,
    rubric,
    clock,
    replicate = 0,
    signal,
    onWindow,
    lines = transcriptOf(state),
  } = options;
  const kinship = kinshipOf(model, state);
  const instructions = judgeInstructions(rubric, materialOf(state.config));
  const tokens = options.windowTokens ?? WINDOW_TOKENS;
  const windows = windowsOf(lines, Math.min(tokens, roomIn(model, instructions)));
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
  const { all, byRole } = gateway.journal.totals();
  return {
    version: formatVersion,
    sessionId: state.sessionId,
    turns: state.turn,
    transcript,
    key: {
      ...askedKey({ model, rubric, windowTokens: options.windowTokens }),
      model: answered(judged, model),
    },
    judge: { asked: model.name, label: model.label, ...kinship },
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
      byRole: Object.fromEntries(Object.entries(byRole).map(([role, tally]) => [role, tally.cost])),
      unpriced: all.unpriced,
      possiblyBilled: all.possiblyBilled,
      ...(all.recorded && { recorded: all.recorded }),
    },
    tokens: all.tokens.input + all.tokens.output,
    notes: notesOn(kinship, model),
    at: clock.date().toISOString(),
  };
}

/** The key before any answer: with the requested model. */
export const askedKey = ({
  model,
  rubric,
  windowTokens,
}: {
  model: ResolvedModel;
  rubric: Rubric;
  windowTokens?: number;
}): JudgeKey => ({
  model: model.label,
  rubric: rubricHash(rubric),
  prompt: promptHash(windowTokens ?? WINDOW_TOKENS),
});

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
  const told = scored.flatMap(({ window, given }) =>
    given.score === null ? [] : [{ window, given, score: given.score }],
  );
  if (told.length === 0)
    return none(
      `the judge found no evidence for a score: ${scored.map(({ window, given }) => `${where(window)}${given.why}`).join(" ")}`,
    );
  const weight = told.reduce((sum, { window }) => sum + window.weight, 0);
  return {
    score:
      Math.round((told.reduce((sum, { window, score }) => sum + score * window.weight, 0) / weight) * 10) /
      10,
    why: told.map(({ window, given }) => `${where(window)}${given.why}`).join(" "),
    quotes: told.flatMap(({ given }) => given.quotes),
  };
}

function kinshipOf(model: ResolvedModel, state: SessionState): Kinship {
  const narrator = narratorOf(state);
  const [family, narratorFamily] = [familyOf(model.label), familyOf(narrator)];
  return {
    family,
    narrator,
    narratorFamily,
    otherFamily: family === null || narratorFamily === null ? null : family !== narratorFamily,
  };
}

function notesOn({ otherFamily, family, narrator }: Kinship, { label }: ResolvedModel): string[] {
  if (otherFamily === false)
    return [
      `The judge ${label} and the narrator ${narrator} belong to one family (${family}); models tend to favour their own family.`,
    ];
  if (otherFamily === null)
    return [`Unknown whether the judge ${label} and the narrator ${narrator} belong to one family.`];
  return [];
}
