import type { RunDigest } from "../../../../src/contract/index.ts";
import { Badge, DataTable, count, decimal, when } from "../../ui/index.ts";
import { gateTones, gateWords, trendCaption } from "../run/run-words.ts";

const [WIDE, HIGH] = [600, 170];

/** The combined score over saved runs of all banks. Partial runs are not plotted. */
export function Trend({ runs }: { runs: readonly RunDigest[] }) {
  const whole = runs.filter(({ partial, combined_score }) => !partial && combined_score !== null);
  const last = whole.at(-1);
  const x = (index: number) =>
    whole.length === 1 ? WIDE / 2 : 12 + (index / (whole.length - 1)) * (WIDE - 24);
  const y = (score: number) => HIGH - 8 - (score / 100) * (HIGH - 16);
  return (
    <section className="panel">
      <h2>Trend</h2>
      {last === undefined ? (
        <p className="muted">No run of all banks has been saved yet.</p>
      ) : (
        <figure className="trend">
          <svg
            viewBox={`0 0 ${WIDE} ${HIGH}`}
            role="img"
            aria-label={`Combined score over ${count(whole.length, "run")}: from ${decimal(whole[0]?.combined_score)} to ${decimal(last.combined_score)}`}
          >
            {[0, 50, 100].map((score) => (
              <g key={score}>
                <line className="grid" x1="0" x2={WIDE} y1={y(score)} y2={y(score)} />
                <text x="2" y={y(score) - 3}>
                  {score}
                </text>
              </g>
            ))}
            <polyline
              points={whole
                .map(({ combined_score }, index) => `${x(index)},${y(combined_score ?? 0)}`)
                .join(" ")}
            />
            {whole.map((run, index) => (
              <circle
                key={run.results}
                className={isBad(run) ? "bad" : ""}
                cx={x(index)}
                cy={y(run.combined_score ?? 0)}
                r={isBad(run) ? 6 : 4}
              >
                <title>{pointWords(run)}</title>
              </circle>
            ))}
          </svg>
          <figcaption className="muted small">{trendCaption(whole, runs.length - whole.length)}</figcaption>
        </figure>
      )}
      {runs.length > 1 && <RunTable runs={runs} />}
    </section>
  );
}

const isBad = ({ critical_failures, outcome }: RunDigest): boolean =>
  critical_failures > 0 || outcome?.verdict === "failed";

const pointWords = ({ at, combined_score, health_status, critical_failures, outcome }: RunDigest): string =>
  [
    `${when(at)}: ${decimal(combined_score)}`,
    health_status,
    ...(critical_failures > 0 ? [count(critical_failures, "critical failure")] : []),
    ...(outcome?.verdict === "failed" ? [gateWords.failed] : []),
  ].join(", ");

/** The trend in numbers, newest first, including partial runs. */
function RunTable({ runs }: { runs: readonly RunDigest[] }) {
  const failed = runs.filter(({ outcome }) => outcome?.verdict === "failed").length;
  return (
    <details>
      <summary className="small">
        {count(runs.length, "run")} in numbers
        {failed > 0 && <Badge tone="bad">{failed} with failed gates</Badge>}
      </summary>
      <DataTable
        label="Runs"
        columns={[
          { text: "When" },
          { text: "Gates" },
          { number: "Tests" },
          { number: "Score" },
          { text: "Health" },
          { number: "Hard fails" },
          { number: "Critical" },
        ]}
      >
        {runs
          .toReversed()
          .map(
            ({
              results,
              at,
              total_tests,
              combined_score,
              health_status,
              hard_fails,
              critical_failures,
              partial,
              outcome,
            }) => (
              <tr key={results}>
                <td className="nowrap">{when(at)}</td>
                <td>
                  {outcome ? (
                    <Badge tone={gateTones[outcome.verdict]} title={outcome.says}>
                      {gateWords[outcome.verdict]}
                    </Badge>
                  ) : (
                    <span className="muted">not recorded</span>
                  )}
                </td>
                <td className="number">{total_tests}</td>
                <td className="number">{decimal(combined_score)}</td>
                <td>{partial ? <span className="muted">some tests only</span> : health_status}</td>
                <td className="number">{hard_fails}</td>
                <td className="number">
                  {critical_failures > 0 ? <Badge tone="bad">{critical_failures}</Badge> : 0}
                </td>
              </tr>
            ),
          )}
      </DataTable>
    </details>
  );
}
