import { Link } from "wouter";
import type { BranchNode, SessionView } from "../../../../src/contract/index.ts";
import { compareLink } from "../../compare/compare-link.ts";
import { usePicked } from "../../compare/use-picked.ts";
import { branchFacts, branchName, editWords } from "../../replay/index.ts";
import { Badge, OutcomeBadge, score } from "../../ui/index.ts";

/** The session's branches, and a way to compare them. */
export function BranchesLens({
  view,
  replay,
  reading,
}: {
  view: SessionView;
  replay: (() => void) | undefined;
  /** The turn that it replays. */ reading: number;
}) {
  const { picked, pick, full } = usePicked();
  const tree = branchTree(view.branches);
  return (
    <div className="lens">
      <div className="lens-bar">
        {replay && (
          <button type="button" className="primary" onClick={replay}>
            {editWords(reading)}
          </button>
        )}
        {picked.length >= 2 ? (
          <Link className="button" href={compareLink(picked)}>
            Compare the {picked.length}
          </Link>
        ) : (
          <span className="muted small">
            {tree.length < 2
              ? "Replay the session to create a branch, then compare the two."
              : "Select two or more. The others are compared with the first one selected."}
          </span>
        )}
      </div>
      <ul className="branch-tree">
        {tree.map(({ branch, depth }) => (
          <li key={branch.id} style={{ paddingLeft: `${depth * 1.25}rem` }}>
            <input
              type="checkbox"
              checked={picked.includes(branch.id)}
              disabled={full && !picked.includes(branch.id)}
              onChange={() => pick(branch.id)}
              aria-label={`Compare ${branch.id}`}
            />
            <BranchLine branch={branch} here={branch.id === view.card.id} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function BranchLine({ branch, here }: { branch: BranchNode; here: boolean }) {
  const { id, parent, fromTurn, turns, outcome, live, unreadable } = branch;
  const name =
    fromTurn === 0 && parent === null
      ? "The first session"
      : `From turn ${fromTurn + 1}: ${branchName(branch)}`;
  return (
    <span className="branch-line">
      {here ? (
        <b>{name} (this one)</b>
      ) : (
        <Link
          href={`/sessions/${encodeURIComponent(id)}${fromTurn > 0 ? `?turn=${Math.min(turns, fromTurn + 1)}` : ""}`}
        >
          {name}
        </Link>
      )}
      <OutcomeBadge outcome={outcome} live={live} played={turns - fromTurn} />
      {unreadable && <Badge tone="bad">unreadable</Badge>}
      <span className="muted small number branch-facts">{branchFacts(branch, score).join(" · ")}</span>
    </span>
  );
}

type Leaf = { branch: BranchNode; depth: number };

/** Branches in tree order, each followed by its own branches. */
function branchTree(branches: readonly BranchNode[]): Leaf[] {
  const known = new Set(branches.map(({ id }) => id));
  const below = (parent: string, depth: number): Leaf[] =>
    branches
      .filter((one) => one.parent === parent)
      .flatMap((branch) => [{ branch, depth }, ...below(branch.id, depth + 1)]);
  return branches
    .filter(({ parent }) => parent === null || !known.has(parent))
    .flatMap((branch) => [{ branch, depth: 0 }, ...below(branch.id, 1)]);
}
