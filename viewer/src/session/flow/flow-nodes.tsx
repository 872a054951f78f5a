import { Handle, Position, type NodeProps } from "@xyflow/react";
import { createContext, useContext } from "react";
import { Link } from "wouter";
import { branchFacts, branchName, issuesFound, ownTurns, shortName } from "../../replay/index.ts";
import { count, OutcomeBadge, score } from "../../ui/index.ts";
import type { FlowNode } from "./lay-out-flow.ts";

type Data<Type extends FlowNode["type"]> = NodeProps & { data: { node: Extract<FlowNode, { type: Type }> } };

const span = (turn: number, endTurn: number) => (endTurn > turn ? `${turn}–${endTurn}` : `${turn}`);

export function BeatNode({ data: { node } }: Data<"beat">) {
  const { go, toggleRun, current, near, stop } = useFlowActions();
  const isCurrent = current.has(node.id);
  const { kind, turn, endTurn, title, about, errors, warnings, run } = node.beat;
  const issues = errors + warnings;
  return (
    <>
      <Handle type="target" position={Position.Top} id="top" />
      <button
        type="button"
        className={`flow-node beat ${kind} ${isCurrent ? (near ? "near" : "current") : ""}`}
        tabIndex={stop === node.id ? 0 : -1}
        onClick={() => (run ? toggleRun(turn) : go(turn))}
        aria-current={isCurrent && !near ? "true" : undefined}
        aria-expanded={run && run === "open"}
        title={run ? `${title}: ${run === "open" ? "fold" : "show them one by one"}` : (about ?? title)}
      >
        <span className="flow-turn">{span(turn, endTurn)}</span>
        <span className="flow-title">
          {run && <span aria-hidden="true">{run === "open" ? "− " : "+ "}</span>}
          {title}
        </span>
        {issues > 0 && (
          <span
            className={`flow-issues ${errors > 0 ? "error" : ""}`}
            title={`${count(issues, "finding")} in ${span(turn, endTurn) === `${turn}` ? `turn ${turn}` : `turns ${span(turn, endTurn)}`}`}
          >
            <span aria-hidden="true">!</span>
            {issues > 1 ? issues : ""}
            <span className="visually-hidden">{issues === 1 ? "a finding" : "findings"}</span>
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
        title={`In turn ${node.turn} told to ${node.name} alone. ${node.about ?? ""}`.trim()}
        tabIndex={stop === node.id ? 0 : -1}
        onClick={() => go(node.turn)}
      >
        <span className="flow-turn">{node.turn}</span>
        <span className="flow-title">
          only {node.name}
          <small>
            {node.shared ? "shared" : "kept secret"}
            {node.payoffTurn === undefined ? "" : `, back in turn ${node.payoffTurn}`}
          </small>
        </span>
      </button>
      <Handle type="target" position={Position.Right} id="top" />
    </>
  );
}

/** Expands or collapses the branches of a turn. */
export function ForkNode({ data: { node } }: Data<"fork">) {
  const { toggleBranches, stop } = useFlowActions();
  return (
    <>
      <Handle type="target" position={Position.Left} id="top" />
      <button
        type="button"
        className={`flow-node fork ${node.live ? "live" : ""}`}
        tabIndex={stop === node.id ? 0 : -1}
        aria-expanded={node.open}
        onClick={() => toggleBranches(node.turn)}
      >
        <span aria-hidden="true">{node.open ? "−" : "+"}</span>{" "}
        {node.count === 1 ? "1 branch" : `${node.count} branches`}
      </button>
      <Handle type="source" position={Position.Bottom} id="right" className="trunk" />
    </>
  );
}

/** A branch, with only its own turns: inherited ones are shown in its parent. */
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
            {ownTurns(fromTurn, turns) ?? "no turn yet"}: {issuesFound(issues)}
          </small>
        </span>
        {(live || outcome !== "stopped") && <OutcomeBadge outcome={outcome} live={live} />}
      </Link>
      <Handle type="source" position={Position.Bottom} id="right" className="trunk" />
    </>
  );
}

/** Actions of the flow's boxes, and the current selection. */
type FlowActions = {
  go: (turn: number) => void;
  /** Shows or folds the branches of a turn, or a run of quiet turns. */ toggleBranches: (
    turn: number,
  ) => void;
  toggleRun: (turn: number) => void;
  /** The boxes of the current turn; `near` if it has none and this is the last before it. */ current: ReadonlySet<string>;
  near: boolean;
  /** The one box in the tab order; the arrows move from there. */ stop: string | undefined;
};

export const FlowContext = createContext<FlowActions>({
  go: () => {},
  toggleBranches: () => {},
  toggleRun: () => {},
  current: new Set(),
  near: false,
  stop: undefined,
});
const useFlowActions = () => useContext(FlowContext);
