import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import type { IssueRow } from "../../../src/contract/index.ts";
import { useListKeys, useTop } from "../ui/index.ts";
import { IssueEntry } from "./issue-entry.tsx";

/** Ten thousand rows: only those in sight are rendered, and pages are fetched shortly before they are needed. */
export function IssueList({ issues, more }: { issues: readonly IssueRow[]; more?: () => void }) {
  const box = useRef<HTMLUListElement>(null);
  const top = useTop(box);
  const rows = useWindowVirtualizer({
    count: issues.length,
    estimateSize: () => 92,
    overscan: 10,
    scrollMargin: top,
  });
  const { list, onKeyDown } = useListKeys({
    count: issues.length,
    show: (index) => rows.scrollToIndex(index, { align: "auto" }),
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > issues.length - 40) more?.();
  }, [last, more, issues.length]);
  return (
    <div className="rows" ref={list} onKeyDown={onKeyDown}>
      <ul ref={box} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const issue = issues[index];
          return (
            issue && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-row={index}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <IssueEntry issue={issue} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
