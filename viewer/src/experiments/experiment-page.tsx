import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ExperimentKind, Verdict } from "../../../src/contract/index.ts";
import { exported, ExportedNotes } from "../exported/index.ts";
import { ResumeForm } from "../runs/resume-form.tsx";
import { runDir } from "../runs/run-words.ts";
import { Badge, count, Loading, Problem, useTitle } from "../ui/index.ts";
import { VerdictView } from "../verdict/index.ts";
import { Pairs } from "./ab-pairs.tsx";
import { Replays } from "./bisect-replays.tsx";
import { experimentPlaces, experimentQuery, type Experiment } from "./experiment-queries.ts";
import { MatrixSessions } from "./matrix-sessions.tsx";
import "./experiments.css";

/** One experiment: its verdict and causes, then the pairs, replays or sessions that it rests on. */
export function ExperimentPage({ kind, id }: { kind: ExperimentKind; id: string }) {
  const { data, error, isPending, refetch } = useQuery(experimentQuery(kind, id));
  const { name } = experimentPlaces[kind];
  useTitle(data?.view.title ?? name);
  if (isPending) return <Loading what="the experiment" />;
  if (!data) return <Problem as="h1" error={error} onRetry={() => void refetch()} />;
  const { title, live, verdict } = data.view;
  return (
    <ExperimentFrame
      title={title}
      crumbs={
        <>
          {!exported && <Link href="/experiments">Experiments</Link>}
          <span className="muted">
            {!exported && " / "}
            {name} {id}
          </span>
        </>
      }
      live={live}
      verdict={kind === "ab" ? { ...verdict, tables: [] } : verdict}
      progress={<Progress experiment={data} />}
    >
      {data.kind === "ab" && <Pairs test={data.view} />}
      {data.kind === "bisect" && <Replays search={data.view} />}
      {data.kind === "matrix" && <MatrixSessions rows={data.view.rows} />}
    </ExperimentFrame>
  );
}

/** What every comparison begins with. */
export const ExperimentFrame = ({
  title,
  crumbs,
  live = false,
  verdict,
  progress,
  children,
}: {
  title: ReactNode;
  crumbs: ReactNode;
  live?: boolean;
  verdict: Verdict;
  progress?: ReactNode;
  children: ReactNode;
}) => (
  <div className="page experiment-page">
    <p className="crumbs">{crumbs}</p>
    <div className="page-head">
      <h1>{title}</h1>
      {live && <Badge tone="live">live</Badge>}
    </div>
    <ExportedNotes />
    {progress}
    {/* What is being played again is stopped no longer. */}
    <VerdictView verdict={live ? { ...verdict, outcome: "done" } : verdict} />
    {children}
  </div>
);

/** How far it is, why it ended early, and how to resume it; a test that is not decided gets as many pairs again. */
function Progress({ experiment: { kind, view } }: { experiment: Experiment }) {
  const { id, live, verdict, progress } = view;
  const { done, planned, unit } = progress;
  const endedBy = kind === "matrix" ? null : view.endedBy;
  const isDecided = verdict.outcome === "done";
  const isOpen = done < planned && !isDecided;
  const dir = runDir({ kind, id });
  // As the command does.
  const pairs = kind === "ab" ? Math.max(2 * planned, 40) : planned;
  return (
    <>
      {endedBy !== null && <p className="house-note">Ended early: {endedBy}</p>}
      <div className="experiment-progress">
        {isOpen && (
          <>
            <progress value={done} max={planned} aria-label="Progress" />
            <span className="number">
              {done} of {kind === "matrix" ? "" : "at most "}
              {count(planned, unit)}
            </span>
            {!live && <ResumeForm dir={dir} />}
          </>
        )}
        {kind === "ab" && !isOpen && !live && !isDecided && (
          <ResumeForm dir={dir} pairs={pairs} words={`Play up to ${count(pairs - planned, "more pair")}`} />
        )}
      </div>
    </>
  );
}
