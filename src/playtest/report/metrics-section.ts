import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { pulseChart, sparkline } from "./pulse-chart.ts";

/** The session in numbers: the score with its parts, the pace, the tangents, what got lost on the way to the narrator. */
export function metricsSection(state: SessionState, { metrics }: SessionResult): string[] {
  if (metrics === null) return ["## Metrics", "", "Not measured.", ""];
  return ["## Metrics", "", ...scoreLines(metrics), ...paceLines(state, metrics), ...tangentLines(metrics), ...momentLines(metrics), ...failureLines(metrics), ...relayLines(state, metrics), ...qualityLines(metrics)];
}

const WHAT = {
  completion: "Pulses told, of those expected",
  efficiency: "Turns for each pulse",
  evenness: "An even pace",
  recovery: "Returns from tangents",
  segues: "Natural returns",
  soundness: "Few failures",
  payoffs: "Private moments that came back",
  relay: "Wishes that the spokesperson passed on",
  quality: "The judge's scores",
} as const;

function scoreLines({ composite: { score, interval, parts, missing } }: SessionMetrics): string[] {
  if (score === null) return ["**Score**: none; no part of it could be measured.", ""];
  const spread = interval ? ` (95 %: ${interval[0]} to ${interval[1]}, over resampled turns; what turns do not bring one by one is held as it is)` : "";
  return [
    `**Score: ${score} of 100**${spread}`,
    "",
    markdownTable(
      ["Part", "Share of the score", "Reached", ""],
      parts.map(({ name, value, share }) => [`${WHAT[name]} (${name})`, percent(share), percent(value), bar(value)]),
    ),
    "",
    ...(missing.length === 0 ? [] : [`Missing, so that the others take their share: ${missing.map(({ name, why }) => `${name} (${inline(why)})`).join("; ")}.`, ""]),
  ];
}

function paceLines(state: SessionState, { pulses }: SessionMetrics): string[] {
  return [
    `**Pace**: ${pulses.turnsPerPulse === null ? "no pulse was told" : `${fixed(pulses.turnsPerPulse)} turns for each pulse`}; longest stretch without one: ${pulses.longestGap === null ? "-" : counted(pulses.longestGap, "turn")}; evenness ${shown(pulses.evenness)}.`,
    "",
    "```text",
    ...pulseChart(state),
    ...(pulses.distribution.length > 1 ? [`pulses by ${pulses.distribution.length === 10 ? "tenths of the story" : "turn"}: ${sparkline(pulses.distribution)}  ${pulses.distribution.join(" ")}`] : []),
    "```",
    "",
  ];
}

function tangentLines({ tangents }: SessionMetrics): string[] {
  const { count, avgLength, maxLength, recoveryRate, avgSegueQuality, forcedSegueCount, woven, discarded, dropped, open, noticed, patience } = tangents;
  const forced = forcedSegueCount > 0 ? `; forced segues: ${forcedSegueCount}` : "";
  if (count === 0) return [`**Tangents**: none${forced}.`, ""];
  return [
    `**Tangents**: ${count}; the narrator returned from ${recoveryRate === null ? "-" : percent(recoveryRate)} of those it could answer; turns to return: ${avgLength === null ? "-" : fixed(avgLength)} on average, ${maxLength ?? "-"} at most; segue quality ${avgSegueQuality === null ? "-" : fixed(avgSegueQuality)} of 5${forced}; noticed: ${noticed === null ? "-" : percent(noticed)}; woven in ${woven}, discarded ${discarded}, dropped by the group ${dropped}, still open ${open}.`,
    "",
    ...(patience
      ? [`Patience: ${patience.degrades ? "it wore thin" : "it held"} (turns to return ${fixed(patience.turnsToReturn.early)} in the earlier half of the returns, ${fixed(patience.turnsToReturn.late)} in the later; segue quality ${fixed(patience.segueQuality.early)}, then ${fixed(patience.segueQuality.late)}).`, ""]
      : []),
  ];
}

function momentLines({ privateMoments: { moments, avgBackstoryAlignment, avgAppropriateness } }: SessionMetrics): string[] {
  if (moments.length === 0) return [];
  return [
    `**Private moments**: fit ${shown(avgBackstoryAlignment)}, timing ${shown(avgAppropriateness)} (0 to 1, by words and turns alone: no reading of what was meant).`,
    "",
    markdownTable(
      ["Turn", "Player", "Fit", "Timing", "Came back", "Told to all too early"],
      moments.map(({ turn, target, backstoryAlignment, narrativeAppropriateness, payoffTurn, spoiledTurn }) => [String(turn), inline(target), shown(backstoryAlignment), shown(narrativeAppropriateness), at(payoffTurn), at(spoiledTurn)]),
    ),
    "",
  ];
}

function failureLines({ failures }: SessionMetrics): string[] {
  const { others, total, perTenTurns, unconfirmed, characterBreaks, guideDeviations, ...named } = failures;
  const { railroading = null, ...scored } = others;
  const looked = [...Object.entries(named).map(([name, count]) => [inWords(name), count] as const), ...Object.entries(scored)].filter(([, count]) => count !== null);
  const hints = Object.entries({ characterBreaks, guideDeviations, railroading }).filter(([, count]) => count !== null);
  return [
    `**Failures**: ${total} (${perTenTurns === null ? "-" : fixed(perTenTurns)} for every ten turns): ${looked.map(([name, count]) => `${name} ${count}`).join(", ")}.${hints.length > 0 ? ` Hints, which count for nothing: ${hints.map(([name, count]) => `${inWords(name)} ${count}`).join(", ")}.` : ""}${unconfirmed > 0 ? ` ${counted(unconfirmed, "hint")} could not be confirmed.` : ""}`,
    "",
  ];
}

/** Where a wish got lost, so that "the narrator ignored us" is laid at the right door. */
function relayLines({ config: { group } }: SessionState, { relay }: SessionMetrics): string[] {
  if (relay.survival === null) return [];
  const losers = relay.bySeat.filter(({ dropped }) => dropped > 0).map(({ seat, dropped, wanted }) => `${inline(group.players[seat]?.name ?? "?")} ${dropped} of ${wanted}`);
  const turns = relay.turns.map(({ turn, dropped }) => `${turn} (${dropped.map((seat) => inline(group.players[seat]?.name ?? "?")).join(", ")})`);
  return [
    `**Relay**: ${relay.survived} of ${counted(relay.wanted, "wish", "wishes")} came through the spokesperson, by their words (${percent(relay.survival)}).${losers.length > 0 ? ` Lost: ${losers.join("; ")}. The narrator was never told of those in turns ${turns.join(", ")}.` : ""}`,
    "",
  ];
}

function qualityLines({ quality }: SessionMetrics): string[] {
  const judged = Object.entries(quality).filter(([, score]) => score !== null);
  const missing = Object.entries(quality).filter(([, score]) => score === null);
  if (judged.length === 0) return [];
  return [`**Judged** (up to 10): ${judged.map(([name, score]) => `${inWords(name)} ${fixed(score!)}`).join(", ")}.${missing.length > 0 ? ` Missing, so that the others make up the judge's part of the score: ${missing.map(([name]) => inWords(name)).join(", ")}.` : ""}`, ""];
}

const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const fixed = (value: number): string => String(Number(value.toFixed(1)));
const shown = (share: number | null): string => (share === null ? "-" : share.toFixed(2));
const at = (turn: number | null): string => (turn === null ? "-" : `turn ${turn}`);
const bar = (value: number): string => "█".repeat(Math.round(value * 10));
