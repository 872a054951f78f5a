import type { VariantStanding } from "../../../src/contract/matrix.ts";
import type { MatrixView } from "../../../src/contract/playtest-api.ts";
import { Badge, NOT_KNOWN, decimal, money } from "../ui/index.ts";

const tones = { better: "good", worse: "bad", "no difference found": "calm", "insufficient evidence": "warn" } as const;
type Verdict = keyof typeof tones;

/** Prompts and narrators beside the first of their kind, with the words that the statistics allow. */
export function Standings({ matrix: { standings, config } }: { matrix: MatrixView }) {
  return (
    <section className="panel" aria-labelledby="standings-title">
      <header className="panel-head">
        <h2 id="standings-title">Standings</h2>
        <p className="muted small">By {config.primaryMetric}, which was named beforehand; each compared with the first of its kind, over groups that both met. Intervals are of 95 %.</p>
      </header>
      <StandingTable kind="Prompt" metric={config.primaryMetric} rows={standings.prompts} />
      <StandingTable kind="Narrator" metric={config.primaryMetric} rows={standings.narrators} />
    </section>
  );
}

function StandingTable({ kind, metric, rows }: { kind: string; metric: string; rows: readonly VariantStanding[] }) {
  return (
    <div className="table-scroll" role="region" aria-label={`${kind}s`} tabIndex={0}>
      <table className="data standings">
        <thead>
          <tr>
            <th scope="col">{kind}</th>
            <th scope="col" className="number">
              Mean
            </th>
            <th scope="col">Interval</th>
            <th scope="col" className="number">
              Difference
            </th>
            <th scope="col" className="number">
              Pairs
            </th>
            <th scope="col" className="number">
              p
            </th>
            <th scope="col">Verdict</th>
            <th scope="col" className="number">
              Cost
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <StandingRow key={row.name} row={row} metric={metric} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function StandingRow({ row: { name, metrics, cost, comparison }, metric }: { row: VariantStanding; metric: string }) {
  const { mean = null, interval = null } = metrics[metric] ?? {};
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{decimal(mean, 2)}</td>
      <td className="nowrap">{range(interval)}</td>
      <td className="number nowrap">
        {comparison ? signed(comparison.difference) : NOT_KNOWN}
        {comparison?.interval && <span className="muted"> ({range(comparison.interval)})</span>}
      </td>
      <td className="number">{comparison?.pairs ?? NOT_KNOWN}</td>
      <td className="number">{probability(comparison?.p)}</td>
      <td>
        {comparison ? <VerdictBadge verdict={comparison.verdict} /> : <span className="muted">the others are compared with it</span>}
        {comparison?.note && <span className="muted small block">{comparison.note}</span>}
        {comparison?.others.map(({ metric, difference, verdict }) => (
          <span key={metric} className="small block">
            {metric} {signed(difference)}: {verdict}
          </span>
        ))}
      </td>
      <td className="number">{money(cost)}</td>
    </tr>
  );
}

const VerdictBadge = ({ verdict }: { verdict: Verdict | null }) => (verdict === null ? <span className="muted">no direction is better</span> : <Badge tone={tones[verdict]}>{verdict}</Badge>);

const range = (interval: { low: number; high: number } | null): string => (interval ? `${decimal(interval.low, 2)} to ${decimal(interval.high, 2)}` : NOT_KNOWN);
const signed = (value: number | null): string => (value === null ? NOT_KNOWN : `${value > 0 ? "+" : value < 0 ? "−" : ""}${decimal(Math.abs(value), 2)}`);
const probability = (p: number | null | undefined): string => (p == null ? NOT_KNOWN : p < 0.001 ? "< .001" : p.toFixed(3).replace(/^0/, ""));
