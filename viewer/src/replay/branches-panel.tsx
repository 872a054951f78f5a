import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, Redirect } from "wouter";
import { JobEntry } from "../runs/job-entry.tsx";
import { jobsQuery } from "../runs/runs-queries.ts";
import { isOpen } from "../runs/stop-job.tsx";
import { workPage } from "../runs/run-words.ts";
import { Problem } from "../ui/index.ts";

/** What was started: a branch as it grows, or the way to an A/B test. */
export function BranchesPanel({ session, job: id }: { session: string; job: string }) {
  const { data, error } = useQuery(jobsQuery);
  const job = data?.jobs.find((job) => job.id === id);
  const panel = useRef<HTMLElement>(null);
  const isKnown = job !== undefined;
  useEffect(() => panel.current?.focus(), [id, isKnown]);
  if (error && !data) return <Problem error={error} />;
  if (!data) return null;
  if (job?.of) return <Redirect to={workPage(job.of)} />;
  return (
    <section className="branches-panel" ref={panel} tabIndex={-1} aria-label="Replayed branch">
      {job ? (
        <ul>
          <JobEntry job={job} />
        </ul>
      ) : (
        <p>
          This replay is unknown, because the server was restarted.{" "}
          <Link href={`/sessions/${encodeURIComponent(session)}?lens=branches`}>
            See all branches of the session
          </Link>
        </p>
      )}
      {job?.session !== undefined && !isOpen(job) && (
        <p className="muted small">
          One branch cannot tell cause from luck. To find out, replay pairs below.
        </p>
      )}
    </section>
  );
}
