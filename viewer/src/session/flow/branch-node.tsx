import { Handle, Position, type NodeProps } from "@xyflow/react";
import { Link } from "wouter";
import { OutcomeBadge, decimal } from "../../ui/index.ts";
import type { FlowNode } from "./lay-out-flow.ts";
import { useFlowActions } from "./flow-actions.ts";

type Data<Type extends FlowNode["type"]> = NodeProps & { data: { node: Extract<FlowNode, { type: Type }> } };

/** Opens and folds the branches of a turn. */
export function ForkNode({ data: { node } }: Data<"fork">) {
  const { fold } = useFlowActions();
  return (
    <>
      <Handle type="target" position={Position.Left} id="top" />
      <button type="button" className={`flow-node fork ${node.live ? "live" : ""}`} aria-expanded={node.open} onClick={() => fold(node.turn)}>
        {node.open ? "−" : "+"} {node.count === 1 ? "1 branch" : `${node.count} branches`}
      </button>
      <Handle type="source" position={Position.Right} id="right" />
    </>
  );
}

export function BranchNodeView({ data: { node } }: Data<"branch">) {
  const { id, changed, outcome, live, turns, overall, fromTurn } = node.branch;
  return (
    <>
      <Handle type="target" position={Position.Left} id="top" />
      <Link href={`/sessions/${encodeURIComponent(id)}?turn=${Math.min(turns, fromTurn + 1)}`} className="flow-node branch" title={`${id}\n${changed.join(", ")}`}>
        <span className="flow-title">
          <span className="flow-line">{changed.length > 0 ? changed.join(", ") : "the same again"}</span>
          <small>
            turns {fromTurn + 1} to {turns} · {overall === null ? "no score" : decimal(overall)}
          </small>
        </span>
        <OutcomeBadge outcome={outcome} live={live} />
      </Link>
      <Handle type="source" position={Position.Right} id="right" />
    </>
  );
}
