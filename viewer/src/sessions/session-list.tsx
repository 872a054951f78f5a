import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState, type KeyboardEvent } from "react";
import type { SessionCard } from "../../../src/contract/index.ts";
import { exported } from "../exported/index.ts";
import { NARROW, useListKeys, useMedia } from "../ui/index.ts";
import type { Picked } from "../compare/use-picked.ts";
import { SessionRow } from "./session-row.tsx";

/** However many sessions there are, only those in sight are rendered; the next page is fetched shortly before it is needed. */
export function SessionList({
  sessions,
  picked: { picked, pick, full },
  more,
}: {
  sessions: readonly SessionCard[];
  picked: Picked;
  more?: () => void;
}) {
  const narrow = useMedia(NARROW);
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({
    count: sessions.length,
    estimateSize: () => (narrow ? 96 : 58),
    overscan: 12,
    scrollMargin: top,
  });
  const { list, onKeyDown } = useListKeys({
    count: sessions.length,
    show: (index) => rows.scrollToIndex(index, { align: "auto" }),
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [list]);
  useEffect(() => {
    if (last > sessions.length - 20) more?.();
  }, [last, more, sessions.length]);
  // x ticks the row that has the focus, as in other lists of this kind.
  const press = (event: KeyboardEvent<HTMLElement>) => {
    onKeyDown(event);
    const box =
      event.key === "x" && event.target instanceof Element
        ? event.target.closest("[data-row]")?.querySelector<HTMLInputElement>(".tick input")
        : null;
    box?.click();
  };
  return (
    <div className="session-list" ref={list} onKeyDown={press}>
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
      <ul style={{ height: rows.getTotalSize(), position: "relative" }}>
        {items.map(({ index, start, key }) => {
          const session = sessions[index];
          return (
            session && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-row={index}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <Tick session={session} ticked={picked.includes(session.id)} full={full} pick={pick} />
                <SessionRow session={session} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Beside the row, which is a link: a tick goes nowhere. */
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
    <label className="tick" title="Tick two or more to compare them (x)">
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
