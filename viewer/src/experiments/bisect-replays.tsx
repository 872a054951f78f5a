import type { BisectView } from "../../../src/contract/index.ts";
import { Badge, DataTable, IfLinked } from "../ui/index.ts";

const turnLink = (session: string | undefined, turn: number): string | undefined =>
  session && `/sessions/${encodeURIComponent(session)}?turn=${turn}`;

/** The session that was lost, and every replay. */
export function Replays({ search: { session, sessionId, probes } }: { search: BisectView }) {
  if (probes.length === 0) return null;
  return (
    <section className="panel">
      <header className="panel-head">
        <h2>Replays</h2>
        <p className="small">
          of <IfLinked href={session && `/sessions/${encodeURIComponent(session)}`}>{sessionId}</IfLinked>
        </p>
      </header>
      <DataTable
        label="Replays"
        rows={probes}
        keyOf={({ sessionId: replay }) => replay}
        columns={[
          {
            label: "Replay",
            cell: ({ sessionId: replay, session: id, turn }) => (
              <IfLinked href={turnLink(id, turn + 1)}>{replay}</IfLinked>
            ),
          },
          { label: "After turn", number: true, cell: ({ turn }) => turn },
          {
            label: "Recovered",
            cell: ({ recovered }) => (
              <Badge tone={recovered === null ? "warn" : recovered ? "good" : "bad"}>
                {recovered === null ? "no result" : recovered ? "yes" : "no"}
              </Badge>
            ),
          },
          { label: "Why", cell: ({ why }) => why },
        ]}
      />
    </section>
  );
}
