import type { ArmComparisonView } from "../../../src/contract/playtest-api.ts";
import { Badge, decimal, percent } from "../ui/index.ts";

const tones = { better: "good", worse: "bad", "no difference found": "calm", "insufficient evidence": "warn" } as const;

/** The statistics of `rehearse compare`: what may be concluded, and for what. */
export function Verdicts({ comparison: { a, b, paired, alone, speaksFor, primary, others, completed }, decideBy }: { comparison: ArmComparisonView; decideBy: (metric: string) => void }) {
  const rows = [primary, ...others].filter(({ meanA, meanB }) => meanA !== null || meanB !== null);
  return (
    <section>
      <h2>
        {b} against {a} by
        <select aria-label="The metric that decides" value={primary.metric} onChange={(event) => decideBy(event.target.value)}>
          {[primary, ...others].map(({ metric }) => metric).sort((one, other) => one.localeCompare(other)).map((metric) => (
            <option key={metric}>{metric}</option>
          ))}
        </select>
        {primary.verdict && <Badge tone={tones[primary.verdict]}>{primary.verdict}</Badge>}
      </h2>
      <p className="muted small">
        It speaks {speaksFor}: {paired === 1 ? "1 pair" : `${paired} pairs`} played by both
        {alone.a + alone.b > 0 && `, ${alone.a + alone.b} without a partner`}. Completed: {percent(completed.passedA)} and {percent(completed.passedB)} ({completed.verdict}).
      </p>
      <div className="scroll-x">
        <table className="data">
          <thead>
            <tr>
              {["metric", "A", "B", "B − A", "95 % interval", "pairs", "p", "verdict"].map((name, at) => (
                <th key={name} scope="col" className={at > 0 && at < 7 ? "number" : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ metric, meanA, meanB, meanDifference, interval, pairs, p, adjusted, verdict }) => (
              <tr key={metric}>
                <th scope="row">{metric}</th>
                <td className="number">{decimal(meanA, 2)}</td>
                <td className="number">{decimal(meanB, 2)}</td>
                <td className="number">{decimal(meanDifference, 2)}</td>
                <td className="number">{interval ? `${decimal(interval.low, 2)} to ${decimal(interval.high, 2)}` : "–"}</td>
                <td className="number">{pairs}</td>
                <td className="number">{decimal(adjusted ?? p, 3)}</td>
                <td>{verdict ?? "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
