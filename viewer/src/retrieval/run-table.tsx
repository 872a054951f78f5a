import type { RunDigest } from "../../../src/contract/index.ts";
import { Badge, count, decimal, when } from "../ui/index.ts";

/** The trend in numbers, newest first: also runs that are no points of it. */
export function RunTable({ runs }: { runs: readonly RunDigest[] }) {
  return (
    <details>
      <summary className="small">{count(runs.length, "run")} in numbers</summary>
      <div className="table-scroll" role="region" aria-label="Runs" tabIndex={0}>
        <table className="data">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col" className="number">
                Tests
              </th>
              <th scope="col" className="number">
                Score
              </th>
              <th scope="col">Health</th>
              <th scope="col" className="number">
                Hard fails
              </th>
              <th scope="col" className="number">
                Critical
              </th>
            </tr>
          </thead>
          <tbody>
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
                }) => (
                  <tr key={results}>
                    <td className="nowrap">{when(at)}</td>
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
          </tbody>
        </table>
      </div>
    </details>
  );
}
