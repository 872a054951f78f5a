import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { RetrievalGroup, RetrievalOverview, RunDigest } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import {
  Badge,
  Command,
  count,
  DataTable,
  Empty,
  Loading,
  PageHead,
  Problem,
  score as shownScore,
  Share,
  useTitle,
  when,
} from "../ui/index.ts";
import { outcomeLooks, VerdictView } from "../verdict/index.ts";
import { overviewQuery } from "./queries.ts";
import { ScorePanel, TargetChoice } from "./result-head.tsx";
import { cannotAsk, failedSince, firstTarget, gateWords } from "./run-words.ts";
import { checkHref, listHref, testHref, useTestFilters } from "./test-address.ts";
import { TestList } from "./test-list.tsx";
import "./retrieval.css";

type Latest = NonNullable<RetrievalOverview["latest"]>;

/** The newest result of one system under test: its score, its verdict, topics and earlier runs, then every test. */
export function ResultPage() {
  useTitle("Retrieval");
  const { filters, set } = useTestFilters();
  const { data, error, isPending, refetch } = useQuery(overviewQuery(filters.target));
  if (isPending) return <Loading what="the results" />;
  if (!data) return <Problem as="h1" error={error} onRetry={() => void refetch()} />;
  const { target, latest, trend, unreadable, can_run } = data;
  const choose = (group: string) => {
    set({ group, state: "", mechanism: "" });
    document.querySelector("#tests")?.scrollIntoView();
  };
  return (
    <div className="page retrieval">
      <PageHead title="Retrieval">
        <TargetChoice
          target={target}
          own={exported ? undefined : data.own}
          others={data.targets}
          choose={(target) => set({ target })}
        />
        {!exported && can_run.same !== null && (
          <Link
            className="button primary"
            href={checkHref({ target: firstTarget(can_run, latest !== null) })}
          >
            Run a check
          </Link>
        )}
      </PageHead>
      {!exported && cannotAsk(data) && <p className="muted small">{cannotAsk(data)}</p>}
      {unreadable.map(({ results, why }) => (
        <p key={results} className="house-note">
          <b>{results} cannot be read.</b> {why}
        </p>
      ))}
      {latest ? <Result overview={data} latest={latest} /> : <NothingYet overview={data} />}
      {latest && (
        <div className="more-results">
          {latest.outcome && <Report outcome={latest.outcome} />}
          {latest.groups.map(({ title, scores }) => (
            <Groups key={title} title={title} groups={scores} choose={choose} />
          ))}
          {trend.length > 1 && <Runs runs={trend} />}
        </div>
      )}
      <TestList target={target} banks={can_run.banks} />
    </div>
  );
}

const tones = {
  CRITICAL: "bad",
  POOR: "bad",
  FAIR: "warn",
  GOOD: "good",
  EXCELLENT: "good",
  "not known": "warn",
  "not judged (offline baseline)": "calm",
} as const;
const healthOf = ({ health_status, offline }: RunDigest) =>
  offline ? "not judged (offline baseline)" : (health_status ?? "not known");

