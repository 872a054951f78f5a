import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import type { TestView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { Badge, Command, count, Loading, PageHead, Problem, useKeys, useTitle, when } from "../ui/index.ts";
import { overviewQuery, testQuery } from "./queries.ts";
import { Overridden, ScorePanel, StateBadge, TargetChoice } from "./result-head.tsx";
import { Stages } from "./stages.tsx";
import { checkHref, listHref, testHref, useTestFilters } from "./test-address.ts";
import "./retrieval.css";

/** One test of a result: its stages, and who set its expectation. */
export function TestPage({ id }: { id: string }) {
  useTitle(id);
  const [, go] = useLocation();
  const { filters, set } = useTestFilters();
  const { data, error, isPending, refetch } = useQuery(testQuery(id, filters.target));
  const { data: overview } = useQuery(overviewQuery(filters.target));
  const open = (to: string | null | undefined) => to && go(testHref(to, data?.target));
  useKeys({ j: () => open(data?.next), k: () => open(data?.previous) });
  if (isPending) return <Loading what="the test" />;
  if (!data) return <Problem as="h1" error={error} onRetry={() => void refetch()} />;
  const { card, last, expectations, previous, next, target, targets } = data;
  return (
    <div className="page test-page">
      <p className="crumbs">
        <Link href={listHref(target)}>Retrieval</Link>
        <span className="neighbours">
          {previous && <Link href={testHref(previous, target)}>Previous</Link>}
          {next && <Link href={testHref(next, target)}>Next</Link>}
        </span>
      </p>
      <PageHead
        title={
          <>
            <code>{card.test_id}</code> {card.name}
          </>
        }
      >
        <StateBadge state={card.state} />
        {[card.mechanism, ...card.groups].map((group) => (
          <Badge key={group}>{group}</Badge>
        ))}
        {card.overridden && <Overridden />}
        <TargetChoice
          target={target}
          own={exported ? undefined : overview?.own}
          others={targets}
          choose={(target) => set({ target })}
        />
        {!exported && overview && (
          <Link
            className="button primary"
            href={checkHref({ test: card.test_id, target: overview.can_run.same ?? overview.can_run.usual })}
          >
            Run this test
          </Link>
        )}
      </PageHead>
      {card.prompt !== undefined && <blockquote className="story">{card.prompt}</blockquote>}
      {expectations?.changed_since && (
        <p className="house-note">The expectation has changed since this result. Run the test again.</p>
      )}
      {last ? (
        <>
          <Score card={card} last={last} />
          <Stages last={last} />
        </>
      ) : (
        <p className="panel muted">
          No saved run of {target} includes this test{exported ? "." : ": run it above."}
        </p>
      )}
      {card.source !== null && (
        <section className="panel">
          <h2>Expectation</h2>
          <p className="muted small">
            Source: {card.source}. A person's override takes precedence over a model, and a model over the
            bank:
          </p>
          <Command>{`rehearse bank override ${card.test_id} --primary ENTITY --reason "…" --by NAME`}</Command>
        </section>
      )}
    </div>
  );
}

function Score({ card, last }: { card: TestView["card"]; last: NonNullable<TestView["last"]> }) {
  const { breakdown, missing, repeats } = last.result;
  const losses = Object.entries({
    "secondary missing": breakdown.secondary_missing,
    "must not be retrieved": breakdown.false_positives,
    "in the wrong order": breakdown.rank_violations,
    "wrong handlers": breakdown.wrong_handlers,
  }).flatMap(([what, loss]) => (loss ? [`−${Math.abs(loss.penalty)} ${what}`] : []));
  const usual = card.score === 100 ? "Everything as expected." : "A primary entity was not retrieved.";
  return (
    <ScorePanel
      label="Score"
      score={card.score}
      tone={
        card.score === 100 ? "good" : card.state === "below" ? "warn" : card.score === null ? "calm" : "bad"
      }
    >
      <h2>
        {missing?.message ??
          (breakdown.primary_fail
            ? (breakdown.reason ?? usual)
            : losses.length > 0
              ? losses.join(", ")
              : usual)}
      </h2>
      {last.worse !== undefined && <p className="problem-text">Worse than in the baseline: {last.worse}.</p>}
      {repeats && (
        <p>
          Passed {repeats.passed} of {count(repeats.answered, "attempt")}.{" "}
          {repeats.flaky && <Badge tone="warn">flaky</Badge>}
        </p>
      )}
      <p className="muted small">
        {last.target}, {when(last.at)}
      </p>
    </ScorePanel>
  );
}
