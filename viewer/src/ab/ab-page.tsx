import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { AbView } from "../../../src/contract/index.ts";
import { ExportedNotes } from "../exported/index.ts";
import { abQuery } from "../experiments/experiment-queries.ts";
import { Badge, count, IfLinked, Loading, Problem, titled, useTitle } from "../ui/index.ts";
import { ResumeForm } from "../runs/resume-form.tsx";
import { Differences, VerdictView } from "../verdict/index.ts";
import "./ab.css";
import { PairList } from "./pair-list.tsx";

/** One A/B test: the verdict, what differs, and every pair. */
export function AbPage({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useQuery(abQuery(id));
  const title = data && `${data.plan.a.label} against ${data.plan.b.label}`;
  useTitle(title ?? "A/B test");
  if (isPending) return <Loading what="the A/B test" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const { verdict, live, endedBy, plan, checkpoints } = data;
  return (
    <div className="page ab-page">
      <p className="crumbs">
        <Link href="/experiments">Experiments</Link> <span className="muted">/ A/B test {id}</span>
      </p>
      <div className="page-head">
        <h1>
          <b className="arm-mark">A</b> {plan.a.label} <span className="muted">against</span>{" "}
          <b className="arm-mark arm-1">B</b> {plan.b.label}
        </h1>
        {live && <Badge tone="live">live</Badge>}
      </div>
      <ExportedNotes />
      <VerdictView verdict={{ ...verdict, tables: [] }} />
      {endedBy !== null && <p className="house-note">Ended early: {endedBy}</p>}
      <div className="more-pairs">
        <MorePairs test={data} />
      </div>
      <WhatDiffers test={data} />
      <section className="panel" aria-labelledby="pairs-title">
        <header className="panel-head">
          <h2 id="pairs-title">Pairs</h2>
          <p className="muted small">
            Each pair replays a checkpoint with the same dice, {count(plan.turns, "turn")} each. From{" "}
            {checkpoints.map(({ sessionId, session, turn }, at) => (
              <span key={`${sessionId} ${turn}`}>
                {at > 0 && ", "}
                <IfLinked href={session && `/sessions/${encodeURIComponent(session)}?turn=${turn}`}>
                  {sessionId}, turn {turn}
                </IfLinked>
              </span>
            ))}
            .
          </p>
        </header>
        <PairList test={data} />
      </section>
    </div>
  );
}

/** A test that stopped goes on; one that is not decided gets as many pairs again. */
function MorePairs({ test: { id, live, verdict, plan, progress } }: { test: AbView }) {
  if (live || verdict.outcome === "done") return null;
  if (progress.done < progress.planned) return <ResumeForm dir={`ab/${id}`} />;
  // As the command does.
  const pairs = Math.max(2 * plan.pairs, 40);
  return (
    <ResumeForm
      dir={`ab/${id}`}
      pairs={pairs}
      words={`Play up to ${count(pairs - plan.pairs, "more pair")}`}
    />
  );
}

function WhatDiffers({ test: { differs, plan } }: { test: AbView }) {
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
      <Differences texts={differs.texts} names={[`A (${plan.a.label})`, `B (${plan.b.label})`]} />
    </section>
  );
}
