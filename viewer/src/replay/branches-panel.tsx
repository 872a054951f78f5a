import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { BranchNode, JobView, SessionView } from "../../../src/contract/index.ts";
import { Badge, count, duration, money, OutcomeBadge, Problem, score, DataTable } from "../ui/index.ts";
import { changeWords, diceWords } from "./branch-name.ts";
import { Waiting } from "../runs/waiting.tsx";
import { ReplayOutcome } from "./replay-outcome.tsx";
import { jobTones, StopJob } from "./stop-job.tsx";
import { jobsQuery } from "./replay-queries.ts";

/** The branches of a replay as they grow, and then how they compare with the session. */
export function BranchesPanel({
  view,
  job: id,
  control: controlId,
  kind,
  onControl,
}: {
  view: SessionView;
  job: string;
  /** The job that plays the unchanged session, for pairs. */ control: string | undefined;
  kind: string | undefined;
  onControl: (job: string) => void;
}) {
  const { data, error } = useQuery(jobsQuery);
  const job = data?.jobs.find((job) => job.id === id);
  const control = data?.jobs.find((job) => job.id === controlId);
  const panel = useRef<HTMLElement>(null);
  const isKnown = job !== undefined;
  useEffect(() => panel.current?.focus(), [id, isKnown]);
  if (error && !data) return <Problem error={error} />;
  if (!data) return null;
  return (
    <section className="panel branches-panel" ref={panel} tabIndex={-1} aria-label="Replayed branches">
      {job ? (
        <>
          {/* The outcome comes before the numbers behind it. */}
          {job.status !== "running" && (
            <ReplayOutcome view={view} job={job} control={control} kind={kind} onControl={onControl} />
          )}
          <Growing
            view={view}
            job={job}
            title={`${count(job.total, "branch", "branches")} from turn ${(job.from?.turn ?? 0) + 1}`}
          />
          {control && <Growing view={view} job={control} title="Without the change" />}
        </>
      ) : (
        <p>
          This replay is unknown, because the server was restarted.{" "}
          <Link href={`/sessions/${encodeURIComponent(view.card.id)}?lens=branches`}>
            See all branches of the session
          </Link>
        </p>
      )}
    </section>
  );
}

/** One row per branch, also for those not started yet. */
function Growing({ view, job, title }: { view: SessionView; job: JobView; title: string }) {
  const rows = Array.from({ length: job.total }, (_, at) =>
    view.branches.find(({ id }) => id === job.sessions[at]),
  );
  // The limit of turns is raised to make room for them: that changes nothing in the turns themselves.
  const changed = rows
    .find((row) => row !== undefined)
    ?.changed.filter((change) => !change.startsWith("max turns:"));
  return (
    <>
      <header className="lens-bar">
        <h2>{title}</h2>
        <Badge tone={jobTones[job.status]}>{job.status}</Badge>
        <span className="muted small number">{money(job.cost)}</span>
        <span className="muted small number">
          <Elapsed job={job} />
        </span>
        {job.status === "running" && <StopJob id={job.id} />}
      </header>
      {job.error && <p className="problem-text small">{job.error}</p>}
      {job.status === "running" && (
        <p className="muted small">
          <Waiting job={job} />
          {job.doing !== undefined && job.total > 1 && " · "}
          {job.total > 1 && "The branches are played one after another."}
        </p>
      )}
      {changed && changed.length > 0 && <p className="muted small">{changeWords(changed)}</p>}
      <DataTable
        label="Branches"
        columns={[
          { text: "Branch" },
          ...["Turns", "Findings", "Score", "Cost"].map((number) => ({ number })),
          { text: "State" },
        ]}
      >
        {rows.map((row, at) => (
          <BranchRow
            key={at}
            at={at}
            branch={row}
            most={job.turnsEach}
            isRunning={job.status === "running"}
          />
        ))}
      </DataTable>
    </>
  );
}

/** Since the start, second by second. */
function Elapsed({ job: { startedAt, endedAt } }: { job: JobView }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endedAt !== null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [endedAt]);
  const ms = (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt);
  return duration(endedAt === null ? Math.max(0, Math.floor(ms / 1_000) * 1_000) : Math.max(0, ms));
}

/** What a branch is doing. After its last turn, the turns are read and scored. */
export function doing(played: number, most: number | undefined): string {
  if (most !== undefined && played >= most) return "being read";
  return most === undefined ? `turn ${played + 1}` : `turn ${played + 1} of ${most}`;
}

function BranchRow({
  at,
  branch,
  most,
  isRunning,
}: {
  at: number;
  branch: BranchNode | undefined;
  /** How many turns it may play. */ most: number | undefined;
  isRunning: boolean;
}) {
  if (!branch)
    return (
      <tr>
        <th scope="row">Branch {at + 1}</th>
        <td colSpan={4} />
        <td className="muted">{isRunning ? "waits" : "not started"}</td>
      </tr>
    );
  const { id, fromTurn, turns, issues, overall, cost, outcome, live, replicate } = branch;
  return (
    <tr>
      <th scope="row">
        <Link href={`/sessions/${encodeURIComponent(id)}?turn=${Math.min(turns, fromTurn + 1)}`}>
          Branch {at + 1}
        </Link>{" "}
        <span className="muted small">{diceWords(replicate)}</span>
      </th>
      <td className="number">{turns - fromTurn}</td>
      <td className="number">{turns > fromTurn ? (issues ?? "not read") : ""}</td>
      <td className="number">{score(overall)}</td>
      <td className="number">{money(cost)}</td>
      <td>
        {live ? (
          <Badge tone="live">{doing(turns - fromTurn, most)}</Badge>
        ) : outcome === "stopped" ? (
          <Badge tone="good">played</Badge>
        ) : (
          <OutcomeBadge outcome={outcome} />
        )}
      </td>
    </tr>
  );
}
