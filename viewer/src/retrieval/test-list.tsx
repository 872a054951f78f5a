import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { TestCard } from "../../../src/contract/index.ts";
import { Badge, NARROW, NOT_KNOWN, useListKeys, useMedia, useTop } from "../ui/index.ts";
import { testHref } from "./links.ts";
import { StateBadge } from "./state-badge.tsx";

/** However many tests there are, only those in sight are rendered. */
export function TestList({
  tests,
  target,
  more,
}: {
  tests: readonly TestCard[];
  target: string;
  more?: () => void;
}) {
  const narrow = useMedia(NARROW);
  const box = useRef<HTMLUListElement>(null);
  const top = useTop(box);
  const rows = useWindowVirtualizer({
    count: tests.length,
    estimateSize: () => (narrow ? 86 : 58),
    overscan: 12,
    scrollMargin: top,
  });
  const { list, onKeyDown } = useListKeys({
    count: tests.length,
    show: (index) => rows.scrollToIndex(index, { align: "auto" }),
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last > tests.length - 30) more?.();
  }, [last, more, tests.length]);
  return (
    <div className="rows" ref={list} onKeyDown={onKeyDown}>
      <ul ref={box} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const test = tests[index];
          return (
            test && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                data-row={index}
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <TestRow test={test} target={target} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

const TestRow = memo(function TestRow({ test, target }: { test: TestCard; target: string }) {
  const { test_id, name, prompt, groups, state, score } = test;
  return (
    <Link href={testHref(test_id, target)} className="row-link in-columns test-row">
      <span className="what">
        <span className="title">
          <code>{test_id}</code> {name}
        </span>
        <span className="sub muted">{prompt ?? groups.join(", ")}</span>
      </span>
      <span className="marks">
        <Marks test={test} />
      </span>
      <StateBadge state={state} />
      <b className="number">{score ?? NOT_KNOWN}</b>
    </Link>
  );
});

export function Marks({
  test: { stale, overridden, contested },
}: {
  test: Pick<TestCard, "stale" | "overridden" | "contested">;
}) {
  return (
    <>
      {stale.length > 0 && (
        <Badge tone="warn" title={`Changed after the expectation was made: ${stale.join(", ")}`}>
          stale
        </Badge>
      )}
      {overridden && <Badge title="A person's word counts before a model's">overridden</Badge>}
      {contested && (
        <Badge tone="warn" title="A newer calibration disagrees with the override">
          contested
        </Badge>
      )}
    </>
  );
}