/** Critical failures first, then the score, its parts, and the verdict of the gates. */
function Result({ overview: { target, trend }, latest }: { overview: RetrievalOverview; latest: Latest }) {
  const { run, health_reasons, critical, kb_changed, partial_since, not_tested, outcome } = latest;
  const isSingle = run.total_tests === 1;
  const failed = outcome?.verdict.outcome === "failed";
  return (
    <>
      {failedSince(trend, run.results).map(({ results, at, verdict }) => (
        <div key={results} className="alarm" role="alert">
          <h2>
            Partial run of {when(at)}: {verdict!.headline}
          </h2>
        </div>
      ))}
      {failed && <Regressions outcome={outcome} target={target} />}
      {critical.length > 0 && (
        <div className="alarm critical" role="alert">
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
      {kb_changed && (
        <p className="house-note">The knowledge base has changed since this run. Run the banks again.</p>
      )}
      <ScorePanel
        label="Health"
        score={run.combined_score}
        tone={failed ? "bad" : isSingle ? "calm" : tones[healthOf(run)]}
      >
        <h2>
          {isSingle ? (
            <Badge>one test only</Badge>
          ) : (
            <Badge tone={tones[healthOf(run)]}>{healthOf(run)}</Badge>
          )}
          {run.partial && !isSingle && <Badge tone="warn">not all banks</Badge>}
          {outcome && (
            <Badge tone={outcomeLooks[outcome.verdict.outcome].tone}>
              {gateWords[outcome.verdict.outcome]}
            </Badge>
          )}{" "}
          {isSingle
            ? "Run all banks to see the health."
            : health_reasons.length > 0
              ? health_reasons.join("; ")
              : (outcome?.verdict.cautions[0] ?? "No problems found.")}
        </h2>
        <p className="muted small">
          {run.target}, {count(run.total_tests, "test")}, {when(run.at)}
          {run.missing > 0 && `; ${count(run.missing, "test")} without an answer`}
          {not_tested.length > 0 && `; not tested: ${not_tested.join(", ")}`}
          {partial_since > 0 &&
            `; ${count(partial_since, "later partial run")} in the list of tests, but not in these scores`}
        </p>
        <dl className="facts">
          {Object.entries(run.component_scores).map(([name, score]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <b className="number">{shownScore(score)}</b>
                <Share of={(score ?? 0) / 100} />
              </dd>
            </div>
          ))}
        </dl>
      </ScorePanel>
    </>
  );
}

/** Every gate, and what the check found, as the command reports it. */
const Report = ({ outcome: { gates, verdict } }: { outcome: NonNullable<Latest["outcome"]> }) => (
  <details className="panel">
    <summary>
      <h2>Verdict</h2> <span className="muted small">{count(gates.length, "gate")}</span>
    </summary>
    <ul className="gates">
      {gates.map(({ name, is, says }) => (
        <li key={name}>
          <Badge tone={is === "passed" ? "good" : is === "failed" ? "bad" : "warn"}>
            {is === "error" ? "no verdict" : is}
          </Badge>{" "}
          {says}
        </li>
      ))}
    </ul>
    <VerdictView verdict={verdict} />
  </details>
);

/** A failed gate names the tests that got worse. */
function Regressions({ outcome, target }: { outcome: NonNullable<Latest["outcome"]>; target: string }) {
  const { new_critical = [], lost = [] } = outcome.baseline ?? {};
  return (
    <div className="alarm failed-gate" role="alert">
      <h2>{outcome.verdict.headline}</h2>
      <ul>
        {[...new_critical, ...lost.filter(({ regression }) => regression)].map(({ test_id, says }) => (
          <li key={test_id}>
            <Link href={testHref(test_id, target)}>{test_id}</Link> {says}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scores of topics, handlers or patterns; each leads to its tests. */
const Groups = ({
  title,
  groups,
  choose,
}: {
  title: string;
  groups: readonly RetrievalGroup[];
  choose: (name: string) => void;
}) =>
  groups.length > 0 && (
    <details className="panel">
      <summary>
        <h2>{title}</h2> <span className="muted small">{count(groups.length, "group")}</span>
      </summary>
      <DataTable
        label={title}
        rows={groups}
        keyOf={({ name }) => name}
        columns={[
          {
            label: "Group",
            cell: ({ name }) => (
              <button type="button" className="quiet" onClick={() => choose(name)}>
                {name}
              </button>
            ),
          },
          { label: "Score", number: true, cell: ({ avg }) => shownScore(avg) },
          { label: "", cell: ({ avg }) => <Share of={(avg ?? 0) / 100} /> },
          { label: "Tests", number: true, cell: ({ tests }) => tests },
          { label: "Hard fails", number: true, cell: ({ hard_fails }) => hard_fails },
        ]}
      />
    </details>
  );

/** Every saved run in numbers, newest first. */
function Runs({ runs }: { runs: readonly RunDigest[] }) {
  return (
    <details className="panel">
      <summary>
        <h2>Runs</h2> <span className="muted small">{count(runs.length, "run")}</span>
      </summary>
      <DataTable
        label="Runs"
        rows={runs.toReversed()}
        keyOf={({ results }) => results}
        columns={[
          { label: "When", cell: ({ at }) => when(at) },
          {
            label: "Gates",
            cell: ({ verdict }) =>
              verdict ? (
                <Badge tone={outcomeLooks[verdict.outcome].tone} title={verdict.headline}>
                  {gateWords[verdict.outcome]}
                </Badge>
              ) : (
                <span className="muted">not recorded</span>
              ),
          },
          { label: "Tests", number: true, cell: ({ total_tests }) => total_tests },
          { label: "Score", number: true, cell: ({ combined_score }) => shownScore(combined_score) },
          {
            label: "Health",
            cell: (run) => (run.partial ? <span className="muted">some tests only</span> : healthOf(run)),
          },
          { label: "Hard fails", number: true, cell: ({ hard_fails }) => hard_fails },
          {
            label: "Critical",
            number: true,
            cell: ({ critical_failures }) =>
              critical_failures > 0 ? <Badge tone="bad">{critical_failures}</Badge> : 0,
          },
        ]}
      />
    </details>
  );
}

function NothingYet({ overview: { target, targets, can_run } }: { overview: RetrievalOverview }) {
  const first = firstTarget(can_run, false);
  return (
    <Empty title={`${target} has not been checked yet`}>
      {targets.length > 0 && (
        <p>
          Results exist for{" "}
          {targets.map((name, index) => (
            <span key={name}>
              {index > 0 && ", "}
              <Link href={listHref(name)}>{name}</Link>
            </span>
          ))}
          .
        </p>
      )}
      <p>
        Run a check above, or use the command line.
        {first === "offline" && " “offline” needs no key; it tests the banks and the pipeline."}
      </p>
      <Command>{`rehearse check --target ${first}`}</Command>
    </Empty>
  );
}
