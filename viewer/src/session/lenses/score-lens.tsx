import type { ReactNode } from "react";
import type { Quote, SessionMetrics, SessionView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { amount, Command, duration, Facts, money, percent, rating, score, words } from "../../ui/index.ts";
import { shownNumber } from "../../verdict/verdict-view.tsx";
import { JudgedSection } from "./judged-section.tsx";

/** The score, how fast the story moved, what it cost, and how far this can be trusted. */
export function ScoreLens({
  view,
  openQuote,
}: {
  view: SessionView;
  /** Highlights a quote in the transcript. */ openQuote: (quote: Quote) => void;
}) {
  const { metrics, judged } = view.result;
  const doubts = reasonsToDoubt(view);
  return (
    <div className="lens">
      {doubts.length > 0 && (
        <section className="doubts">
          <h2>Caveats</h2>
          <ul>
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </section>
      )}
      {metrics && <Facts facts={metricFacts(view, metrics)} />}
      <Facts facts={paceFacts(view)} />
      {view.verdict && <JudgedSection verdict={view.verdict} openQuote={openQuote} />}
      {metrics && !judged && !exported && (
        <section className="muted small">
          <p>To have quality judged by a model:</p>
          <Command>{`rehearse judge ${view.result.dir}`}</Command>
        </section>
      )}
    </div>
  );
}

const orUnknown = (value: number | null | undefined) => value ?? "not measured";

/** The numbers behind the score. */
function metricFacts(
  view: SessionView,
  { score: scored, pulses, tangents, failures, privateMoments }: SessionMetrics,
): Array<[string, ReactNode]> {
  return [
    ["Completion", completionWords(view)],
    ["Craft", scored.craft === null ? "not measured" : `${score(scored.craft)} of 100`],
    ["Points lost", scored.pointsLost],
    ...(scored.judge === undefined
      ? []
      : [["Judge (30 % of craft)", score(scored.judge)] as [string, string]]),
    [
      "Beats",
      pulses.expected === undefined
        ? "none in the guide"
        : `${orUnknown(pulses.detected)} of ${pulses.expected}`,
    ],
    ["Tangents", orUnknown(tangents.count)],
    ["Tangents returned from", percent(tangents.recoveryRate)],
    ["Turns to return", amount(tangents.avgLength)],
    ["Quality of returns", rating(tangents.avgSegueQuality, 5)],
    ["Forced segues", orUnknown(tangents.forcedSegueCount)],
    ["Patience", patienceWords(tangents.patience)],
    ["Failures per 10 turns", amount(failures.perTenTurns)],
    // A public file leaves these out; that does not mean there were none.
    ...(exported?.isPublic
      ? []
      : ([
          ["Private moments answered", orUnknown(privateMoments.count)],
          ["Private moments that paid off", percent(privateMoments.payoffRate)],
        ] as Array<[string, ReactNode]>)),
  ];
}

/** How the beats are spread, and what the session took. */
const paceFacts = ({ card, result, turns }: SessionView): Array<[string, ReactNode]> => [
  ["Turns per beat", amount(result.metrics?.pulses.turnsPerPulse)],
  ["Longest gap between beats, in turns", amount(result.metrics?.pulses.longestGap)],
  ["Evenness of beats told", percent(result.metrics?.pulses.evenness)],
  [
    turns.some(({ recorded }) => recorded) ? "Time to play the recording" : "Time played",
    duration(result.durationMs),
  ],
  ["Total cost", money(card.cost)],
  ...Object.entries(result.cost.byRole).map(([role, cost]): [string, string] => [
    `Cost: ${words(role)}`,
    money(cost),
  ]),
  ["Tokens", result.tokens.total.toLocaleString("en")],
];

const signed = (value: number): string => `${value > 0 ? "+" : ""}${shownNumber(value)}`;

/** Negative quality and more turns: later returns were worse. */
function patienceWords(patience: SessionMetrics["tangents"]["patience"]): string {
  if (!patience) return "fewer than four returns";
  const { segueQuality, turnsToReturn, returns } = patience;
  const change = `quality of returns ${signed(segueQuality)}, turns to return ${signed(turnsToReturn)}`;
  return `${change} (the later half of ${returns} minus the earlier)`;
}

function completionWords({ result: { metrics, branchedFrom } }: SessionView): string {
  if (metrics?.score.completion != null) return percent(metrics.score.completion);
  if (branchedFrom) return "not scored in a branch";
  return metrics?.pulses.expected === undefined ? "not scored: the guide has no beats" : "not measured";
}

/** Caveats on a session's numbers. */
function reasonsToDoubt({ result }: SessionView): string[] {
  const { metrics } = result;
  return [
    ...(result.verdict?.cautions ?? []),
    ...(metrics?.overall == null
      ? []
      : [
          "One session is one sample. Replay it in pairs, or play a matrix, to see how much the score varies.",
        ]),
  ];
}
