import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { WorkSession } from "../../../src/contract/index.ts";
import { Badge, Loading, money, NOT_KNOWN, Problem, score, DataTable } from "../ui/index.ts";
import { inOrder } from "./run-words.ts";
import { workSessionsQuery } from "./runs-queries.ts";

const SHOWN = 12;
const tones = { playing: "live", done: "good", failed: "bad", stopped: "warn", waiting: "calm" } as const;

/** Which sessions of an experiment play now, at which turn, with which findings and cost. */
export function SessionProgress({
  kind,
  id,
  startsOpen,
}: {
  kind: "matrix" | "ab" | "bisect";
  id: string;
  startsOpen: boolean;
}) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small">Sessions</summary>
      {open && <Sessions kind={kind} id={id} />}
    </details>
  );
}

function Sessions({ kind, id }: { kind: "matrix" | "ab" | "bisect"; id: string }) {
  const { data, error, refetch } = useQuery(workSessionsQuery(kind, id));
  const [all, setAll] = useState(false);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="sessions" />;
  const sessions = inOrder(data.sessions);
  const shown = all ? sessions : sessions.slice(0, SHOWN);
  return (
    <>
      <DataTable
        label="Sessions"
        className="run-sessions"
        columns={[
          { text: "Session" },
          { text: "State" },
          ...["Turn", "Findings", "Score", "Cost"].map((number) => ({ number })),
        ]}
      >
        {shown.map((session) => (
          <SessionRow key={session.session} session={session} />
        ))}
      </DataTable>
      {sessions.length > shown.length && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show all {sessions.length} sessions
        </button>
      )}
    </>
  );
}

function SessionRow({
  session: { session, name, state, turn, issues, cost, overall },
}: {
  session: WorkSession;
}) {
  return (
    <tr>
      <td>
        {state === "waiting" ? name : <Link href={`/sessions/${encodeURIComponent(session)}`}>{name}</Link>}
      </td>
      <td>
        <Badge tone={tones[state]}>{state}</Badge>
      </td>
      <td className="number" data-label="Turn">
        {state === "waiting" ? NOT_KNOWN : turn}
      </td>
      <td className="number" data-label="Findings">
        {issues ?? NOT_KNOWN}
      </td>
      <td className="number" data-label="Score">
        {overall === null ? NOT_KNOWN : score(overall)}
      </td>
      <td className="number" data-label="Cost">
        {money(cost)}
      </td>
    </tr>
  );
}
