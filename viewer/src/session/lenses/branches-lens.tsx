import { useState } from "react";
import { Link } from "wouter";
import type { BranchNode, SessionView } from "../../../../src/contract/playtest-api.ts";
import { OutcomeBadge, decimal } from "../../ui/index.ts";
import { branchTree } from "./branch-tree.ts";

/** As many as the API takes. */
const MOST_COMPARED = 12;

/** The session's family, and a way to hold two of it side by side. */
export function BranchesLens({ view, replay }: { view: SessionView; replay: (() => void) | undefined }) {
  const [picked, setPicked] = useState<readonly string[]>([]);
  const tree = branchTree(view.branches);
  const pick = (id: string) => setPicked((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-MOST_COMPARED)));
  return (
    <div className="lens">
      <div className="lens-bar">
        {replay && (
          <button type="button" className="primary" onClick={replay}>
            Replay from here
          </button>
        )}
        {picked.length >= 2 ? (
          <Link className="button" href={`/compare?sessions=${picked.map(encodeURIComponent).join(",")}`}>
            Compare the {picked.length}
          </Link>
        ) : (
          <span className="muted small">{tree.length < 2 ? "A replay grows a branch, which can be compared with this." : "Choose two or more to compare: the first is what the others are held against."}</span>
        )}
      </div>
      <ul className="branch-tree">
        {tree.map(({ branch, depth }) => (
          <li key={branch.id} style={{ paddingLeft: `${depth * 1.25}rem` }}>
            <input type="checkbox" checked={picked.includes(branch.id)} onChange={() => pick(branch.id)} aria-label={`Compare ${branch.id}`} />
            <BranchLine branch={branch} here={branch.id === view.card.id} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function BranchLine({ branch: { id, parent, fromTurn, turns, changed, outcome, overall, live }, here }: { branch: BranchNode; here: boolean }) {
  const name = parent === null ? "the first session" : `from turn ${fromTurn}: ${changed.length > 0 ? changed.join(", ") : "the same again"}`;
  return (
    <span className="branch-line">
      {here ? <b>{name} (this)</b> : <Link href={`/sessions/${encodeURIComponent(id)}`}>{name}</Link>}
      <span className="muted small number">
        {turns} turns · {overall === null ? "no score" : decimal(overall)}
      </span>
      <OutcomeBadge outcome={outcome} live={live} />
    </span>
  );
}
