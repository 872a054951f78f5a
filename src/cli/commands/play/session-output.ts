/** Prints how a session went, as text or JSON, how to resume it, and what happens while it is played. */
import { join } from "node:path";
import { shellWord } from "../../../config/started-by.ts";
import type { Note, SessionConfig, SessionResult } from "../../../contract/index.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import type { ExitCode } from "../../../kernel/errors/index.ts";
import { counted, noteLines, timeSpan } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  beatsMeasured,
  type Gate,
  judgeGate,
  PLAY_ON,
  type Played,
  sessionCi,
  type SessionState,
  type Watch,
} from "../../../playtest/index.ts";
import { type Ci, type Io, terminalText, verdictText } from "../../frame/index.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";

export function sayResult(
  io: Io,
  played: Played,
  { asJson, harness, gates }: { asJson: boolean; harness: Harness; gates: readonly Gate[] },
): ExitCode | 0 {
  const result = played.stopped ? played.result : gated(played.result, gates);
  if (asJson) io.json(result);
  else io.out(resultText(result, io));
  return sayHowToResume(io, played, { told: !asJson, harness });
}

/** With gates, the session passed or failed. */
function gated(result: SessionResult, gates: readonly Gate[]): SessionResult {
  if (!result.verdict || gates.length === 0) return result;
  const isPassed = gates.every((gate) => judgeGate(gate, result).is === "passed");
  return { ...result, verdict: { ...result.verdict, outcome: isPassed ? "passed" : "failed" } };
}

/** Judges a session by its gates, prints them and leaves the report for CI. */
export function judgeSession(
  io: Io,
  { result, stopped }: Played,
  { gates, exit, ci }: { gates: readonly Gate[]; exit: ExitCode | 0; ci: Ci },
): ExitCode | 0 {
  ci.report = sessionCi(result, { gates, unfinished: exit === 0 ? undefined : stopped?.message });
  // A session that stopped early has its own exit code and can be resumed. Its gates are judged then.
  if (exit !== 0) return exit;
  const judged = gates.map((gate) => judgeGate(gate, result));
  for (const { is, says } of judged)
    if (is === "passed") io.say(`Gate passed: ${says}`);
    else io.warn(`Gate failed: ${says}`);
  return judged.every(({ is }) => is === "passed") ? 0 : 1;
}

/** One remedy and the command that resumes; the reason for the stop only where the result did not give it. */
export function sayHowToResume(
  io: Io,
  { result, stopped, wasOver }: Played,
  { told, harness }: { told: boolean; harness: Harness },
): ExitCode | 0 {
  if (wasOver) {
    io.say(
      terminalText(
        `The session was already finished: nothing was played. Report: ${join(result.dir, "report.md")}`,
      ),
    );
    if (result.outcome === "timeout")
      io.say(
        terminalText(
          `To play more turns: ${io.command(`replay --checkpoint ${shellWord(join(result.dir, `turn-${result.turns}.json`))} --max-turns ${2 * result.turns}`)}`,
        ),
      );
    return 0;
  }
  if (!stopped) {
    if (result.outcome === "stopped") io.say(resumeHint(io, result.dir, { harness }));
    return 0;
  }
  const spent = stopped.exit === 4;
  // After an interrupt or a spent budget the only remedy is to resume.
  const remedy =
    spent || stopped.exit === 130
      ? []
      : [stopped.code === "disk-full" ? "Free some space on the disk." : stopped.remedy];
  // The session ended but a later step failed, which the result does not mention.
  const afterwards = ["completed", "timeout", "failed"].includes(result.outcome);
  io.warn(
    terminalText(
      [
        ...(told && !afterwards ? [] : [stopped.message]),
        ...remedy,
        // Resuming a recording would call real models.
        ...(stopped.code === "recording-miss" ? [] : [hint()]),
      ].join("\n"),
    ),
  );
  return stopped.exit;

  function hint(): string {
    return resumeHint(io, result.dir, {
      harness,
      ...(spent && { budget: largerBudget(result.budget, result.journal?.cost ?? result.cost.total) }),
    });
  }
}

/** How it ended, the verdict, the notes, and where the report is. */
export function resultText(
  { outcome, why, turns, dir, notes, verdict }: SessionResult,
  { style }: Pick<Io, "style">,
): string {
  // How to play on is said after it, with the flags of this run.
  const next = verdict?.next.filter(({ says }) => says !== PLAY_ON);
  return [
    terminalText(`${outcome}: ${why} (${counted(turns, "turn")})`),
    ...(verdict ? [verdictText({ ...verdict, next: next! }, { style }), ""] : []),
    ...noteLines(notes.filter(isNews)).map((line) => terminalText(`Note: ${line}`)),
    terminalText(`Report: ${join(dir, "report.md")}`),
  ].join("\n");
}

/** The verdict's cautions name the unread turns. */
const isNews = ({ code }: Note): boolean => code !== "unread-turn";

/** Progress of a session: turn, pulse, step, cost so far. */
export type ProgressOptions = {
  config: SessionConfig;
  pulses?: number;
  branch?: string;
};

export function sessionProgress(
  io: Io,
  { config, pulses = 0, branch }: ProgressOptions,
): Required<Pick<Watch, "onStep" | "onTurn" | "onWindow">> & { done(): void } {
  const line = io.progress(branch === undefined ? "" : `${branch},`);
  const began = systemClock.now();
  let told = pulses;
  let played = 0;
  let spent = 0;
  let isMeasured = true;
  const progress = () =>
    config.expectedPulses === undefined || !isMeasured ? "" : `, pulse ${told}/${config.expectedPulses}`;
  const names = config.group.players.map(({ name }) => name);
  const doing = {
    narrating: "narrator",
    classifying: "classifying",
    reacting: `players: ${names.join(", ")}`,
    relaying: `${names[config.group.spokesperson]} speaks for the group`,
    reading: "reading the last turns",
  };
  return {
    onStep: ({ turn, doing: what, cost }) => {
      spent = cost;
      line.show(`turn ${turn}${progress()}, $${cost.toFixed(4)}, ${doing[what]}`);
    },
    onTurn: (state: SessionState) => {
      told = state.pulses.length;
      isMeasured = beatsMeasured(state.records, config.storyGuide);
      played += 1;
      // A log gets a line for each turn.
      if (line.drawn || io.asJson) return;
      const left = (turnsLeft(state, told) * (systemClock.now() - began)) / played;
      io.warn(
        `${branch === undefined ? "" : `${branch}, `}turn ${state.turn}${progress()}, $${spent.toFixed(4)}${left < 1_000 ? "" : `, about ${timeSpan(left)} left`}`,
      );
    },
    onWindow: ({ done, of, cost }) => line.show(judgingText({ done, of, cost })),
    done: () => line.done(),
  };
}

/** At the pace of its pulses so far; without pulses, until the turn limit. */
function turnsLeft({ turn, config: { maxTurns, expectedPulses } }: SessionState, told: number): number {
  const most = Math.max(0, maxTurns - turn);
  if (expectedPulses === undefined || told === 0) return most;
  return Math.min(most, Math.ceil(((expectedPulses - told) * turn) / told));
}

export const judgingText = ({ done, of, cost }: { done: number; of: number; cost: number }): string =>
  `judging, window ${Math.min(done + 1, of)} of ${of}, ${done} done, $${cost.toFixed(4)}`;
