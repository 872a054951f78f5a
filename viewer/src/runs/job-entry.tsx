import type { ReactNode } from "react";
import { Link } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { Badge, when } from "../ui/index.ts";
import { RunEntry } from "./run-entry.tsx";
import { jobFacts, kindOf, kindWords, nameOf, pageOf } from "./run-words.ts";
import { isOpen, jobTones, StopJob } from "./stop-job.tsx";
import { SessionProgress } from "./session-progress.tsx";
import { Waiting } from "./waiting.tsx";

/** A job, wherever it is shown: what it plays, how far it is, and what came of it. */
export function JobEntry({
  job,
  startsOpen = false,
  children,
}: {
  job: JobView;
  /** Its sessions are listed. */ startsOpen?: boolean;
  /** What else can be done. */ children?: ReactNode;
}) {
  const { id, operation, state, from, session, of, verdict, error, startedAt } = job;
  const page = pageOf(job);
  const [kind, name] = [kindWords(kindOf(job)), nameOf(job)];
  const isRunning = isOpen(job);
  const hasFailed = verdict?.outcome === "failed";
  return (
    <RunEntry
      label={`${kind}: ${name}`}
      kind={kind}
      name={name}
      href={page}
      tone={hasFailed ? "calm" : jobTones[state]}
      state={state}
      head={
        <>
          {hasFailed && <Badge tone="bad">gates failed</Badge>}
          {operation === "resume" && <Badge>resumed</Badge>}
          <span className="muted small">{when(startedAt)}</span>
          {isRunning && <StopJob id={id} />}
          {!isRunning && from && session !== undefined && (
            <Link className="button" href={compareLink([from.session, session])}>
              Compare with the original
            </Link>
          )}
          {!isRunning && !from && session !== undefined && page && (
            <Link className="button" href={page}>
              Open session
            </Link>
          )}
          {children}
        </>
      }
      progress={isRunning && job}
      facts={jobFacts(job)}
      problem={error && `${error.message} ${error.remedy}`}
    >
      {isRunning && job.doingSince !== undefined && (
        <p className="small muted">
          <Waiting job={job} />
        </p>
      )}
      {of && <SessionProgress kind={of.kind} id={of.id} startsOpen={startsOpen} />}
    </RunEntry>
  );
}
