import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Command, Empty, Loading, PageHead, Problem, useTitle } from "../ui/index.ts";
import { JobEntry, UnfinishedEntry } from "./run-entry.tsx";
import { listRuns, type ListedRun } from "./run-words.ts";
import { jobsQuery, runsQuery } from "./runs-queries.ts";

/** What is played now, and below it what ended or stopped, the newest first. */
export function RunsPage() {
  useTitle("Runs");
  const jobs = useQuery(jobsQuery);
  const runs = useQuery(runsQuery);
  const { dismissed, change } = useDismissed();
  // The jobs are known at once. The files of the workspace take longer: they fill in the rest.
  if (jobs.isPending) return <Loading what="runs" />;
  if (jobs.data === undefined)
    return <Problem as="h1" error={jobs.error} onRetry={() => void jobs.refetch()} />;
  const all = listRuns(jobs.data.jobs, runs.data ?? { sessions: [], experiments: [] });
  const shown = all.filter(({ key }) => !dismissed.includes(key));
  const sections = Object.entries(
    Object.groupBy(shown, ({ isPlaying }) => (isPlaying ? "Playing now" : "Ended or unfinished")),
  );
  return (
    <div className="page">
      <PageHead title="Runs">
        {shown.length < all.length && (
          <button type="button" className="quiet" onClick={() => change([])}>
            Show {all.length - shown.length} dismissed
          </button>
        )}
      </PageHead>
      {runs.data && shown.length === 0 && (
        <Empty title="Nothing is playing">
          <p>
            <Link href="/start">Start a session, a matrix, an A/B test or a check</Link> here, or in a
            terminal:
          </p>
          <Command>rehearse play --story innsmouth --narrator house</Command>
        </Empty>
      )}
      {sections.map(([title, list = []]) => (
        <section key={title} className="run-section" aria-label={title}>
          <h2>{title}</h2>
          <ul className="rows">
            {list.map((run) => (
              <Entry key={run.key} run={run} dismiss={() => change([...dismissed, run.key])} />
            ))}
          </ul>
        </section>
      ))}
      {runs.isPending && <Loading what="unfinished runs" />}
      {runs.error && <Problem error={runs.error} onRetry={() => void runs.refetch()} />}
    </div>
  );
}

const Entry = ({ run: { job, ...unfinished }, dismiss }: { run: ListedRun; dismiss: () => void }) =>
  job ? <JobEntry job={job} /> : <UnfinishedEntry {...unfinished} dismiss={dismiss} />;

const KEY = "rehearse-dismissed";

/** Runs that nobody wants to resume. Their sessions stay in the list of sessions. Remembered in this browser. */
function useDismissed() {
  const [dismissed, setDismissed] = useState<readonly string[]>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(kept) ? kept.map(String) : [];
    } catch {
      return [];
    }
  });
  const change = (keys: readonly string[]) => {
    setDismissed(keys);
    try {
      localStorage.setItem(KEY, JSON.stringify(keys));
    } catch {
      // Without storage they are hidden until the page is closed.
    }
  };
  return { dismissed, change };
}
