import { useMemo, useState } from "react";
import { diffWords, folded } from "./word-diff.ts";
import { count } from "./format.ts";
import "./text-diff.css";

const CONTEXT = 2;

/** What changed from one text to another, word by word. Unchanged lines far from a change are folded. */
export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const [all, setAll] = useState(false);
  const parts = useMemo(() => diffWords(before, after), [before, after]);
  if (before === after) return <p className="muted small">No difference.</p>;
  return (
    <div className="text-diff" role="group" aria-label={label} tabIndex={0}>
      {(all ? parts : folded(parts, CONTEXT)).map((part, at) =>
        part.kind === "folded" ? (
          <button key={at} type="button" className="diff-fold" onClick={() => setAll(true)}>
            {count(part.lines, "unchanged line")}
          </button>
        ) : part.kind === "removed" ? (
          <del key={at}>{part.text}</del>
        ) : part.kind === "added" ? (
          <ins key={at}>{part.text}</ins>
        ) : (
          <span key={at}>{part.text}</span>
        ),
      )}
    </div>
  );
}
