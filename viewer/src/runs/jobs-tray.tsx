import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { Icon } from "../ui/index.ts";
import { JobEntry } from "./job-entry.tsx";
import { jobsQuery } from "./runs-queries.ts";
import { isOpen } from "./stop-job.tsx";

const MOST_SHOWN = 3;

/** Running replays, shown on every page. One that ends stays until it is dismissed. */
export function JobsTray() {
  const { data } = useQuery(jobsQuery);
  const [shown, setShown] = useState<readonly string[]>([]);
  const [away, setAway] = useState<readonly string[]>([]);
  const begun = newlyRunning(data?.jobs ?? [], shown);
  useEffect(() => {
    if (begun.length > 0) setShown((before) => [...before, ...begun]);
  }, [begun]);
  const [params] = useSearchParams();
  // The editor shows its own job.
  const inPage = new Set([params.get("job")]);
  const [place] = useLocation();
  const jobs = trayed(data?.jobs ?? [], { shown, away, inPage });
  // Runs lists them, and the editor shows the one of its session.
  if (jobs.length === 0 || place === "/runs" || place.endsWith("/edit")) return null;
  return (
    <aside className="jobs" aria-label="Replays">
      <ul>
        {jobs.map((job) => (
          <JobEntry key={job.id} job={job}>
            {!isOpen(job) && (
              <button
                type="button"
                className="icon-button"
                onClick={() => setAway((before) => [...before, job.id])}
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
  jobs.flatMap((job) =>
    isOpen(job) && job.operation === "replay" && !shown.includes(job.id) ? [job.id] : [],
  );

/** A replay that was seen running stays until it is dismissed, unless the page itself shows it. */
export const trayed = (
  jobs: readonly JobView[],
  {
    shown,
    away,
    inPage,
  }: { shown: readonly string[]; away: readonly string[]; inPage: ReadonlySet<string | null> },
): JobView[] =>
  jobs
    .filter(({ id, of }) => !of && shown.includes(id) && !away.includes(id) && !inPage.has(id))
    .slice(0, MOST_SHOWN);
