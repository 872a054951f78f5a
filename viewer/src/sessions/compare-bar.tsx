import { Link } from "wouter";
import { compareLink, MOST_COMPARED } from "../compare/compare-link.ts";
import type { Picked } from "../compare/use-picked.ts";
import { count } from "../ui/index.ts";

/** What is ticked, wherever one has scrolled to, and what can be done with it. */
export function CompareBar({ picked, clear, full }: Picked) {
  if (picked.length === 0) return null;
  return (
    <aside className="compare-bar" aria-label="Compare sessions">
      <span role="status">
        {count(picked.length, "session")} ticked
        {picked.length === 1
          ? ": tick another to compare it with"
          : full
            ? `, and ${MOST_COMPARED} is the most`
            : ""}
      </span>
      {picked.length > 1 && (
        <Link className="button primary" href={compareLink(picked)}>
          Compare
        </Link>
      )}
      <button type="button" className="quiet" onClick={clear}>
        Untick all
      </button>
    </aside>
  );
}
