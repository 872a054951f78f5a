import type { SessionMetrics, SessionResult } from "../../contract/index.ts";
import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import { presentShare, TIME_TO_PAY_OFF } from "../metrics/index.ts";
import type { SessionState } from "../session/index.ts";
import { amount, percent, tenths } from "./numbers.ts";
import { pulseChart, sparkline } from "./pulse-chart.ts";

/** The session in numbers: the score with its parts, the pace, the tangents, what got lost on the way to the narrator. */
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
    ...relayLines(state, metrics),
    ...qualityLines(metrics),
    ...TRUST,
  ];
}

const WHAT = {
  completion: "Pulses told, of those expected",
  efficiency: "Turns for each pulse, times the part told",
  evenness: "An even pace, times the part told",
  recovery: "Returns from tangents",
  segues: "Natural returns",
  soundness: "Few failures, and short ones",
  payoffs: "Private moments that came back before everybody was told",
  relay: "Wishes that the spokesperson passed on",
  quality: "The judge's scores",
} as const;

/** Only issues have measured error rates, and their section quotes them; of the other numbers none is known. */
const TRUST = [
  "**How far to trust this**: no error rate is known for the pulses, tangents, returns, pay-offs, spoiled moments, relay and players' audit of this session. Players report their own digressions; house players digress when their dice say so. See docs/guide/metrics.md.",
  "",
];

function scoreLines({ composite }: SessionMetrics): string[] {
  const { score, why, interval, parts, missing } = composite;
  const lacking =
    missing.length === 0
      ? []
      : [
          `Missing${score === null ? "" : ", so that the others take their share"}: ${missing.map(({ name, why }) => `${name} (${inline(why)})`).join("; ")}.`,
          "",
        ];
  if (score === null)
    return [
      `**Score**: none; ${why === undefined ? "no part of it could be measured" : inline(why)}.`,
      "",
      ...lacking,
    ];
  const spread = interval
    ? ` (95 %: ${interval[0] === interval[1] ? "the same" : `${interval[0]} to ${interval[1]}`}, over resampled turns and failures that happened not to be seen; what turns do not bring one by one is held as it is)`
    : "";
  return [
    `**Score: ${score} of 100**${spread}, from ${percent(presentShare(composite))} of the weight that needs no judge`,
    "",
    markdownTable(
      ["Part", "Share of the score", "Reached", ""],
      parts.map(({ name, value, share }) => [
        `${WHAT[name]} (${name})`,
        percent(share),
        percent(value),
        bar(value),
      ]),
    ),
    "",
    ...lacking,
  ];
}

