/** Prints how a session went, as text or JSON, how to resume it, and what happens while it is played. */
import { join } from "node:path";
import { shellWord } from "../../../config/started-by.ts";
import {
  kindWords,
  type SessionConfig,
  type SessionMetrics,
  type SessionResult,
} from "../../../contract/index.ts";
import { systemClock } from "../../../kernel/clock/index.ts";
import type { ExitCode } from "../../../kernel/errors/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted, noteLines } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import {
  beatsMeasured,
  failedGates,
  type Gate,
  houseNotice,
  missingFrom,
  passedGates,
  type Played,
  readAgainText,
  sessionCi,
  type SessionState,
  spentOnResult,
  unjudgedText,
  unreadText,
  type Watch,
  wouldPlay,
  worstProblems,
} from "../../../playtest/index.ts";
import { type Ci, type Io, terminalText } from "../../frame/index.ts";
import { timeSpan } from "../experiments/matrix-plan-text.ts";
import { largerBudget, resumeHint } from "../harness/resume-hint.ts";

export function sayResult(
  io: Io,
  played: Played,
  { asJson, harness }: { asJson: boolean; harness: Harness },
): ExitCode | 0 {
  if (asJson) io.json(played.result);
  else io.out(resultText(played.result));
  return sayHowToResume(io, played, { told: !asJson, harness });
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
  for (const line of passedGates(result.metrics, gates)) io.say(line);
  const failed = failedGates(result.metrics, gates, result);
  for (const why of failed) io.warn(why);
  return failed.length > 0 ? 1 : 0;
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

export function resultText(
  {
    outcome,
    why,
    turns,
    pulses,
    privateMoments,
    issues,
    hints = [],
    cost,
    totals,
    dir,
    models,
    notes,
    metrics,
    judged,
    unjudged,
    read,
  }: SessionResult,
  {
    notice = true,
    readAgain = `rehearse resume ${shellWord(dir)}`,
  }: {
    notice?: boolean;
    /** The command that reads unread turns. Null: the command that was just given. */
    readAgain?: string | null;
  } = {},
): string {
  const house = notice ? houseNotice(models) : undefined;
  const own = metrics?.ownTurns;
  return terminalText(
    [
      ...(house === undefined ? [] : [house]),
      `${outcome}: ${why}`,
      [
        `${counted(turns, "turn")}${own ? ` (${own.to - own.from + 1} of its own)` : ""}`,
        pulses.expected === undefined
          ? "beats: none in the guide"
          : pulses.detected === null
            ? "beats: not measured"
            : own
              ? `${pulses.detected} of the ${pulses.expected} remaining pulses`
              : `${pulses.detected}/${pulses.expected} pulses`,
        ...(metrics?.tangents.count == null ? [] : [counted(metrics.tangents.count, "tangent")]),
        ...(metrics?.privateMoments.count === null ? [] : [counted(privateMoments.length, "private moment")]),
        counted(issues.length, "issue"),
        ...(hints.length === 0 ? [] : [`${counted(hints.length, "hint")} (not scored)`]),
        `cost ${spentText(spentOnResult({ cost, totals, judged }))}`,
      ].join(", "),
      ...(metrics ? scoreText(metrics) : []),
      ...wouldPlay(metrics),
      ...(unjudged
        ? [
            `${sentence(unjudgedText(unjudged))}${unjudged.why === undefined ? "" : " Ask again with `rehearse judge`."}`,
          ]
        : judged && metrics && Object.values(metrics.quality).every((score) => score === null)
          ? [`The judge ${judged.key.model} gave no score (see the report).`]
          : []),
      ...(read ? [readText(read, readAgain)] : []),
      ...worstProblems(issues)
        .slice(0, 1)
        .map(
          ({ turn, type, description, source }) =>
            `Worst problem: turn ${turn}, ${kindWords(type)}: ${description} (${source})`,
        ),
      ...noteLines(notes).map((line) => `Note: ${line}`),
      `Report: ${join(dir, "report.md")}`,
    ].join("\n"),
  );
}

function readText(read: NonNullable<SessionResult["read"]>, again: string | null): string {
  const { asked, source, turns, of, unread, notLookedFor } = read;
  const reader = (source ?? asked)?.replace("reader: ", "");
  return [
    ...(reader === undefined ? [] : [`${reader} read ${turns.length} of ${counted(of, "turn")}.`]),
    ...(reader === undefined || unread.length > 0 ? [unreadText(read)] : []),
    ...(again === null ? [] : readAgainText(read, again)),
    ...(notLookedFor.length === 0
      ? []
      : [`${asked === undefined ? "Not looked for" : "Not measured"}: ${notLookedFor.join(", ")}.`]),
  ].join(" ");
}

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

function scoreText({
  composite: { score, why, missing, parts },
  ownTurns,
}: Pick<SessionMetrics, "composite" | "ownTurns">): string[] {
  if (score === null) return why === undefined ? [] : [`Score: none. ${why}.`];
  const what = ownTurns ? "Score of the branch's own turns, not of a session" : "Score";
  return [
    `${what}: ${score} of 100${missing.length > 0 ? `, without ${missingFrom({ parts, missing }).join(", ")}` : ""}`,
  ];
}

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
