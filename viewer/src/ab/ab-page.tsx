import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { AbView } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { abQuery } from "../experiments/experiment-queries.ts";
import {
  chance,
  count,
  IfLinked,
  Loading,
  metricChange,
  metricChanges,
  Problem,
  titled,
  useTitle,
} from "../ui/index.ts";
import {
  costFact,
  Differences,
  ExperimentFrame,
  FindingQuotes,
  Measured,
  MetricTable,
  ResumeButton,
  type Fact,
} from "../verdict/index.ts";
import "./ab.css";
import { DifferencePlot } from "./difference-plot.tsx";
import { isShown, PairList } from "./pair-list.tsx";
import { sameTestLink } from "./same-test-link.ts";

/** One A/B test: the verdict, what differs, every pair, and what each arm got wrong. */
export function AbPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(abQuery(id));
  useTitle(data ? `${data.a.label} against ${data.b.label}` : "A/B test");
  if (isPending) return <Loading what="the A/B test" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <ExperimentFrame
      className="ab-page"
      crumb={`A/B test ${id}`}
      title={
        <>
          <b className="arm-mark">A</b> {data.a.label} <span className="muted">against</span>{" "}
          <b className="arm-mark arm-1">B</b> {data.b.label}
        </>
      }
      experiment={data}
      action={<Start test={data} />}
      facts={[
        ...(isShown(data) ? measured(data) : [["Pairs", String(data.progress.done)] satisfies Fact]),
        costFact(data.cost),
      ]}
      more={<Checkpoints checkpoints={data.checkpoints} />}
    >
      <WhatDiffers test={data} />
      <Pairs test={data} />
      <Findings test={data} />
      {data.comparison && (
        <details className="panel">
          <summary>
            <h2>All metrics</h2>
          </summary>
          <MetricTable comparison={data.comparison} label="All metrics of A and B" />
          {data.notes.map((note) => (
            <p key={note} className="muted small">
              {note}
            </p>
          ))}
        </details>
      )}
      <Measured facts={data.facts} />
    </ExperimentFrame>
  );
}

function Pairs({ test }: { test: AbView }) {
  const { turns, better, metric } = test;
  return (
    <section className="panel" aria-labelledby="pairs-title">
      <header className="panel-head">
        <h2 id="pairs-title">Pairs</h2>
        <p className="muted small">
          Each pair replays the same checkpoint with the same dice, {count(turns, "turn")} each.
          {isShown(test) && better !== null && ` ${titled(metric)}: ${better} is better.`}
        </p>
      </header>
      {isShown(test) && <DifferencePlot test={test} />}
      <PairList test={test} />
    </section>
  );
}

/** A test that can be extended is resumed; another is started anew. */
function Start({ test }: { test: AbView }) {
  const { more } = test.recommendation;
  if (more?.command !== undefined) return <ResumeButton kind="ab" id={test.id} more={more} unit="pair" />;
  const href = sameTestLink(test);
  if (href === undefined) return null;
  return (
    <Link className="button primary" href={href}>
      Start a test with {count(more?.count ?? test.times, "pair")}
    </Link>
  );
}

const Checkpoints = ({ checkpoints }: Pick<AbView, "checkpoints">) => (
  <div>
    <dt>{checkpoints.length === 1 ? "Checkpoint" : "Checkpoints"}</dt>
    <dd className="checkpoints">
      {checkpoints.map(({ sessionId, session, turn }) => (
        <IfLinked
          key={`${sessionId} ${turn}`}
          href={session && `/sessions/${encodeURIComponent(session)}?turn=${turn}`}
        >
          {sessionId}, turn {turn}
        </IfLinked>
      ))}
    </dd>
  </div>
);

function measured({ decision, metric, progress, untilDecided, alpha }: AbView): Fact[] {
  const { wins, ties, missing, crashed, eValue, p, meanDifference, interval } = decision;
  return [
    [
      "Pairs",
      progress.done < progress.planned ? `${progress.done} of ${progress.planned}` : String(progress.done),
      [
        ...(missing > 0 ? [`${missing} without a score`] : []),
        ...(crashed.a + crashed.b > 0 ? [`crashed: A ${crashed.a}, B ${crashed.b}`] : []),
        ...(decision.pairsUsed < progress.done ? [`${decision.pairsUsed} used in the decision`] : []),
      ].join("; ") || undefined,
    ],
    ["A won, B won, tied", `${wins.a} : ${wins.b} : ${ties}`],
    [
      "Difference B − A",
      metricChange(metric, meanDifference),
      interval
        ? `${Math.round(100 * interval.level)} % interval ${metricChanges(metric, interval)}`
        : undefined,
    ],
    untilDecided
      ? ["E-value", String(Number(eValue.toPrecision(3))), `decides at ${1 / alpha}`]
      : ["p", p === null ? "not tested" : chance(p), p === null ? undefined : `significant at ${alpha}`],
    ["Primary metric", metric, "pre-registered"],
  ];
}

function WhatDiffers({ test: { differs, a, b } }: { test: AbView }) {
  // If the prompts' names differ, the hash of their text adds nothing.
  const values = Object.entries(differs.values).filter(
    ([name]) => !["prompt text", "story guide"].includes(name),
  );
  if (values.length + differs.texts.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="differs-title">
      <h2 id="differs-title">What differs</h2>
      {values.length > 0 && (
        <dl className="differs">
          {values.map(([name, [before, after]]) => (
            <div key={name}>
              <dt>{titled(name)}</dt>
              <dd>
                <b className="arm-mark">A</b> {before} <b className="arm-mark arm-1">B</b> {after}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Differences texts={differs.texts} names={[`A (${a.label})`, `B (${b.label})`]} />
    </section>
  );
}

function Findings({ test: { findings, pairs } }: { test: AbView }) {
  // A public file has none, which does not mean that there were none.
  if (pairs.length === 0 || exported?.isPublic) return null;
  return (
    <div className="two-columns">
      {(["a", "b"] as const).map((arm) => (
        <section key={arm} className="panel" aria-label={`Findings of ${arm.toUpperCase()}`}>
          <h2>
            <b className={`arm-mark ${arm === "b" ? "arm-1" : ""}`}>{arm.toUpperCase()}</b> Findings
          </h2>
          <FindingQuotes
            findings={findings.filter((one) => one.arm === arm)}
            none="No findings in these replays."
          />
        </section>
      ))}
    </div>
  );
}
