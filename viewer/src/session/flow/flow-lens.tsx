import { Background, Controls, ReactFlow, useReactFlow, ReactFlowProvider, type Edge, type Node, type Viewport } from "@xyflow/react";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { SessionView } from "../../../../src/contract/playtest-api.ts";
import { Empty } from "../../ui/index.ts";
import { BeatNode, MomentNode } from "./beat-node.tsx";
import { BranchNodeView, ForkNode } from "./branch-node.tsx";
import { FlowContext } from "./flow-actions.ts";
import { beatAt, layOutFlow, WIDTH, type FlowEdge, type FlowNode } from "./lay-out-flow.ts";
import "@xyflow/react/dist/base.css";
import "./flow.css";

const nodeTypes = { beat: BeatNode, moment: MomentNode, fork: ForkNode, branch: BranchNodeView };
const out: Record<FlowEdge["kind"], string> = { story: "bottom", tangent: "bottom", private: "left", branch: "right" };

export type FlowLensProps = { view: SessionView; as: number | null; reading: number | null; go: (turn: number) => void };

/** The session as a flow. Through a player's eyes, what was told to others alone is not in it. */
export function FlowLens(props: FlowLensProps) {
  if (props.view.timeline.length === 0) return <Empty title="Nothing has happened yet">Beats appear here as they are told.</Empty>;
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ view, as, reading, go }: FlowLensProps) {
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const { nodes, edges } = useMemo(() => {
    const { card, timeline, result, branches } = view;
    return layOutFlow({ id: card.id, timeline, issues: as === null ? result.issues : [], moments: result.privateMoments.filter(({ seat }) => as === null || seat === as), branches, folded });
  }, [view, as, folded]);
  const current = beatAt(nodes, reading);
  const pane = useRef<HTMLDivElement>(null);
  const { setViewport } = useReactFlow();
  const reveal = useReveal(nodes, pane);
  useEffect(() => reveal(current), [current, reveal]);
  const actions = useMemo(() => {
    const fold = (turn: number) => setFolded((before) => (before.has(turn) ? new Set([...before].filter((one) => one !== turn)) : new Set([...before, turn])));
    return { go, fold, current };
  }, [go, current]);
  const [flowNodes, flowEdges] = useMemo(() => [nodes.map(toNode), edges.map(toEdge)], [nodes, edges]);
  return (
    <FlowContext value={actions}>
      <ReactFlow
        ref={pane}
        onFocus={({ target }) => reveal(target.closest<HTMLElement>(".react-flow__node")?.dataset.id)}
        nodes={flowNodes}
        edges={flowEdges}
        nodeTypes={nodeTypes}
        onInit={() => void setViewport(startingView({ nodes, current, width: pane.current?.clientWidth ?? 600, height: pane.current?.clientHeight ?? 600 }))}
        minZoom={0.15}
        maxZoom={1.4}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        panOnScroll
        zoomOnDoubleClick={false}
        onlyRenderVisibleElements={flowNodes.length > 200}
        aria-label="The session as a flow"
      >
        <Background gap={24} />
        <Controls showInteractive={false} />
      </ReactFlow>
    </FlowContext>
  );
}

const toNode = (node: FlowNode): Node => ({ id: node.id, type: node.type, position: { x: node.x, y: node.y }, data: { node }, width: node.type === "fork" ? 96 : WIDTH[node.type], height: node.type === "fork" ? 30 : 50 });

const toEdge = ({ id, from, to, kind }: FlowEdge): Edge => ({ id, source: from, target: to, sourceHandle: out[kind], targetHandle: "top", className: kind, type: kind === "story" ? "straight" : "default" });

/** As wide as all of it, but never too small to read, nor larger than life. */
function startingView({ nodes, current, width, height }: { nodes: readonly FlowNode[]; current: string | undefined; width: number; height: number }): Viewport {
  const left = Math.min(...nodes.map(({ x }) => x));
  const right = Math.max(...nodes.map(({ x, type }) => x + (type === "fork" ? 0 : WIDTH[type])));
  const zoom = Math.max(0.6, Math.min(0.9, width / (right - left + 48)));
  const spare = Math.max(0, width - (right - left) * zoom);
  const down = (nodes.find(({ id }) => id === current)?.y ?? 0) * zoom;
  return { x: Math.min(spare / 2, 180) - left * zoom, y: Math.min(24, height * 0.3 - down), zoom };
}

/** Brings a node into sight, where it is not: the beat that is read, and what a key has moved to. */
function useReveal(nodes: readonly FlowNode[], pane: RefObject<HTMLDivElement | null>): (id: string | undefined) => void {
  const { getViewport, setViewport } = useReactFlow();
  const latest = useRef(nodes);
  useEffect(() => {
    latest.current = nodes;
  });
  return useCallback(
    (id) => {
      const node = latest.current.find((node) => node.id === id);
      if (!node || !pane.current) return;
      const { x, y, zoom } = getViewport();
      const at = node.y * zoom + y;
      const height = pane.current.clientHeight;
      if (at > height * 0.08 && at < height * 0.85) return;
      void setViewport({ x, y: height * 0.3 - node.y * zoom, zoom }, { duration: 250, interpolate: "linear" });
    },
    [getViewport, setViewport, pane],
  );
}
