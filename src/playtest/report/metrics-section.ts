import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import { kindOf, kindsInOrder } from "../findings/index.ts";
import { partFacts, presentShare, TIME_TO_PAY_OFF } from "../metrics/index.ts";
import type { SessionState } from "../session/index.ts";
import { amount, percent, tenths } from "./session-facts.ts";

/**
 * The session in numbers: the score with its parts, the pace, the tangents, what got lost on the way to the narrator.
 */
export function metricsSection(state: SessionState, { metrics }: SessionResult): string[] {
  if (metrics === null) return ["## Metrics", "", "Not measured.", ""];
  return [
    "## Metrics",
    "",
    ...scoreLines(metrics),
    ...paceLines(state, metrics),
    ...tangentLines(metrics),
    ...momentLines(state, metrics),
    ...failureLines(metrics),
    ...qualityLines(metrics),
    ...sourceLines(metrics),
  ];
}

function scoreLines({ composite }: SessionMetrics): string[] {
  const { score, why, parts, missing } = composite;
  const lacking =
    missing.length === 0
      ? []
      : [
          `Not measured${score === null ? "" : " (their weight is shared among the other parts)"}: ${[...Map.groupBy(missing, ({ why }) => why)].map(([why, parts]) => `${parts.map(({ name }) => name).join(", ")} (${inline(why)})`).join("; ")}.`,
          "",
        ];
  if (score === null)
    return [
      `**Score**: none. ${why === undefined ? "No part of it could be measured" : inline(why)}.`,
      "",
      ...lacking,
    ];
  return [
    `**Score: ${score} of 100**${partly(presentShare(composite))}. One session is one sample: \`ab\`, \`matrix\` and \`replay --times\` measure how much a score varies.`,
    "",
    markdownTable(
      ["Part", "Share of the score", "Reached", ""],
      parts.map(({ name, value, share }) => [
        `${partFacts[name].means} (${name})`,
        percent(share),
        percent(value),
        bar(value),
      ]),
    ),
    "",
    ...lacking,
  ];
}

/** Without the judge's and the reader's parts, which are listed below if missing. */
const partly = (share: number): string =>
  share === 1 ? "" : `; ${percent(share)} of the weight that needs no judge or reader was measured`;

function paceLines(state: SessionState, { pulses }: SessionMetrics): string[] {
  if (pulses.expected === undefined) return ["**Pace**: not measured (beats: none in the guide).", ""];
  return [
    `**Pace**: ${[
      pulses.turnsPerPulse === null ? "no pulse was told" : `${amount(pulses.turnsPerPulse)} turns per pulse`,
      ...known(pulses.longestGap, (gap) => `longest stretch without one: ${counted(gap, "turn")}`),
      ...known(pulses.evenness, (evenness) => `evenness ${percent(evenness)}`),
    ].join("; ")}.`,
    "",
    "```text",
    ...pulseChart(state),
    ...(pulses.distribution.length > 1
      ? [
          `pulses by ${pulses.distribution.length === 10 ? "tenths of the story" : "turn"}: ${sparkline(pulses.distribution)}  ${pulses.distribution.join(" ")}`,
        ]
      : []),
    "```",
    "",
  ];
}

function tangentLines({ tangents }: SessionMetrics): string[] {
  const { count, forcedSegueCount, patience } = tangents;
  if (count === null) return ["**Tangents**: not measured.", ""];
  const forced = forcedSegueCount ? [`forced returns: ${forcedSegueCount}`] : [];
  if (count === 0) return [`**Tangents**: ${["none", ...forced].join("; ")}.`, ""];
  const fates = [
    ...known(tangents.woven, (times) => `woven in ${times}`),
    ...known(tangents.discarded, (times) => `discarded ${times}`),
    ...known(tangents.dropped, (times) => `dropped by the group ${times}`),
    ...known(tangents.open, (times) => `still open ${times}`),
  ];
  return [
    `**Tangents**: ${[
      String(count),
      ...known(
        tangents.recoveryRate,
        (rate) => `the narrator returned from ${percent(rate)} of those it could answer`,
      ),
      ...known(tangents.avgLength, (turns) => `turns to return: ${amount(turns)} on average`),
      ...known(tangents.maxLength, (turns) => `longest: ${counted(turns, "turn")}`),
      ...known(tangents.avgSegueQuality, (quality) => `segue quality ${tenths(quality)} of 5`),
      ...forced,
      ...known(tangents.noticed, (rate) => `noticed: ${percent(rate)}`),
      ...(fates.length > 0 ? [fates.join(", ")] : []),
    ].join("; ")}.`,
    "",
    ...(patience
      ? [
          `Patience: ${patience.degrades ? "declined" : "stable"} (turns to return ${tenths(patience.turnsToReturn.early)} in the earlier half of the returns, ${tenths(patience.turnsToReturn.late)} in the later; segue quality ${tenths(patience.segueQuality.early)}, then ${tenths(patience.segueQuality.late)}).`,
          "",
        ]
      : []),
  ];
}

