import { Link } from "wouter";
import type { CheckOutcome } from "../../../../src/contract/index.ts";
import { Badge } from "../../ui/index.ts";
import { VerdictView } from "../../verdict/index.ts";
import { gateTones, gateWords } from "../run/run-words.ts";
import { testHref } from "../test-address.ts";

/** The verdict of a run's gates in a sentence. A failure names the tests that got worse. */
export function Verdict({ outcome, target }: { outcome: CheckOutcome | null; target: string }) {
  if (!outcome || outcome.gates.length === 0)
    return <p className="muted small">{outcome ? "No gate was set. No" : "No"} baseline compared.</p>;
  const { verdict, says, baseline } = outcome;
  if (verdict !== "failed")
    return (
      <p>
        <Badge tone={gateTones[verdict]}>{gateWords[verdict]}</Badge> {says}
        {!baseline && <span className="muted"> No baseline compared.</span>}
      </p>
    );
  const { new_critical = [], lost = [] } = baseline ?? {};
  return (
    <div className="failed-gate" role="alert">
      <h2>{says}</h2>
      <ul>
        {[...new_critical, ...lost.filter(({ regression }) => regression)].map(({ test_id, says: what }) => (
          <li key={test_id}>
            <Link href={testHref(test_id, target)}>{test_id}</Link> {what}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Every gate, and the comparison with the baseline. */
export function Gates({ outcome: { gates, baseline } }: { outcome: CheckOutcome }) {
  return (
    <section className="panel gates" aria-labelledby="gates-title">
      <h2 id="gates-title">Gates</h2>
      <ul>
        {gates.map(({ name, is, says }) => (
          <li key={name}>
            <Badge tone={is === "passed" ? "good" : is === "failed" ? "bad" : "warn"}>
              {is === "error" ? "no verdict" : is}
            </Badge>
            <span>{says}</span>
          </li>
        ))}
      </ul>
      {baseline && (
        <>
          <h3>Against {baseline.file}</h3>
          <VerdictView verdict={baseline.verdict} />
        </>
      )}
    </section>
  );
}
