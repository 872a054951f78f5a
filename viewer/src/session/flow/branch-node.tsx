import { Handle, Position, type NodeProps } from "@xyflow/react";
import { Link } from "wouter";
import { branchFacts, branchName, ownTurns, shortName } from "../../replay/index.ts";
import { OutcomeBadge, count, score } from "../../ui/index.ts";
import type { FlowNode } from "./lay-out-flow.ts";
import { useFlowActions } from "./flow-actions.ts";

type Data<Type extends FlowNode["type"]> = NodeProps & { data: { node: Extract<FlowNode, { type: Type }> } };

/** Opens and folds the branches of a turn. */
export function ForkNode({ data: { node } }: Data<"fork">) {
  const { fold, stop } = useFlowActions();
  return (
    <>
      <Handle type="target" position={Position.Left} id="top" />
      <button
        type="button"
        className={`flow-node fork ${node.live ? "live" : ""}`}
        tabIndex={stop === node.id ? 0 : -1}
        aria-expanded={node.open}
        onClick={() => fold(node.turn)}
      >
        <span aria-hidden="true">{node.open ? "−" : "+"}</span>{" "}
        {node.count === 1 ? "1 branch" : `${node.count} branches`}
      </button>
      <Handle type="source" position={Position.Bottom} id="right" className="trunk" />
    </>
  );
}

/** A branch by its own turns alone: what it took over stands in its parent. */
export function BranchNodeView({ data: { node } }: Data<"branch">) {
  const { stop } = useFlowActions();
  const { id, outcome, live, turns, fromTurn, issues, errors } = node.branch;
  return (
    <>
      <Handle type="target" position={Position.Left} id="top" />
      <Link
        href={`/sessions/${encodeURIComponent(id)}?turn=${Math.min(turns, fromTurn + 1)}`}
        className="flow-node branch"
        tabIndex={stop === node.id ? 0 : -1}
        title={[id, branchName(node.branch), ...branchFacts(node.branch, score)].join("\n")}
      >
        <span className="flow-title">
          <span className="flow-line">{shortName(node.branch)}</span>
          <small className={errors > 0 ? "problem-text" : undefined}>
            {ownTurns(fromTurn, turns) ?? "no turn yet"}: {count(issues, "issue")}
          </small>
        </span>
        {(live || outcome !== "stopped") && <OutcomeBadge outcome={outcome} live={live} />}
      </Link>
      <Handle type="source" position={Position.Bottom} id="right" className="trunk" />
    </>
  );
}