function momentLines(
  { turn: lastTurn }: SessionState,
  { privateMoments: { moments, payoffs, avgBackstoryAlignment, avgAppropriateness } }: SessionMetrics,
): string[] {
  if (moments.length === 0) return [];
  const late = moments.filter(({ turn }) => lastTurn - turn < TIME_TO_PAY_OFF).length;
  return [
    `**Private moments**: ${moments.length}; ${payoffs === null ? "pay-offs not checked" : `${payoffs} paid off`}.${avgBackstoryAlignment === null || avgAppropriateness === null ? "" : ` Average fit: player ${level(avgBackstoryAlignment)} of 5, moment ${level(avgAppropriateness)} of 5.`}${late > 0 ? ` The pay-off rate excludes ${late} told fewer than ${TIME_TO_PAY_OFF} turns before the end.` : ""}`,
    "",
    markdownTable(
      ["Turn", "Player", "Paid off", "Leaked"],
      moments.map(({ turn, target, payoffTurn, spoiledTurn }) => [
        String(turn),
        inline(target),
        at(payoffTurn),
        at(spoiledTurn),
      ]),
    ),
    "",
  ];
}

/** The label of each failure count in reports. */
const FAILURES: Readonly<Record<string, string>> = Object.fromEntries(
  kindsInOrder.map((kind) => {
    const { metric = kind, plural } = kindOf(kind);
    return [metric, plural];
  }),
);

function failureLines({ failures, tangents: { forcedSegueCount } }: SessionMetrics): string[] {
  const { others, total, perTenTurns, turns, turnsPerTen: _, unconfirmed: __, ...named } = failures;
  const looked = [
    ...Object.entries(named).map(([name, count]) => [FAILURES[name] ?? inWords(name), count] as const),
    ...Object.entries(others).map(([name, count]) => [FAILURES[name] ?? name, count] as const),
  ].filter(([, count]) => count !== null);
  const rate =
    total === null || turns === null
      ? "no total, because only mechanical kinds were looked for"
      : `${total}${inBrackets([
          ...known(perTenTurns, (rate) => `${amount(rate)} per ten story turns read`),
          ...(turns > total
            ? [`counting the length of stalls, ${counted(turns, "turn")}; the score uses this figure`]
            : []),
        ])}`;
  return [
    `**Failures**: ${rate}: ${looked.map(([name, count]) => `${name} ${count}`).join(", ")}.${forcedSegueCount ? ` Forced segues (${forcedSegueCount}) count with the tangents.` : ""}`,
    "",
  ];
}

function qualityLines({ quality, composite: { parts } }: SessionMetrics): string[] {
  const counts = parts.some(({ name }) => name === "quality");
  const judged = Object.entries(quality).filter(([, score]) => score !== null);
  const missing = Object.entries(quality).filter(([, score]) => score === null);
  if (judged.length === 0) return [];
  return [
    `**Judged** (up to 10${counts ? "" : "; not in the score"}): ${judged.map(([name, score]) => `${inWords(name)} ${tenths(score!)}`).join(", ")}.${counts && missing.length > 0 ? ` Missing scores reduce the weight of the judge's part to ${judged.length} of ${judged.length + missing.length}: ${missing.map(([name]) => inWords(name)).join(", ")}.` : ""}`,
    "",
  ];
}

/** The source. */
function sourceLines({ sources }: SessionMetrics): string[] {
  const bySource = Map.groupBy(Object.entries(sources), ([, source]) => source);
  return [
    "**Sources**:",
    "",
    ...[...bySource].map(
      ([source, metrics]) => `- ${inline(source)}: ${metrics.map(([name]) => name).join(", ")}`,
    ),
    "",
  ];
}

const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
/** A sentence leaves out missing values. */
const known = <Value>(value: Value | null, words: (value: Value) => string): string[] =>
  value === null ? [] : [words(value)];
const inBrackets = (parts: readonly string[]): string => (parts.length === 0 ? "" : ` (${parts.join("; ")})`);
const at = (turn: number | null): string => (turn === null ? "-" : `turn ${turn}`);
const bar = (value: number): string => "█".repeat(Math.round(value * 10));

/** A share of the reader's scale, 1 to 5. */
const level = (share: number): string => (1 + 4 * share).toFixed(1);

/** Turns per line: what fits on a screen. */
const CHART_WIDTH = 50;

/** One character per turn, fifty to a line. */
function pulseChart({
  records,
  pulses,
  ownBeats,
  tangents,
  turn: lastTurn,
}: Pick<SessionState, "records" | "pulses" | "ownBeats" | "tangents" | "turn">): string[] {
  const [told, own] = [new Set(pulses), new Set(ownBeats)];
  const strayed = new Set(
    tangents.flatMap(({ startTurn, endTurn = lastTurn + 1 }) =>
      Array.from({ length: Math.max(0, endTurn - startTurn) }, (_, index) => startTurn + index),
    ),
  );
  const signs = records.map(({ turn, phase }) =>
    told.has(turn) ? "█" : own.has(turn) ? "▒" : phase === "creation" ? "○" : strayed.has(turn) ? "~" : "·",
  );
  const lines = Array.from({ length: Math.ceil(signs.length / CHART_WIDTH) }, (_, index) =>
    signs.slice(index * CHART_WIDTH, (index + 1) * CHART_WIDTH),
  );
  const first = records[0]?.turn ?? 1;
  const width = String(first + signs.length).length;
  return [
    ...lines.map(
      (line, index) => `turn ${String(first + index * CHART_WIDTH).padStart(width)} ${line.join("")}`,
    ),
    "○ character creation  █ pulse  ▒ beat of the narrator's own  ~ off the story  · other",
  ];
}

const LEVELS = "▁▂▃▄▅▆▇█";

/** The values as heights, scaled to the highest. */
function sparkline(values: readonly number[]): string {
  const most = Math.max(1, ...values);
  return values.map((value) => LEVELS[Math.round((value / most) * (LEVELS.length - 1))]).join("");
}
