import { Link } from "wouter";
import type { CheckOutcome } from "../../../../src/contract/index.ts";
import { Badge, DataTable, decimal } from "../../ui/index.ts";
import { gateTones, gateWords, worseTitle } from "../run/run-words.ts";
import { testHref } from "../test-address.ts";

type Baseline = NonNullable<CheckOutcome["baseline"]>;

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
  return (
    <div className="failed-gate" role="alert">
      <h2>{says}</h2>
      {baseline && baseline.worse.length > 0 && (
        <>
          <p>{worseTitle(baseline)}:</p>
          <ul>
            {baseline.worse.map(({ test_id, says: what }) => (
              <li key={test_id}>
                <Link href={testHref(test_id, target)}>{test_id}</Link> {what}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** Every gate, and the scores beside those of the baseline. */
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
            <span>
              {name === "no regression" && baseline && baseline.regressions.length > 1 ? (
                <>
                  Regressions:
                  {baseline.regressions.map((why) => (
                    <span key={why} className="regression">
                      {why}
                    </span>
                  ))}
                </>
              ) : (
                says
              )}
            </span>
          </li>
        ))}
      </ul>
      {baseline && <AgainstBaseline baseline={baseline} />}
    </section>
  );
}

function AgainstBaseline({ baseline }: { baseline: Baseline }) {
  const { files, combined, components, hard_fails, health, lines, notes } = baseline;
  const rows: Array<[string, string, string]> = [
    ["combined", decimal(combined.before), decimal(combined.now)],
    ...Object.entries(components).map(([name, { before, now }]): [string, string, string] => [
      name,
      decimal(before),
      decimal(now),
    ]),
    ["hard fails", String(hard_fails.before), String(hard_fails.now)],
    ["health", health.before, health.now],
  ];
  return (
    <>
      <h3>Against {files.join(", ")}</h3>
      <div className="against">
        <DataTable
          label="Baseline and this run"
          columns={[{ text: "Score" }, { number: "Baseline" }, { number: "This run" }]}
        >
          {rows.map(([name, before, now]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="number">{before}</td>
              <td className="number">{now}</td>
            </tr>
          ))}
        </DataTable>
        <ul className="small">
          {[...lines, ...notes.map((note) => `Note: ${note}`)].map((line) => (
            <li key={line}>{line.replace(/\.?$/, ".")}</li>
          ))}
        </ul>
      </div>
    </>
  );
}
