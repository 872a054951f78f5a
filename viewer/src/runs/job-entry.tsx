import { Link } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { jobTones, StopJob } from "../replay/index.ts";
import { Badge, when } from "../ui/index.ts";
import { RunEntry } from "./run-entry.tsx";
import { jobFacts, kindWords, pageOf } from "./run-words.ts";
import { Waiting } from "./waiting.tsx";
import { SessionProgress } from "./session-progress.tsx";

export function JobEntry({ job, startsOpen }: { job: JobView; startsOpen: boolean }) {
  const { id, kind, name, status, from, sessions, of, error, remedy, resumes, startedAt, gatesFailed } = job;
  const page = pageOf(job);
  return (
    <RunEntry
      label={`${kindWords[kind]}: ${name}`}
      kind={kindWords[kind]}
      name={name}
      href={page}
      tone={gatesFailed === undefined ? jobTones[status] : "calm"}
      state={status}
      head={
        <>
          {gatesFailed !== undefined && <Badge tone="bad">gates failed</Badge>}
          {resumes && <Badge>resumed</Badge>}
          <span className="muted small">{when(startedAt)}</span>
          {status === "running" && <StopJob id={id} />}
          {status !== "running" && from && sessions.length > 0 && (
            <Link className="button" href={compareLink([from.session, ...sessions])}>
              Compare with the original
            </Link>
          )}
          {status !== "running" && kind === "play" && page && (
            <Link className="button" href={page}>
              Open session
            </Link>
          )}
        </>
      }
      progress={status === "running" && job}
      facts={jobFacts(job)}
      problem={gatesFailed ?? (error && [error, remedy].filter(Boolean).join(" "))}
    >
      {status === "running" && job.doingSince !== undefined && (
        <p className="small muted">
          <Waiting job={job} />
        </p>
      )}
      {of && <SessionProgress kind={of.kind} id={of.id} startsOpen={startsOpen} />}
    </RunEntry>
  );
}
