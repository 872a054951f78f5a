import { kindWords } from "../../../../src/contract/playtest/finding-words.ts";
import type { Quote, SessionMetrics, SessionView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { Badge, Command, DataTable, metricValue, percent, score, titled } from "../../ui/index.ts";
import { shownNumber } from "../../verdict/verdict-view.tsx";
import { Facts } from "./facts.tsx";
import { JudgedSection } from "./judged-section.tsx";

/** The score, what cost points, and how far it can be trusted. */
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
      <section>
        <h2>{view.result.verdict?.headline ?? "No score"}</h2>
        {view.card.scoresCover && <p className="muted small">Over: {view.card.scoresCover}</p>}
      </section>
      {doubts.length > 0 && (
        <section className="doubts">
          <h3>Caveats</h3>
          <ul>
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </section>
      )}
      {metrics && (
        <>
          <section>
            <h3>Completion × craft</h3>
            <Facts
              facts={[
                ["Completion", completionWords(view)],
                [
                  "Craft",
                  metrics.score.craft === null ? "not measured" : `${score(metrics.score.craft)} of 100`,
                ],
                ["Points lost", metrics.score.pointsLost],
                ...(metrics.score.judge === undefined
                  ? []
                  : ([["Judge (30 % of craft)", score(metrics.score.judge)]] as const)),
              ]}
            />
          </section>
          <EpisodeTable view={view} />
          <details>
            <summary>The table of points</summary>
            <Facts
              facts={Object.entries(metrics.score.points).map(([kind, points]) => [titled(kind), points])}
            />
          </details>
          <section>
            <h3>Story</h3>
            <Facts
              facts={[
                metrics.pulses.expected === undefined
                  ? ["Beats", "none in the guide"]
                  : [
                      "Pulses told",
                      metrics.pulses.detected === null
                        ? `not measured (${metrics.pulses.expected} in the guide)`
                        : `${metrics.pulses.detected} of ${metrics.pulses.expected}`,
                    ],
                ["Tangents", metrics.tangents.count ?? "not measured"],
                ["Tangents returned from", metricValue("recovery-rate", metrics.tangents.recoveryRate)],
                ["Turns to return", metricValue("turns-to-recover", metrics.tangents.avgLength)],
                ["Quality of returns", metricValue("segue-quality", metrics.tangents.avgSegueQuality)],
                ["Forced segues", metrics.tangents.forcedSegueCount ?? "not measured"],
                ["Patience", patienceWords(metrics.tangents.patience)],
                [
                  "Failures per 10 turns, without character creation",
                  metricValue("failures-per-10-turns", metrics.failures.perTenTurns),
                ],
                // A public file leaves these out; that does not mean there were none.
                ...(exported?.isPublic
                  ? []
                  : ([
                      ["Private moments answered", metrics.privateMoments.count ?? "not measured"],
                      ["Private moments that paid off", percent(metrics.privateMoments.payoffRate)],
                    ] as const)),
              ]}
            />
          </section>
          {Object.keys(metrics.sources).length > 0 && (
            <section>
              <h3>Sources</h3>
              <Facts
                facts={[...Map.groupBy(Object.entries(metrics.sources), ([, source]) => source)].map(
                  ([source, named]) => [source, named.map(([name]) => titled(name)).join(", ")],
                )}
              />
            </section>
          )}
          {view.verdict ? (
            <JudgedSection verdict={view.verdict} openQuote={openQuote} />
          ) : (
            <section>
              <h3>
                Judged <Badge>{judged ? `by ${judged.key.model}` : "not yet"}</Badge>
              </h3>
              {judged ? (
                <Facts
                  facts={Object.entries(metrics.quality).map(([name, given]) => [
                    titled(name),
                    metricValue("coherence", given),
                  ])}
                />
              ) : (
                <div className="muted small">
                  <p>To have quality judged by a model:</p>
                  <Command>{`rehearse judge ${view.result.dir}`}</Command>
                </div>
              )}
            </section>
          )}
        </>
      )}
    </div>
  );
}

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

/** What cost points, in the order of its first turn. */
function EpisodeTable({ view: { result } }: { view: SessionView }) {
  if (result.issues.length === 0) return null;
  return (
    <section>
      <h3>Points lost</h3>
      <DataTable
        label="Points lost"
        columns={[{ text: "Episode" }, { text: "Problem" }, { number: "Turns" }, { number: "Points" }]}
      >
        {result.issues.map(({ id, kind, turn, lastTurn, pointsLost }) => (
          <tr key={id}>
            <th scope="row">
              <code>{id}</code>
            </th>
            <td>{kindWords(kind)}</td>
            <td className="number">{turn === lastTurn ? turn : `${turn}–${lastTurn}`}</td>
            <td className="number">{pointsLost}</td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}

/** Caveats on a session's numbers. */
function reasonsToDoubt({ result }: SessionView): string[] {
  const { metrics, judged } = result;
  return [
    ...(result.verdict?.cautions ?? []),
    ...(metrics?.overall == null
      ? []
      : [
          "One session is one sample. Play several (ab, matrix, replay --times) to see how much the score varies.",
        ]),
    ...(judged?.unscored?.length
      ? [`${judged.unscored.length} newer answers of the judge could not be parsed as scores.`]
      : []),
  ];
}
