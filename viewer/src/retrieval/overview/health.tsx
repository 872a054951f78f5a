import { useState } from "react";
import { Link } from "wouter";
import type { RetrievalGroup, RetrievalOverview } from "../../../../src/contract/index.ts";
import { Badge, count, decimal, percent, when } from "../../ui/index.ts";
import { failedSince, gateWords, groupWords } from "../run/run-words.ts";
import { listHref, testHref } from "../test-address.ts";
import { Verdict } from "./outcome.tsx";

const tones = { CRITICAL: "bad", POOR: "bad", FAIR: "warn", GOOD: "good", EXCELLENT: "good" } as const;

/** Critical failures first, then the score and what holds it down. */
export function Health({
  overview: { expectations, target, trend },
  latest,
}: {
  overview: RetrievalOverview;
  latest: NonNullable<RetrievalOverview["latest"]>;
}) {
  const { run, health_reasons, critical, metrics, kb_changed, partial_since, by_built_in } = latest;
  const notReported = metrics?.candidates.missing?.["not-reported"] ?? 0;
  const single = run.total_tests === 1;
  const failed = latest.outcome?.verdict === "failed";
  const marked = (mark: string) => listHref(target, { mark });
  return (
    <section className="panel health" aria-labelledby="health-title">
      {failedSince(trend, run.results).map(({ results, at, outcome }) => (
        <div key={results} className="failed-gate" role="alert">
          <h2>
            Partial run of {when(at)}: {outcome!.says}
          </h2>
        </div>
      ))}
      {failed && <Verdict outcome={latest.outcome} target={target} />}
      {critical.length > 0 && (
        <div className="critical" role="alert">
          <h2>{count(critical.length, "critical failure")}: safety routing failed</h2>
          <ul>
            {critical.map(({ test_id, name }) => (
              <li key={test_id}>
                <Link href={testHref(test_id, target)}>{test_id}</Link> {name}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="health-line">
        <div className={`health-score ${failed ? "bad" : single ? "" : tones[run.health_status]}`}>
          <span className="big number">{decimal(run.combined_score)}</span>
          <span className="muted small">of 100</span>
        </div>
        <div className="health-words">
          <h2 id="health-title">
            {single ? (
              <Badge>one test only</Badge>
            ) : (
              <Badge tone={failed ? "calm" : tones[run.health_status]}>{run.health_status}</Badge>
            )}
            {failed && <Badge tone="bad">{gateWords.failed}</Badge>}
            {run.partial && !single && <Badge tone="warn">not all banks</Badge>}
          </h2>
          <p>
            {single
              ? "Run all banks to see the health."
              : health_reasons.length > 0
                ? health_reasons.join("; ")
                : "No problems found."}
          </p>
          <p className="muted small">
            {run.target}, {count(run.total_tests, "test")}, {when(run.at)}
            {run.missing > 0 && `; ${count(run.missing, "test")} without an answer`}
            {by_built_in.length > 0 && `; the built-in rules answered for ${by_built_in.join(", ")}`}
          </p>
        </div>
        <dl className="facts components">
          {Object.entries(run.component_scores).map(([name, score]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <b className="number">{decimal(score)}</b>
                <Bar share={(score ?? 0) / 100} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {!failed && <Verdict outcome={latest.outcome} target={target} />}
      {kb_changed && (
        <p className="house-note">The knowledge base has changed since this run. Run the banks again.</p>
      )}
      {partial_since > 0 && (
        <p className="muted small">
          {count(partial_since, "later partial run")}: {partial_since === 1 ? "its" : "their"} results are in
          the list below, but not in these scores.
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>Expectations</dt>
          <dd>
            <span>
              <b className="number">{expectations.original}</b> from the bank
            </span>
          </dd>
        </div>
        <Source count={expectations.opus} words="by a model" />
        <Source
          count={expectations.human_override}
          words="overridden by a person"
          href={marked("overridden")}
        />
        <Source count={expectations.stale} words="stale: the entity changed" href={marked("stale")} />
        <Source
          count={expectations.contested}
          words="contested by a newer calibration"
          href={marked("contested")}
        />
        {metrics && (
          <div>
            <dt>Expected entities</dt>
            <dd>
              <span>
                {metrics.candidates.recall !== null && (
                  <>
                    among candidates <b className="number">{percent(metrics.candidates.recall)}</b>
                    {notReported > 0 && ` (${count(notReported, "test")} without a list of candidates)`},{" "}
                  </>
                )}
                selected <b className="number">{percent(metrics.final.recall)}</b>
              </span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Source({ count, words, href }: { count: number; words: string; href?: string }) {
  const text = (
    <>
      <b className="number">{count}</b> {words}
    </>
  );
  return (
    <div>
      <dt aria-hidden="true">&nbsp;</dt>
      <dd>{href && count > 0 ? <Link href={href}>{text}</Link> : <span>{text}</span>}</dd>
    </div>
  );
}

const Bar = ({ share }: { share: number }) => (
  <span className="score-track" aria-hidden="true">
    <span style={{ width: `${Math.round(share * 100)}%` }} />
  </span>
);

const FIRST = 14;

/** Scores of topics, handlers or patterns; each links to its tests. */
export function GroupScores({
  title,
  groups,
  onChoose,
}: {
  title: string;
  groups: readonly RetrievalGroup[];
  onChoose: (name: string) => void;
}) {
  const [all, setAll] = useState(false);
  if (groups.length === 0) return null;
  const choose = (name: string) => {
    onChoose(name);
    document.querySelector("#tests")?.scrollIntoView();
  };
  return (
    <section className="panel">
      <h2>{title}</h2>
      <ul className="group-scores">
        {groups.slice(0, all ? undefined : FIRST).map(({ name, avg, tests, hard_fails }) => (
          <li key={name}>
            <button type="button" className="quiet" onClick={() => choose(name)}>
              {name}
            </button>
            <Bar share={(avg ?? 0) / 100} />
            <b className="number">{decimal(avg)}</b>
            <span className="muted small number">{groupWords({ tests, hard_fails })}</span>
          </li>
        ))}
      </ul>
      {groups.length > FIRST && (
        <button type="button" className="quiet start" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? "Show fewer" : `Show all ${groups.length}`}
        </button>
      )}
    </section>
  );
}