function paceLines(state: SessionState, { pulses }: SessionMetrics): string[] {
  if (pulses.expected === undefined) return ["**Pace**: not measured (beats: none in the guide).", ""];
  return [
    `**Pace**: ${pulses.turnsPerPulse === null ? "no pulse was told" : `${amount(pulses.turnsPerPulse)} turns for each pulse`}; longest stretch without one: ${pulses.longestGap === null ? "-" : counted(pulses.longestGap, "turn")}; evenness ${pulses.evenness === null ? "-" : percent(pulses.evenness)}.`,
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
  const {
    count,
    avgLength,
    maxLength,
    recoveryRate,
    avgSegueQuality,
    forcedSegueCount,
    woven,
    discarded,
    dropped,
    open,
    noticed,
    patience,
  } = tangents;
  const forced = forcedSegueCount > 0 ? `; forced segues: ${forcedSegueCount}` : "";
  if (count === 0) return [`**Tangents**: none${forced}.`, ""];
  return [
    `**Tangents**: ${count}; the narrator returned from ${recoveryRate === null ? "-" : percent(recoveryRate)} of those it could answer; turns to return: ${avgLength === null ? "-" : amount(avgLength)} on average, ${maxLength ?? "-"} at most; segue quality ${avgSegueQuality === null ? "-" : tenths(avgSegueQuality)} of 5${forced}; noticed: ${noticed === null ? "-" : percent(noticed)}; woven in ${woven}, discarded ${discarded}, dropped by the group ${dropped}, still open ${open}.`,
    "",
    ...(patience
      ? [
          `Patience: ${patience.degrades ? "it wore thin" : "it held"} (turns to return ${tenths(patience.turnsToReturn.early)} in the earlier half of the returns, ${tenths(patience.turnsToReturn.late)} in the later; segue quality ${tenths(patience.segueQuality.early)}, then ${tenths(patience.segueQuality.late)}).`,
          "",
        ]
      : []),
  ];
}

function momentLines(
  { turn: lastTurn }: SessionState,
  { privateMoments: { moments, avgBackstoryAlignment, avgAppropriateness } }: SessionMetrics,
): string[] {
  if (moments.length === 0) return [];
  const late = moments.filter(({ turn }) => lastTurn - turn < TIME_TO_PAY_OFF).length;
  return [
    `**Private moments**: fit ${shown(avgBackstoryAlignment)}, timing ${shown(avgAppropriateness)} (0 to 1, by words and turns alone: no reading of what was meant).${late > 0 ? ` Told less than ${TIME_TO_PAY_OFF} turns before the end, and so in no pay-off rate or score, whether it came back or not: ${late}.` : ""}`,
    "",
    markdownTable(
      ["Turn", "Player", "Fit", "Timing", "Came back", "Told to all too early"],
      moments.map(
        ({ turn, target, backstoryAlignment, narrativeAppropriateness, payoffTurn, spoiledTurn }) => [
          String(turn),
          inline(target),
          shown(backstoryAlignment),
          shown(narrativeAppropriateness),
          at(payoffTurn),
          at(spoiledTurn),
        ],
      ),
    ),
    "",
  ];
}

function failureLines({ failures, tangents: { forcedSegueCount } }: SessionMetrics): string[] {
  const {
    others,
    total,
    perTenTurns,
    turns,
    turnsPerTen: _,
    unconfirmed,
    byPlayers,
    characterBreaks,
    guideDeviations,
    ...named
  } = failures;
  const { railroading = null, ...scored } = others;
  const looked = [
    ...Object.entries(named).map(([name, count]) => [inWords(name), count] as const),
    ...Object.entries(scored),
  ].filter(([, count]) => count !== null);
  const hints = Object.entries({ characterBreaks, guideDeviations, railroading }).filter(
    ([, count]) => count !== null,
  );
  return [
    `**Failures**: ${total} (${perTenTurns === null ? "-" : amount(perTenTurns)} for every ten turns of the story${turns > total ? `; with stalls until the story moves on they lasted ${counted(turns, "turn")}, which is what the score goes by` : ""}): ${looked.map(([name, count]) => `${name} ${count}`).join(", ")}.${forcedSegueCount > 0 ? ` Forced segues (${forcedSegueCount}) count with the tangents, as bad returns.` : ""}${byPlayers > 0 ? ` ${counted(byPlayers, "issue")} more ${byPlayers === 1 ? "is" : "are"} the players' doing, or the relay's, and count${byPlayers === 1 ? "s" : ""} in no failure and no score.` : ""}${hints.length > 0 ? ` Hints, which count for nothing: ${hints.map(([name, count]) => `${inWords(name)} ${count}`).join(", ")}.` : ""}${unconfirmed > 0 ? ` ${counted(unconfirmed, "doubtful finding")} could not be confirmed, and count${unconfirmed === 1 ? "s" : ""} nowhere.` : ""}`,
    "",
  ];
}

/** Where a wish got lost, so that "the narrator ignored us" is laid at the right door. */
function relayLines({ config: { group } }: SessionState, { relay }: SessionMetrics): string[] {
  if (relay.survival === null) return [];
  const lost = relay.bySeat.filter(({ dropped }) => dropped > 0);
  const rows = lost.map(({ seat, dropped, wanted }) => [
    inline(group.players[seat]?.name ?? "?"),
    `${dropped} of ${wanted}`,
    relay.turns
      .filter((each) => each.dropped.includes(seat))
      .map(({ turn }) => turn)
      .join(", "),
  ]);
  return [
    `**Relay**: ${relay.survived} of ${counted(relay.wanted, "wish", "wishes")} came through the spokesperson, by their words (${percent(relay.survival)}).${lost.length > 0 ? " The narrator was never told of these:" : ""}`,
    "",
    ...(lost.length > 0 ? [markdownTable(["Player", "Wishes lost", "In turns"], rows), ""] : []),
  ];
}

function qualityLines({ quality }: SessionMetrics): string[] {
  const judged = Object.entries(quality).filter(([, score]) => score !== null);
  const missing = Object.entries(quality).filter(([, score]) => score === null);
  if (judged.length === 0) return [];
  return [
    `**Judged** (up to 10): ${judged.map(([name, score]) => `${inWords(name)} ${tenths(score!)}`).join(", ")}.${missing.length > 0 ? ` Missing, so that the judge's part weighs ${judged.length} of ${judged.length + missing.length} of what it would: ${missing.map(([name]) => inWords(name)).join(", ")}.` : ""}`,
    "",
  ];
}

const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
const shown = (share: number | null): string => (share === null ? "-" : share.toFixed(2));
const at = (turn: number | null): string => (turn === null ? "-" : `turn ${turn}`);
const bar = (value: number): string => "█".repeat(Math.round(value * 10));
