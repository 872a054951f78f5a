import { Link } from "wouter";
import type { ComparisonView } from "../../../src/contract/playtest-api.ts";
import { Badge } from "../ui/index.ts";
import { letter } from "./letter.ts";

/** Who is compared, what differs, and from where on they are not the same. */
export function CompareHead({ view: { sessions, differs, firstDifference, shared } }: { view: ComparisonView }) {
  const values = Object.entries(differs.values);
  return (
    <header className="compare-head">
      <h1>Compare</h1>
      <ul>
        {sessions.map(({ id, outcome, brokenBy }, at) => (
          <li key={id}>
            <b className={`arm arm-${at}`}>{letter(at)}</b>
            <Link href={`/sessions/${encodeURIComponent(id)}`}>{id}</Link> <Badge>{outcome}</Badge>
            {brokenBy.length > 0 && <Badge tone="warn">broken by its players</Badge>}
            <span className="muted small">{values.map(([name, each]) => `${name}: ${each[at] ?? "–"}`).join(" · ")}</span>
          </li>
        ))}
      </ul>
      <p className="muted">
        {shared.branchPoint !== null && `They are one session up to turn ${shared.branchPoint}. `}
        {firstDifference ? `They part in turn ${firstDifference.turn}: first in what the ${firstDifference.where === "relay" ? "spokesperson" : firstDifference.where} said.` : "In the turns that both have, they are the same."}
      </p>
    </header>
  );
}
