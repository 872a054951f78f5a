import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { ExportedNotes } from "../exported/index.ts";
import { Badge, Loading, Problem, useTitle } from "../ui/index.ts";
import { ResumeForm } from "../runs/resume-form.tsx";
import { VerdictView } from "../verdict/index.ts";
import { matrixQuery } from "./matrix-queries.ts";
import { SessionList } from "./session-list.tsx";

/** One matrix: its verdict with the tables, and its sessions. */
export function MatrixPage({ id }: { id: string }) {
  useTitle(`Matrix ${id}`);
  const { data, error, isPending, refetch } = useQuery(matrixQuery(id));
  if (isPending) return <Loading what="the matrix" />;
  if (!data) return <Problem error={error} onRetry={() => void refetch()} />;
  const { verdict, live, done, planned } = data;
  const isOpen = done < planned;
  return (
    <div className="page matrix-page">
      <p className="crumbs">
        <Link href="/experiments">Experiments</Link> <span className="muted">/ Matrix</span>
      </p>
      <div className="page-head">
        <h1>{id}</h1>
        {live && <Badge tone="live">live</Badge>}
        {!live && isOpen && <Badge tone="warn">unfinished</Badge>}
      </div>
      <ExportedNotes />
      {isOpen && (
        <div className="matrix-progress">
          <progress value={done} max={planned} aria-label="Sessions played" />
          <span className="number">
            {done} of {planned} sessions
          </span>
          {!live && <ResumeForm dir={`matrices/${id}`} />}
        </div>
      )}
      <VerdictView verdict={verdict} />
      <SessionList id={id} matrix={data} />
    </div>
  );
}
