import type { KeyboardEvent } from "react";
import type { SessionCard } from "../../../src/contract/index.ts";
import type { Picked } from "../compare/use-picked.ts";
import { exported } from "../exported/index.ts";
import { NARROW, RowList, useMedia, type Pages } from "../ui/index.ts";
import { SessionRow } from "./session-row.tsx";

/** Sessions under a head of columns, each with a box to tick it for comparison. */
export function SessionList({
  sessions,
  pages,
  picked: { picked, pick, full },
}: {
  sessions: readonly SessionCard[];
  pages: Pages;
  picked: Picked;
}) {
  const narrow = useMedia(NARROW);
  return (
    <RowList
      rows={sessions}
      pages={pages}
      height={narrow ? 96 : 58}
      className="session-list"
      head={head}
      onKeyDown={tickOnX}
    >
      {(session) => (
        <>
          <Tick session={session} ticked={picked.includes(session.id)} full={full} pick={pick} />
          <SessionRow session={session} />
        </>
      )}
    </RowList>
  );
}

const head = (
  <div className="session-row head" aria-hidden="true">
    <span>Story · prompt · narrator</span>
    <span>Outcome</span>
    <span className="number">Turns</span>
    <span className="number">Pulses</span>
    <span className="number">Issues</span>
    <span>Score</span>
    <span className="number">Cost</span>
    <span className="number">Played</span>
  </div>
);

/** x ticks the focused row, as it does in mail clients. */
function tickOnX(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== "x" || !(event.target instanceof Element)) return;
  event.target.closest("[data-row]")?.querySelector<HTMLInputElement>(".tick input")?.click();
}

/** Stands beside the row, not in it: the row is a link, and a tick must not follow it. */
function Tick({
  session: { id, story, unreadable },
  ticked,
  full,
  pick,
}: {
  session: SessionCard;
  ticked: boolean;
  full: boolean;
  pick: (id: string) => void;
}) {
  if (exported || unreadable !== undefined) return null;
  return (
    <label className="tick" title="Select two or more to compare (x)">
      <input
        type="checkbox"
        checked={ticked}
        disabled={full && !ticked}
        onChange={() => pick(id)}
        aria-label={`Compare ${story}, ${id}`}
      />
    </label>
  );
}
