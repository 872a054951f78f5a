import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Link, Redirect } from "wouter";
import type { SessionView } from "../../../src/contract/index.ts";
import { JobEntry } from "../runs/run-entry.tsx";
import { jobsQuery } from "../runs/runs-queries.ts";
import { isOpen } from "../runs/stop-job.tsx";
import { runPage } from "../runs/run-words.ts";
import { Problem } from "../ui/index.ts";

/** What was started: a branch as it grows, or the way to an A/B test. */
export function BranchesPanel({
  view: { card, branches, turns },
  job: id,
  issue,
}: {
  view: SessionView;
  job: string;
  /** The finding that led to the editor. */ issue: number | undefined;
}) {
  const { data, error } = useQuery(jobsQuery);
  const job = data?.jobs.find((job) => job.id === id);
  const panel = useRef<HTMLElement>(null);
  const isKnown = job !== undefined;
  useEffect(() => panel.current?.focus(), [id, isKnown]);
  if (error && !data) return <Problem error={error} />;
  if (!data) return null;
  if (job?.of) return <Redirect to={runPage(job.of)} />;
  const isHouse = branches.some(({ id, house }) => house && id === job?.session);
  const canPair = !isHouse || !turns.some(({ recorded }) => recorded);
  return (
    <section className="branches-panel" ref={panel} tabIndex={-1} aria-label="Replayed branch">
      {job ? (
        <ul className="rows">
          <JobEntry job={job} issue={issue} />
        </ul>
      ) : (
        <p>
          This replay is unknown, because the server was restarted.{" "}
          <Link href={`/sessions/${encodeURIComponent(card.id)}?lens=branches`}>
            See all branches of the session
          </Link>
        </p>
      )}
      {job?.session !== undefined && !isOpen(job) && (
        <p className="muted small">
          One branch cannot tell cause from luck.{canPair && " To find out, replay pairs below."}
        </p>
      )}
    </section>
  );
}
