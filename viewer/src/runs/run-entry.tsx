import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ExperimentCard, JobView, SessionCard } from "../../../src/contract/index.ts";
import { compareLink } from "../experiments/compare-link.ts";
import { Badge, OutcomeBadge, Row, when } from "../ui/index.ts";
import { ResumeForm } from "./resume-form.tsx";
import {
  costWords,
  doneWords,
  jobFacts,
  kindOf,
  kindWords,
  nameOf,
  pageOf,
  runDir,
  runPage,
} from "./run-words.ts";
import { isOpen, jobTones, progressOf, StopJob } from "./stop-job.tsx";

/** One run: what it is, how it is, its numbers, what can be done, and what went wrong. */
function RunRow({
  kind,
  name,
  href,
  marks,
  facts,
  problem,
  actions,
  children,
}: {
  kind: string;
  name: string;
  /** Its page. Null: it has none yet. */ href: string | null;
  marks: ReactNode;
  facts: readonly string[];
  problem?: string | undefined;
  actions: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li aria-label={`${kind}: ${name}`}>
      <Row
        className="run-row"
        kind={kind}
        title={name}
        href={href}
        marks={marks}
        sub={facts.filter((fact) => fact !== "").join(" · ")}
        cells={[<div className="above">{actions}</div>]}
      >
        {children}
        {problem && <p className="small problem-text">{problem}</p>}
      </Row>
    </li>
  );
}

/** A job of this server, wherever it is shown. */
export function JobEntry({
  job,
  issue,
}: {
  job: JobView;
  /** What a replay tries to fix, for the way back from the comparison. */ issue?: number | undefined;
}) {
  const { id, operation, state, from, session, verdict, error, startedAt, endedAt } = job;
  const isRunning = isOpen(job);
  const hasFailed = verdict?.outcome === "failed";
  const cautions = verdict?.cautions ?? [];
  return (
    <RunRow
      kind={kindWords(kindOf(job))}
      name={nameOf(job)}
      href={pageOf(job)}
      marks={
        <>
          <Badge tone={hasFailed || cautions.length > 0 ? "calm" : jobTones[state]}>{state}</Badge>
          {hasFailed && <Badge tone="bad">gates failed</Badge>}
          {operation === "resume" && <Badge>resumed</Badge>}
        </>
      }
      facts={[...jobFacts(job), when(endedAt ?? startedAt)]}
      problem={state === "failed" && error ? `${error.message} ${error.remedy}` : undefined}
      actions={
        isRunning ? (
          <>
            {session !== undefined && (
              <Link className="button" href={runPage({ kind: "session", id: session })}>
                Watch
              </Link>
            )}
            <StopJob id={id} />
          </>
        ) : (
          from &&
          session !== undefined && (
            <Link className="button" href={compareLink([from.session, session], issue)}>
              Compare with the original
            </Link>
          )
        )
      }
    >
      {cautions.map((caution) => (
        <p key={caution} className="small muted">
          {caution}
        </p>
      ))}
      {isRunning && <progress {...progressOf(job)} aria-label={`Progress of ${nameOf(job)}`} />}
    </RunRow>
  );
}

/** A run that stopped before its end, or that another process plays. */
export function UnfinishedEntry({
  session,
  experiment,
  time,
  dismiss,
}: {
  session?: SessionCard | undefined;
  experiment?: ExperimentCard | undefined;
  /** When it was last played. */ time: string;
  dismiss: () => void;
}) {
  const card = (session ?? experiment)!;
  const { id, live, cost } = card;
  const run = { kind: experiment?.kind ?? ("session" as const), id };
  return (
    <RunRow
      kind={kindWords(run.kind)}
      name={session ? [session.story, session.prompt, session.narrator].join(", ") : experiment!.title}
      href={runPage(run)}
      marks={
        live ? (
          <Badge tone="live">playing elsewhere</Badge>
        ) : session ? (
          <OutcomeBadge {...session} />
        ) : (
          <Badge tone="warn">{experiment!.verdict.outcome}</Badge>
        )
      }
      facts={[
        session
          ? `turn ${session.turns}`
          : doneWords({ ...experiment!.progress, total: experiment!.progress.planned }),
        costWords(cost),
        when(time),
        live ? "" : (session?.why ?? ""),
      ]}
      actions={
        !live && (
          <>
            <ResumeForm dir={runDir(run)} name={id} hasBudget needsBudget={session?.outcome === "budget"} />
            <button type="button" className="quiet" aria-label={`Dismiss ${id}`} onClick={dismiss}>
              Dismiss
            </button>
          </>
        )
      }
    />
  );
}
