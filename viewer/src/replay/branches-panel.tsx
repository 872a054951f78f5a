import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Redirect } from "wouter";
import type { BranchNode, JobView, SessionView } from "../../../src/contract/index.ts";
import { compareLink } from "../compare/compare-link.ts";
import { Waiting } from "../runs/waiting.tsx";
import { Badge, DataTable, duration, money, OutcomeBadge, Problem, score } from "../ui/index.ts";
import { changeWords } from "./branch-name.ts";
import { jobsQuery } from "./replay-queries.ts";
import { jobTones, StopJob } from "./stop-job.tsx";

/** What was started: a branch as it grows, or the way to an A/B test. */
export function BranchesPanel({ view, job: id }: { view: SessionView; job: string }) {
  const { data, error } = useQuery(jobsQuery);
  const job = data?.jobs.find((job) => job.id === id);
  const panel = useRef<HTMLElement>(null);
  const isKnown = job !== undefined;
  useEffect(() => panel.current?.focus(), [id, isKnown]);
  if (error && !data) return <Problem error={error} />;
  if (!data) return null;
  if (job?.of) return <Redirect to={`/ab/${encodeURIComponent(job.of.id)}`} />;
  return (
    <section className="panel branches-panel" ref={panel} tabIndex={-1} aria-label="Replayed branch">
      {job ? (
        <Growing view={view} job={job} />
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

function Growing({ view, job }: { view: SessionView; job: JobView }) {
  const branch = view.branches.find(({ id }) => id === job.sessions[0]);
  // The limit of turns is raised to make room for them: that changes nothing in the turns themselves.
  const changed = branch?.changed.filter((change) => !change.startsWith("max turns:")) ?? [];
  const isRunning = job.status === "running";
  return (
    <>
      <header className="lens-bar">
        <h2>
          {job.kind === "ab" ? "Starting an A/B test" : `Branch from turn ${(job.from?.turn ?? 0) + 1}`}
        </h2>
        <Badge tone={jobTones[job.status]}>{job.status}</Badge>
        <span className="muted small number">{money(job.cost)}</span>
        <span className="muted small number">
          <Elapsed job={job} />
        </span>
        {isRunning && <StopJob id={job.id} />}
      </header>
      {job.error && <p className="problem-text small">{job.error}</p>}
      {isRunning && (
        <p className="muted small">
          <Waiting job={job} />
        </p>
      )}
      {changed.length > 0 && <p className="muted small">{changeWords(changed)}</p>}
      {branch && (
        <DataTable
          label="Branch"
          columns={[
            { text: "Branch" },
            ...["Turns", "Findings", "Score", "Cost"].map((number) => ({ number })),
            { text: "State" },
          ]}
        >
          <BranchRow branch={branch} most={job.turnsEach} />
        </DataTable>
      )}
      {branch && !isRunning && (
        <p>
          <Link className="button primary" href={compareLink([view.card.id, branch.id])}>
            Compare the branch with the session
          </Link>{" "}
          <span className="muted small">
            One branch cannot tell cause from luck. To find out, replay pairs below.
          </span>
        </p>
      )}
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
  branch: { id, fromTurn, turns, issues, overall, cost, outcome, live },
  most,
}: {
  branch: BranchNode;
  /** How many turns it may play. */ most: number | undefined;
}) {
  return (
    <tr>
      <th scope="row">
        <Link href={`/sessions/${encodeURIComponent(id)}?turn=${Math.min(turns, fromTurn + 1)}`}>Branch</Link>
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
