import { useMutation } from "@tanstack/react-query";
import { Link } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { deleteJson } from "../api/index.ts";
import { Badge, Problem, when } from "../ui/index.ts";
import { jobFacts, kindWords, pageOf } from "./run-words.ts";
import { SessionProgress } from "./session-progress.tsx";

const tones = { running: "live", done: "good", stopped: "warn", failed: "bad" } as const;

export function JobEntry({ job, startsOpen }: { job: JobView; startsOpen: boolean }) {
  const { id, kind, name, status, done, total, of, error, remedy, resumes, startedAt } = job;
  const stop = useMutation({ mutationFn: () => deleteJson(`/api/jobs/${encodeURIComponent(id)}`) });
  const page = pageOf(job);
  const title = `${kindWords[kind]}: ${name}`;
  return (
    <li className="run" aria-label={title}>
      <div className="run-head">
        <h3>
          <span className="muted">{kindWords[kind]}</span> {page ? <Link href={page}>{name}</Link> : name}
        </h3>
        <Badge tone={tones[status]}>{status}</Badge>
        {resumes && <Badge>resumed</Badge>}
        <span className="muted small">{when(startedAt)}</span>
        {status === "running" && (
          <button type="button" disabled={stop.isPending} onClick={() => stop.mutate()}>
            {stop.isPending ? "Stopping …" : "Stop"}
          </button>
        )}
        {status !== "running" && kind === "play" && page && (
          <Link className="button" href={page}>
            Open session
          </Link>
        )}
      </div>
      {status === "running" && (
        <progress max={Math.max(1, total)} value={done} aria-label={`Progress of ${title}`} />
      )}
      <p className="small run-facts">{jobFacts(job).join(" · ")}</p>
      {error && (
        <p className="small problem-text">
          {error} {remedy}
        </p>
      )}
      {stop.error && <Problem error={stop.error} />}
      {of && <SessionProgress kind={of.kind} id={of.id} startsOpen={startsOpen} />}
    </li>
  );
}
