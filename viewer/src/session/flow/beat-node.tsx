import { Handle, Position, type NodeProps } from "@xyflow/react";
import type { FlowNode } from "./lay-out-flow.ts";
import { useFlowActions } from "./flow-actions.ts";

type Data<Type extends FlowNode["type"]> = NodeProps & { data: { node: Extract<FlowNode, { type: Type }> } };

const span = (turn: number, endTurn: number) => (endTurn > turn ? `${turn}–${endTurn}` : `${turn}`);

export function BeatNode({ data: { node } }: Data<"beat">) {
  const { go, current, near, stop } = useFlowActions();
  const isCurrent = current.has(node.id);
  const { kind, turn, endTurn, title, errors, warnings } = node.beat;
  const issues = errors + warnings;
  return (
    <>
      <Handle type="target" position={Position.Top} id="top" />
      <button
        type="button"
        className={`flow-node beat ${kind} ${isCurrent ? (near ? "near" : "current") : ""}`}
        tabIndex={stop === node.id ? 0 : -1}
        onClick={() => go(turn)}
        aria-current={isCurrent && !near ? "true" : undefined}
        title={title}
      >
        <span className="flow-turn">{span(turn, endTurn)}</span>
        <span className="flow-title">{title}</span>
        {issues > 0 && (
          <span
            className={`flow-issues ${errors > 0 ? "error" : ""}`}
            title={`${issues === 1 ? "1 issue" : `${issues} issues`} in ${span(turn, endTurn) === `${turn}` ? `turn ${turn}` : `turns ${span(turn, endTurn)}`}`}
          >
            <span aria-hidden="true">!</span>
            {issues > 1 ? issues : ""}
            <span className="visually-hidden">{issues === 1 ? "an issue" : "issues"}</span>
          </span>
        )}
      </button>
      <Handle type="source" position={Position.Bottom} id="bottom" />
      <Handle type="source" position={Position.Left} id="left" />
      <Handle type="source" position={Position.Right} id="right" />
    </>
  );
}

export function MomentNode({ data: { node } }: Data<"moment">) {
  const { go, stop } = useFlowActions();
  return (
    <>
      <button
        type="button"
        className="flow-node moment"
        title={`In turn ${node.turn} told to ${node.name} alone`}
        tabIndex={stop === node.id ? 0 : -1}
        onClick={() => go(node.turn)}
      >
        <span className="flow-turn">{node.turn}</span>
        <span className="flow-title">
          only {node.name}
          <small>
            {node.shared ? "shared with the others" : "kept to themselves"}
            {node.payoffTurn === undefined ? "" : `, back in turn ${node.payoffTurn}`}
          </small>
        </span>
      </button>
      <Handle type="target" position={Position.Right} id="top" />
    </>
  );
}
