/** What the operations that play one session share: progress, gates, what is shown, and how to go on. */
import { join } from "node:path";
import { shellWord } from "../../config/started-by.ts";
import type { Note, SessionConfig, SessionResult } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { counted, noteLines } from "../../kernel/report/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  beatsMeasured,
  type Gate,
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
import { resumeCommand } from "../resume-command.ts";

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
      `$${spent.toFixed(4)}`,
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
    onWindow: ({ done, of, cost }) =>
      on({
        type: "step",
        text: `judging, window ${Math.min(done + 1, of)} of ${of}, $${cost.toFixed(4)}`,
        cost,
      }),
  };
}

/** At the pace of its beats so far; without beats, the turn limit. */
function likelyTurns({ turn, pulses, config: { maxTurns, expectedPulses } }: SessionState): number {
  if (expectedPulses === undefined || pulses.length === 0) return Math.max(turn, maxTurns);
  const left = Math.ceil((Math.max(0, expectedPulses - pulses.length) * turn) / pulses.length);
  return Math.max(turn, Math.min(maxTurns, turn + left));
}

/** A stopped session has no gates yet: they are judged when it is resumed. */
export function ranSession(
  played: Played,
  { harness, gates = [] }: { harness: Harness; gates?: readonly Gate[] },
): Ran<SessionResult> {
  const { result, stopped, wasOver } = played;
  const { dir } = result;
  const budget =
    stopped?.exit === 4 ? largerBudget(result.budget, result.journal?.cost ?? result.cost.total) : undefined;
  return {
    result: stopped ? result : gated(result, gates),
    stopped,
    resume: { dir, budget },
    ci: sessionCi(result, { gates, unfinished: stopped?.message }),
    hints: wasOver
      ? overHints(result, harness)
      : result.outcome === "stopped"
        ? [resumeCommand(harness, { dir })]
        : undefined,
  };
}

/** With gates, the session passed or failed. */
function gated(result: SessionResult, gates: readonly Gate[]): SessionResult {
  if (!result.verdict || gates.length === 0) return result;
  const isPassed = gates.every((gate) => judgeGate(gate, result).is === "passed");
  return { ...result, verdict: { ...result.verdict, outcome: isPassed ? "passed" : "failed" } };
}

function overHints({ dir, turns, outcome }: SessionResult, { command }: Pick<Harness, "command">): string[] {
  const last = shellWord(join(dir, `turn-${turns}.json`));
  return [
    `The session was already finished: nothing was played. Report: ${join(dir, "report.md")}`,
    ...(outcome === "timeout"
      ? [`To play more turns: ${command} replay --checkpoint ${last} --max-turns ${2 * turns}`]
      : []),
  ];
}

/** How it ended, the verdict, the notes, and where the report is. */
export function sessionShown({ outcome, why, turns, dir, notes, verdict }: SessionResult): Shown[] {
  // How to play on is said after it, with the options of this run.
  const next = verdict?.next.filter(({ says }) => says !== PLAY_ON) ?? [];
  return [
    `${outcome}: ${why} (${counted(turns, "turn")})`,
    ...(verdict ? [{ ...verdict, next }] : []),
    [
      ...noteLines(notes.filter(isNews)).map((line) => `Note: ${line}`),
      `Report: ${join(dir, "report.md")}`,
    ].join("\n"),
  ];
}

/** The verdict's cautions name the unread turns. */
const isNews = ({ code }: Note): boolean => code !== "unread-turn";

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
