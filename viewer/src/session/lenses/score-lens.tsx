import type { SessionView } from "../../../../src/contract/playtest-api.ts";
import { Badge, Meter, decimal, percent } from "../../ui/index.ts";
import { Facts } from "./facts.tsx";
import { reasonsToDoubt } from "./reasons-to-doubt.ts";

/** What the score is made of, and how far it can be trusted. */
export function ScoreLens({ view }: { view: SessionView }) {
  const { metrics, judged } = view.result;
  const doubts = reasonsToDoubt(view);
  return (
    <div className="lens">
      <section>
        <h2>
          {metrics?.composite.score == null ? "No score" : `${decimal(metrics.composite.score)} of 100`}
          {metrics?.composite.interval && <span className="muted number interval"> 95 % interval {metrics.composite.interval.map((end) => decimal(end)).join(" to ")}</span>}
        </h2>
        {metrics?.composite.why && <p className="muted">{metrics.composite.why}</p>}
      </section>
      {doubts.length > 0 && (
        <section className="doubts">
          <h3>How far to trust it</h3>
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
            <h3>Parts</h3>
            <ul className="parts">
              {metrics.composite.parts.map(({ name, value, share }) => (
                <li key={name}>
                  <span>{name}</span>
                  <Meter value={value} label={name} />
                  <span className="number">{percent(value)}</span>
                  <span className="muted small number">{percent(share)} of the score</span>
                </li>
              ))}
              {metrics.composite.missing.map(({ name, why }) => (
                <li key={name} className="missing">
                  <span>{name}</span>
                  <span className="muted small">missing: {why}</span>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h3>Story</h3>
            <Facts
              facts={[
                ["Pulses", `${metrics.pulses.detected} of ${metrics.pulses.expected}`],
                ["Tangents", metrics.tangents.count],
                ["Returned from", percent(metrics.tangents.recoveryRate)],
                ["Turns to return", decimal(metrics.tangents.avgLength)],
                ["Segues, 1 to 5", decimal(metrics.tangents.avgSegueQuality)],
                ["Private moments", metrics.privateMoments.count],
                ["That came back", percent(metrics.privateMoments.payoffRate)],
                ["Failures in ten turns", decimal(metrics.failures.perTenTurns, 2)],
                ["Wishes that survived", percent(metrics.relay.survival)],
              ]}
            />
          </section>
          <section>
            <h3>
              Judged <Badge>{judged ? judged.key.model : "by nobody"}</Badge>
            </h3>
            {judged ? (
              <Facts facts={Object.entries(metrics.quality).map(([name, score]) => [name.replaceAll(/([A-Z])/g, " $1").toLowerCase(), score === null ? "–" : `${decimal(score)} of 10`])} />
            ) : (
              <p className="muted small">
                A judge reads it with: <code>rehearse judge {view.result.dir}</code>
              </p>
            )}
          </section>
        </>
      )}
    </div>
  );
}
