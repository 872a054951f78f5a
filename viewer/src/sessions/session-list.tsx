import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState } from "react";
import type { SessionCard } from "../../../src/contract/playtest-api.ts";
import { NARROW, useListKeys, useMedia } from "../ui/index.ts";
import { SessionRow } from "./session-row.tsx";

/** However many sessions there are, only those in sight are rendered; the next page is fetched shortly before it is needed. */
export function SessionList({ sessions, more }: { sessions: readonly SessionCard[]; more?: () => void }) {
  const narrow = useMedia(NARROW);
  const [top, setTop] = useState(0);
  const rows = useWindowVirtualizer({ count: sessions.length, estimateSize: () => (narrow ? 96 : 58), overscan: 12, scrollMargin: top });
  const { list, onKeyDown } = useListKeys({ count: sessions.length, show: (index) => rows.scrollToIndex(index, { align: "auto" }) });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useLayoutEffect(() => setTop(list.current?.offsetTop ?? 0), [list]);
  useEffect(() => {
    if (last > sessions.length - 20) more?.();
  }, [last, more, sessions.length]);
  return (
    <div className="session-list" ref={list} onKeyDown={onKeyDown}>
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
              <li key={key} ref={rows.measureElement} data-index={index} data-row={index} style={{ transform: `translateY(${start - top}px)` }}>
                <SessionRow session={session} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
