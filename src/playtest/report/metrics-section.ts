import type { Fact, SessionMetrics, SessionResult } from "../../contract/index.ts";
import { counted, inline, signed } from "../../kernel/report/index.ts";
import { factValue, inBrackets, shownNumber } from "../../kernel/verdict-words/index.ts";
import { kindOf, kindsInOrder } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";
import { percent } from "./session-facts.ts";

/** The session in numbers besides its score: pace, tangents, private moments, failures by kind, and their sources. */
export function metricsSection(state: SessionState, { metrics }: SessionResult): string[] {
  if (metrics === null) return ["## Metrics", "", "Not measured.", ""];
  return [
    "## Metrics",
    "",
    ...part("Pace", paceFacts(metrics)),
    ...(metrics.pulses.expected === undefined ? [] : ["```text", ...pulseChart(state), "```", ""]),
    ...part("Tangents", tangentFacts(metrics)),
    ...part("Private moments", momentFacts(metrics)),
    ...part("Failures", failureFacts(metrics)),
    ...part(
      "Judged, up to 10",
      Object.entries(metrics.quality).flatMap(([name, value]) => known(inWords(name), value)),
    ),
    "**Sources**",
    "",
    ...[...Map.groupBy(Object.entries(metrics.sources), ([, source]) => source)].map(
      ([source, of]) => `- ${inline(source)}: ${of.map(([name]) => name).join(", ")}`,
    ),
    "",
  ];
}

const part = (title: string, facts: readonly Fact[]): string[] =>
  facts.length === 0
    ? []
    : [
        `**${title}**`,
        "",
        ...facts.map((fact) => `- ${fact.label}: ${inline(`${factValue(fact)}${inBrackets(fact.note)}`)}`),
        "",
      ];

/** What could not be measured is left out. */
const known = (
  label: string,
  value: number | null,
  { shown = shownNumber, note }: { shown?: (value: number) => string; note?: string } = {},
): Fact[] => (value === null ? [] : [{ label, value: shown(value), note }]);

const ofFive = (value: number): string => `${shownNumber(value)} of 5`;

const paceFacts = ({ pulses }: SessionMetrics): Fact[] =>
  pulses.expected === undefined
    ? [{ label: "pulses", value: "none in the guide" }]
    : [
        ...known("pulses", pulses.detected, { note: `of ${pulses.expected}` }),
        ...known("turns per pulse", pulses.turnsPerPulse),
        ...known("longest stretch without one", pulses.longestGap, { shown: inTurns }),
        ...known("evenness", pulses.evenness, { shown: percent }),
        ...known("outside the guide", pulses.ownBeats),
      ];

const inTurns = (turns: number): string => counted(Number(shownNumber(turns)), "turn");

function tangentFacts({ tangents }: SessionMetrics): Fact[] {
  const { patience, woven, discarded, dropped, open } = tangents;
  return [
    ...known("count", tangents.count, {
      note: `woven in ${woven}, discarded ${discarded}, dropped by the group ${dropped}, still open ${open}`,
    }),
    ...known("recovery rate", tangents.recoveryRate, { shown: percent }),
    ...known("turns to return", tangents.avgLength, { note: `longest ${tangents.maxLength}` }),
    ...known("segue quality", tangents.avgSegueQuality, { shown: ofFive }),
    ...known("forced segues", tangents.forcedSegueCount),
    ...known("noticed", tangents.noticed, { shown: percent }),
    ...(patience
      ? [
          {
            label: "patience",
            value: `segue quality ${signed(patience.segueQuality, shownNumber)}, turns to return ${signed(patience.turnsToReturn, shownNumber)}`,
            note: `the later half of ${patience.returns} returns minus the earlier`,
          },
        ]
      : []),
  ];
}

const momentFacts = ({ privateMoments: moments }: SessionMetrics): Fact[] => [
  ...known("count", moments.count),
  ...known("told to the group by their owner", moments.shared),
  ...known("fit to the player", moments.avgBackstoryAlignment, { shown: (share) => ofFive(1 + 4 * share) }),
  ...known("fit to the moment", moments.avgAppropriateness, { shown: (share) => ofFive(1 + 4 * share) }),
  ...known("paid off", moments.payoffs, { note: rateNote(moments.payoffRate) }),
  ...known("turns to pay-off", moments.avgTurnsToPayoff),
  ...known("given away", moments.spoiled),
];

const rateNote = (rate: number | null): string | undefined =>
  rate === null ? undefined : `${percent(rate)} of those told early enough`;

/** Episodes by kind, as far as somebody looked for them. */
function failureFacts({ failures, tangents }: SessionMetrics): Fact[] {
  const { others, total, perTenTurns } = failures;
  const countOf = (kind: string) => {
    const { metric, countedWith } = kindOf(kind);
    if (countedWith === "tangents") return tangents.forcedSegueCount;
    return metric === undefined ? (others[kind] ?? null) : failures[metric];
  };
  const own = Object.keys(others).filter((kind) => !kindsInOrder.some((name) => name === kind));
  return [
    ...known("total", total, { note: "without forced segues, which count with the tangents" }),
    ...known("per ten story turns", perTenTurns),
    ...[...kindsInOrder, ...own].flatMap((kind) => known(kindOf(kind).plural, countOf(kind))),
  ];
}

const inWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Turns per line: what fits on a screen. */
const CHART_WIDTH = 50;

/** One character per turn, fifty to a line: the pulses that it told, or what else it was. */
function pulseChart({ records, ownBeats, tangents, turn: lastTurn }: SessionState): string[] {
  const strayed = (turn: number) =>
    tangents.some(({ startTurn, endTurn = lastTurn + 1 }) => turn >= startTurn && turn < endTurn);
  const signs = records.map(({ turn, phase, pulse, alsoPulses = [] }) => {
    if (pulse !== undefined) return String(Math.min(9, 1 + alsoPulses.length));
    if (ownBeats.includes(turn)) return "▒";
    if (phase === "creation") return "○";
    return strayed(turn) ? "~" : "·";
  });
  const first = records[0]?.turn ?? 1;
  const width = String(first + signs.length).length;
  const lines = Array.from({ length: Math.ceil(signs.length / CHART_WIDTH) }, (_, index) => {
    const at = index * CHART_WIDTH;
    return `turn ${String(first + at).padStart(width)} ${signs.slice(at, at + CHART_WIDTH).join("")}`;
  });
  return [
    ...lines,
    "1-9 pulses told in the turn  ○ character creation  ▒ beat of the narrator's own  ~ off the story  · other",
  ];
}
