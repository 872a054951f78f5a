/** What the operations that play one session share: progress, gates, what is shown, and how to go on. */
import { join } from "node:path";
import type { MatrixPlan, Note, SessionConfig, SessionResult } from "../../contract/index.ts";
import { BudgetSpentError } from "../../kernel/budget/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { counted, noteLines, dollars } from "../../kernel/report/index.ts";
import {
  beatsMeasured,
  type Gate,
  gateMetrics,
  judgedMetricNames,
  judgeGate,
  largerBudget,
  PLAY_ON,
  type Played,
  sessionCi,
  type SessionState,
  type Watch,
} from "../../playtest/index.ts";
import type { Context, Ran, Shown } from "../declaration.ts";
import { list } from "../options.ts";

/** Progress of a session: turn, beat, cost so far, and what is being done. */
export function watchSession(
  { on, signal }: Pick<Context, "on" | "signal">,
  { config, sessionId, told = 0 }: { config: SessionConfig; sessionId?: string; told?: number },
): Watch {
  let beats = told;
  let isMeasured = true;
  let spent = 0;
  const names = config.group.players.map(({ name }) => name);
  const doing = {
    narrating: "narrator",
    classifying: "classifying",
    reacting: `players: ${names.join(", ")}`,
    relaying: `${names[config.group.spokesperson]} speaks for the group`,
    reading: "reading the last turns",
  };
  const at = (turn: number) =>
    [
      `turn ${turn}`,
      ...(config.expectedPulses === undefined || !isMeasured
        ? []
        : [`pulse ${beats}/${config.expectedPulses}`]),
      // An unknown price is not 0.
      ...(spent > 0 ? [dollars(spent)] : []),
    ].join(", ");
  return {
    signal,
    onStep({ turn, doing: what, cost }) {
      spent = cost;
      on({ type: "step", text: `${at(turn)}, ${doing[what]}`, cost });
    },
    onTurn(state) {
      beats = state.pulses.length;
      isMeasured = beatsMeasured(state.records, config.storyGuide);
      const { turn } = state;
      const of = likelyTurns(state);
      on({ type: "progress", done: turn, of, text: at(turn), cost: spent, sessionId, turn });
    },
    onJudging() {
      const text = spent > 0 ? `judging, ${dollars(spent)}` : "judging";
      on({ type: "step", text, cost: spent });
    },
  };
}

/** At the pace of its beats so far; without beats, the turn limit. */
function likelyTurns({ turn, pulses, config: { maxTurns, expectedPulses } }: SessionState): number {
  if (expectedPulses === undefined || pulses.length === 0) return Math.max(turn, maxTurns);
  const left = Math.ceil((Math.max(0, expectedPulses - pulses.length) * turn) / pulses.length);
  return Math.max(turn, Math.min(maxTurns, turn + left));
}

/** A stopped session has no gates yet: they are judged when it is resumed. */
export function ranSession({ result, stopped }: Played, gates: readonly Gate[] = []): Ran<SessionResult> {
  const { dir } = result;
  const needed = stopped instanceof BudgetSpentError ? stopped.needed : 0;
  const budget = stopped?.exit === 4 ? largerBudget(result.budget, result.cost.total + needed) : undefined;
  return {
    result: stopped ? result : gated(result, gates),
    stopped,
    resume: { dir, budget, isOpen: result.outcome === "stopped" },
    ci: sessionCi(result, { gates, unfinished: stopped?.message }),
  };
}

/** With gates, the session passed or failed. */
function gated(result: SessionResult, gates: readonly Gate[]): SessionResult {
  if (!result.verdict || gates.length === 0) return result;
  const isPassed = gates.every((gate) => judgeGate(gate, result).is === "passed");
  return { ...result, verdict: { ...result.verdict, outcome: isPassed ? "passed" : "failed" } };
}

/** "timeout: out of turns after turn 26 (26 turns)". */
export const outcomeLine = ({ outcome, why, turns }: SessionResult): string =>
  `${outcome}: ${why} (${counted(turns, "turn")})`;

/** How it ended, the verdict, the notes, and where the report is. */
export function sessionShown(result: SessionResult): Shown[] {
  const { dir, notes, verdict } = result;
  // How to play on is said after it, with the options of this run.
  const next = verdict?.next.filter(({ says }) => says !== PLAY_ON) ?? [];
  return [
    outcomeLine(result),
    ...(verdict ? [{ ...verdict, next }] : []),
    [
      ...noteLines(notes.filter(isNews)).map((line) => `Note: ${line}`),
      `Report: ${join(dir, "report.md")}`,
    ].join("\n"),
  ];
}

/** The verdict's cautions name the unread turns. */
const isNews = (note: Note): boolean => note.code !== "unread-turn" && !isSaidBefore(note);

/** Before the first turn. The headline says what is missing because of it. */
export const isSaidBefore = ({ code }: Note): boolean => code === "no-key" || code === "no-classifier";

const gate = (limit: string, example: string, metrics: readonly string[]) =>
  list(
    `Fail if a metric is ${limit} N or missing, such as ${example}; in a matrix, its mean for each prompt and ` +
      `narrator. Metrics: ${metrics.join(", ")}.`,
    "METRIC=N",
  );

export const gateOptions = {
  failUnder: gate("below", "overall=70", gateMetrics.under),
  failOver: gate("above", "loops=0", gateMetrics.over),
};

export type Gates = NonNullable<MatrixPlan["gates"]>;

/** Gates that no session could pass are refused before anything is paid for. */
export function requireMeasurable(gates: readonly Gate[], { judge }: { judge?: string | undefined }): void {
  const judged = gates
    .map(({ metric }) => metric)
    .filter((metric) => judgedMetricNames.some((name) => name === metric));
  if (judge !== undefined || judged.length === 0) return;
  throw new HarnessError({
    code: "missing-option",
    option: "judge",
    message: `A gate names ${judged.join(" and ")}, which a judge scores, but no judge is set: it cannot pass.`,
    remedy: `Add ${optionText("judge", "MODEL")}, or remove the gate.`,
  });
}

/** The name of a single session in recordings. */
export const PLANNED_AS = "session";
