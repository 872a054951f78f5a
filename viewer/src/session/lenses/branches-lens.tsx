import { Link } from "wouter";
import type { SessionCard, SessionView } from "../../../../src/contract/index.ts";
import { withQuery } from "../../api/index.ts";
import { compareLink, usePicked } from "../../experiments/index.ts";
import { branchFacts, branchName, editWords, fromTurnOf } from "../../replay/index.ts";
import { OutcomeBadge, score } from "../../ui/index.ts";

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
            Compare the two
          </Link>
        ) : (
          <span className="muted small">
            {tree.length < 2
              ? "Replay the session to create a branch, then compare the two."
              : "Select two. The second is compared with the first."}
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

function BranchLine({ branch, here }: { branch: SessionCard; here: boolean }) {
  const { id, branchedFrom, turns } = branch;
  const fromTurn = fromTurnOf(branch);
  const name =
    branchedFrom === undefined ? "The first session" : `After turn ${fromTurn}: ${branchName(branchedFrom)}`;
  return (
    <span className="branch-line">
      {here ? (
        <b>{name} (this one)</b>
      ) : (
        <Link
          href={withQuery(`/sessions/${encodeURIComponent(id)}`, {
            turn: fromTurn > 0 ? Math.min(turns, fromTurn + 1) : undefined,
          })}
        >
          {name}
        </Link>
      )}
      <OutcomeBadge {...branch} played={turns - fromTurn} />
      <span className="muted small number branch-facts">{branchFacts(branch, score).join(" · ")}</span>
    </span>
  );
}

/** The server lists each session before its branches. */
function branchTree(branches: readonly SessionCard[]): Array<{ branch: SessionCard; depth: number }> {
  const depths = new Map<string | undefined, number>();
  return branches.map((branch) => {
    const depth = (depths.get(branch.parent) ?? -1) + 1;
    depths.set(branch.id, depth);
    return { branch, depth };
  });
}
