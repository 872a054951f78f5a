import type { Quote, ScorePart, SessionView } from "../../../../src/contract/index.ts";
import { exported } from "../../exported/index.ts";
import { Badge, Command, Meter, metricValue, percent, score, titled } from "../../ui/index.ts";
import { Facts } from "./facts.tsx";
import { JudgedSection } from "./judged-section.tsx";

/** Parts of the score, and how far it can be trusted. */
export function ScoreLens({
  view,
  openQuote,
}: {
  view: SessionView;
  /** Highlights a quote in the transcript. */ openQuote: (quote: Quote) => void;
}) {
  const { metrics, judged } = view.result;
  const doubts = reasonsToDoubt(view);
  const wholeShares = inPercent(metrics?.composite.parts.map(({ share }) => share) ?? []);
  return (
    <div className="lens">
      <section>
        <h2>{metrics?.composite.score == null ? "No score" : `${score(metrics.composite.score)} of 100`}</h2>
        {view.card.scoresCover && <p className="muted small">Over: {view.card.scoresCover}</p>}
        {metrics?.composite.why && <p className="muted">{metrics.composite.why}.</p>}
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
            <h3>Parts of the score</h3>
            <ul className="parts">
              {metrics.composite.parts.map(({ name, value }, at) => (
                <li key={name} title={partWords[name]}>
                  <span>{titled(name)}</span>
                  <Meter value={value} label={`${titled(name)}: ${partWords[name]}`} />
                  <span className="number">{percent(value)}</span>
                  <span className="muted small number">{wholeShares[at]} % of the score</span>
                  <span className="muted small part-words">{partWords[name]}</span>
                </li>
              ))}
              {metrics.composite.missing.map(({ name, why }) => (
                <li key={name} className="missing">
                  <span>{titled(name)}</span>
                  <span className="muted small">not scored: {why}</span>
                </li>
              ))}
            </ul>
          </section>
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

/** Shares in whole percent that add up to 100: the largest remainders are rounded up. */
function inPercent(shares: readonly number[]): number[] {
  const floors = shares.map((share) => Math.floor(share * 100 + 1e-9));
  const lacking =
    Math.round(shares.reduce((sum, share) => sum + share, 0) * 100) - floors.reduce((a, b) => a + b, 0);
  const raised = new Set(
    shares
      .map((share, at) => ({ at, rest: share * 100 - floors[at]! }))
      .sort((a, b) => b.rest - a.rest)
      .slice(0, lacking)
      .map(({ at }) => at),
  );
  return floors.map((floor, at) => floor + Number(raised.has(at)));
}

/** One line on what each part of the score measures. */
const partWords: Record<ScorePart, string> = {
  completion: "how much of the story was told",
  efficiency: "how few turns a pulse took, times the part told",
  evenness: "how even the pace was, times the part told",
  recovery: "how many tangents the narrator led back from",
  segues: "how smoothly it led back",
  soundness: "how free of failures the turns were",
  payoffs: "how many private moments came back later",
  quality: "the judge's scores",
};

/** Caveats on a session's numbers. */
function reasonsToDoubt({ card, result }: SessionView): string[] {
  const { metrics, judged } = result;
  return [
    ...(card.house
      ? ["The house cast plays from a script and seeded dice. These numbers are not evidence about a prompt."]
      : []),
    ...(metrics && !metrics.over ? ["The session is unfinished, so completion is not known yet."] : []),
    ...(metrics?.composite.score == null
      ? []
      : [
          "One session is one sample. Play several (ab, matrix, replay --times) to see how much the score varies.",
        ]),
    ...(judged?.unscored?.length
      ? [`${judged.unscored.length} newer answers of the judge could not be parsed as scores.`]
      : []),
  ];
}
