import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { Icon } from "../ui/index.ts";
import { JobEntry } from "./job-entry.tsx";
import { jobsQuery } from "./runs-queries.ts";
import { isOpen } from "./stop-job.tsx";

const MOST_SHOWN = 3;

/** Replays that run while the page is open, shown everywhere. One that ends stays until it is dismissed. */
export function JobsTray() {
  const { data: { jobs } = { jobs: [] } } = useQuery(jobsQuery);
  const [shown, setShown] = useState<readonly string[]>([]);
  const begun = newlyRunning(jobs, shown);
  useEffect(() => {
    if (begun.length > 0) setShown((before) => [...before, ...begun]);
  }, [begun]);
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const [params] = useSearchParams();
  const [place] = useLocation();
  const hidden = [...dismissed, params.get("job")];
  const trayed = inTray(jobs, shown, hidden);
  // Runs lists them, and the editor shows the one of its session.
  if (trayed.length === 0 || place === "/runs" || place.endsWith("/edit")) return null;
  return (
    <aside className="jobs" aria-label="Replays">
      <ul>
        {trayed.map((job) => (
          <JobEntry key={job.id} job={job}>
            {!isOpen(job) && (
              <button
                type="button"
                className="icon-button"
                onClick={() => setDismissed([...dismissed, job.id])}
                aria-label="Dismiss"
              >
                <Icon name="cross" />
              </button>
            )}
          </JobEntry>
        ))}
      </ul>
    </aside>
  );
}

/** Replays that run and are not in the tray yet. Other work is on the page of runs. */
export const newlyRunning = (jobs: readonly JobView[], shown: readonly string[]): string[] =>
  jobs
    .filter((job) => isOpen(job) && job.operation === "replay" && !shown.includes(job.id))
    .map(({ id }) => id);

export const inTray = (
  jobs: readonly JobView[],
  shown: readonly string[],
  hidden: readonly (string | null)[],
): JobView[] =>
  jobs.filter(({ id, of }) => !of && shown.includes(id) && !hidden.includes(id)).slice(0, MOST_SHOWN);
