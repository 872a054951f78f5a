import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import type { JobView } from "../../../src/contract/index.ts";
import { Badge, Icon, money } from "../ui/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { jobTones, StopJob } from "./stop-job.tsx";
import { Waiting } from "../runs/waiting.tsx";
import { editLink } from "./edit-link.ts";
import { jobsQuery } from "./replay-queries.ts";
import "./replay.css";

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
      {jobs.map((job) => (
        <Job key={job.id} job={job} putAway={() => setAway((before) => [...before, job.id])} />
      ))}
    </aside>
  );
}

/** Replays that run and are not in the tray yet. Other work is on the page of runs. */
export const newlyRunning = (jobs: readonly JobView[], shown: readonly string[]): string[] =>
  jobs.flatMap(({ id, status, kind }) =>
    status === "running" && kind === "replay" && !shown.includes(id) ? [id] : [],
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
  jobs.filter(({ id }) => shown.includes(id) && !away.includes(id) && !inPage.has(id)).slice(0, MOST_SHOWN);

function Job({ job, putAway }: { job: JobView; putAway: () => void }) {
  const { id, name, status, from, done, total, cost, error, sessions } = job;
  return (
    <section className="job" role="status">
      <header>
        <b title={from?.session}>
          {name.split(", ")[0]}: replay{from && ` of turn ${from.turn + 1}`}
        </b>
        <Badge tone={jobTones[status]}>{status}</Badge>
        {status === "running" ? (
          <StopJob id={id} className="quiet" />
        ) : (
          <button type="button" className="icon-button" onClick={putAway} aria-label="Dismiss">
            <Icon name="cross" />
          </button>
        )}
      </header>
      <progress max={Math.max(1, total)} value={done} aria-label="Branch played" />
      <p className="muted small">
        {money(cost)}
        {from && (
          <>
            {" · "}
            <Link href={editLink(from.session, { turn: from.turn + 1, job: id })}>open</Link>
          </>
        )}
        {from && sessions.length > 0 && status !== "running" && (
          <>
            {" · "}
            <Link href={compareLink([from.session, ...sessions])}>compare</Link>
          </>
        )}
      </p>
      {status === "running" && (
        <p className="muted small">
          <Waiting job={job} />
        </p>
      )}
      {error && <p className="small problem-text">{error}</p>}
    </section>
  );
}
