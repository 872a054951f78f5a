import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { Command, Empty, Loading, Problem, useAddress, useTitle } from "../ui/index.ts";
import { JobEntry } from "./job-entry.tsx";
import { onePerRun } from "./run-words.ts";
import { jobsQuery, runsQuery } from "./runs-queries.ts";
import { WorkEntry } from "./work-entry.tsx";

/** Active, resumable and ended runs. */
export function RunsPage() {
  useTitle("Runs");
  const jobs = useQuery(jobsQuery);
  const runs = useQuery(runsQuery);
  const { values } = useAddress(["job"]);
  // The jobs are known at once. The files of the workspace take longer: they fill in the rest.
  if (jobs.isPending) return <Loading what="runs" />;
  if (jobs.data === undefined) return <Problem error={jobs.error} onRetry={() => void jobs.refetch()} />;
  const { running, open, ended } = onePerRun(jobs.data.jobs, runs.data?.work ?? []);
  const nothing = !runs.isPending && !runs.isError && running.length + open.length + ended.length === 0;
  return (
    <div className="page">
      <div className="page-head">
        <h1>Runs</h1>
      </div>
      {nothing && (
        <Empty title="No runs yet">
          <p>
            <Link href="/start">Start a session, a matrix, an A/B test or a check</Link> here, or in a
            terminal:
          </p>
          <Command>rehearse play --story innsmouth --narrator house</Command>
        </Empty>
      )}
      <JobList title="Playing now" jobs={running} open={values.job} />
      {runs.isPending && <Loading what="unfinished runs" />}
      {runs.error && <Problem error={runs.error} onRetry={() => void runs.refetch()} />}
      {open.length > 0 && (
        <section className="run-section" aria-labelledby="stopped-work">
          <h2 id="stopped-work">Unfinished</h2>
          <p className="muted small">
            From the files of the workspace. Resuming does not repeat answered calls. Raise the budget to
            resume work that has spent it.
          </p>
          <ul className="runs">
            {open.map((one) => (
              <WorkEntry key={`${one.kind} ${one.id}`} work={one} />
            ))}
          </ul>
        </section>
      )}
      {!runs.isPending && <JobList title="Ended since the server started" jobs={ended} open={values.job} />}
    </div>
  );
}

function JobList({
  title,
  jobs,
  open,
}: {
  title: string;
  jobs: readonly JobView[];
  /** The job that was just started. */ open: string | undefined;
}) {
  if (jobs.length === 0) return null;
  return (
    <section className="run-section" aria-label={title}>
      <h2>{title}</h2>
      <ul className="runs">
        {jobs.map((job) => (
          <JobEntry key={job.id} job={job} startsOpen={job.id === open} />
        ))}
      </ul>
    </section>
  );
}
