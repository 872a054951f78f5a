import type { BisectView } from "../../../src/contract/index.ts";
import { chanceWords, beliefBars, type BeliefBar } from "./belief-bars.ts";

/** At most this many replays of a turn are drawn; the label has the number. */
const MOST_DOTS = 6;

/** The posterior over turns as a column chart, with the replays from each turn below. */
export function TurnBelief({ search }: { search: BisectView }) {
  const bars = beliefBars(search);
  const highest = Math.max(...bars.map(({ probability }) => probability), 0.01);
  const others = bars.filter(({ turn }) => turn === null);
  return (
    <div className="belief">
      <div className="belief-scroll" role="region" aria-label="Probability by turn" tabIndex={0}>
        <ol className="belief-bars">
          {bars
            .filter(({ turn }) => turn !== null)
            .map((bar) => (
              <li
                key={bar.name}
                className={bar.turn === search.finding.turn ? "found" : undefined}
                title={labelOf(bar)}
              >
                <span className="visually-hidden">{labelOf(bar)}</span>
                <span className="belief-area" aria-hidden="true">
                  <span style={{ height: `${(100 * bar.probability) / highest}%` }} />
                </span>
                <span className="belief-turn" aria-hidden="true">
                  {bar.name}
                </span>
                <span className="belief-dots" aria-hidden="true">
                  {dotsOf(bar).map((kind, at) => (
                    <span key={at} className={kind} />
                  ))}
                </span>
              </li>
            ))}
        </ol>
      </div>
      <ul className="belief-others">
        {others.map(({ name, probability }) => (
          <li key={name}>
            <span>{name}</span>
            <span className="belief-other" aria-hidden="true">
              <span style={{ width: `${100 * probability}%` }} />
            </span>
            <b className="number">{chanceWords(probability)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

const dotsOf = ({ recovered, failed, missing }: BeliefBar): string[] =>
  [
    ...Array.from({ length: recovered }, () => "yes"),
    ...Array.from({ length: failed }, () => "no"),
    ...Array.from({ length: missing }, () => "none"),
  ].slice(0, MOST_DOTS);

function labelOf({ name, probability, recovered, failed, missing }: BeliefBar): string {
  const replays = recovered + failed + missing;
  return `Turn ${name}: ${chanceWords(probability)}${replays > 0 ? `; ${recovered} of ${replays} replays recovered` : ""}`;
}
