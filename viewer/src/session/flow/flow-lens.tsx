import {
  Background,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type BuiltInEdge,
  type Node,
  type Viewport,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from "react";
import type { SessionView } from "../../../../src/contract/index.ts";
import { Empty } from "../../ui/index.ts";
import { BeatNode, BranchNodeView, FlowContext, ForkNode, MomentNode } from "./flow-nodes.tsx";
import { boxesAt } from "./beats.ts";
import "./flow.css";
import { HEIGHT, layOutFlow, STORY, WIDTH, type FlowEdge, type FlowNode } from "./lay-out-flow.ts";
import { useWalk } from "./walk-flow.ts";

const nodeTypes = { beat: BeatNode, moment: MomentNode, fork: ForkNode, branch: BranchNodeView };
const out: Record<FlowEdge["kind"], string> = {
  story: "bottom",
  tangent: "bottom",
  private: "left",
  branch: "right",
};

type FlowLensProps = {
  view: SessionView;
  as: number | null;
  reading: number | null;
  go: (turn: number) => void;
};

/** The session as a flow. A player's view leaves out what only others heard. */
export function FlowLens(props: FlowLensProps) {
  if (props.view.timeline.length === 0)
    return <Empty title="No beats yet">Beats appear here as the narrator tells them.</Empty>;
  return (
    <ReactFlowProvider>
      <Flow {...props} />
    </ReactFlowProvider>
  );
}

function Flow({ view, as, reading, go }: FlowLensProps) {
  const [toggled, toggleBranches] = useToggles();
  const [unfolded, toggleRun] = useToggles();
  const { nodes, edges, beats } = useMemo(() => {
    const { card, timeline, result, branches } = view;
    return layOutFlow({
      id: card.id,
      timeline,
      issues: as === null ? result.issues : [],
      moments: result.privateMoments.filter(({ seat }) => as === null || seat === as),
      branches,
      toggled,
      unfolded,
      last: view.turns.at(-1)?.turn ?? 0,
    });
  }, [view, as, toggled, unfolded]);
  const { ids, exact } = useMemo(() => boxesAt(beats, reading), [beats, reading]);
  const [current] = ids;
  const pane = useRef<HTMLDivElement>(null);
  const { setViewport } = useReactFlow();
  const reveal = useReveal(nodes, pane);
  const { stop, onKeyDown, onFocus, forget } = useWalk({ nodes, edges, current, pane, reveal });
  useEffect(() => {
    reveal(current);
    // Keep a focused box as the stop: clicking it is what changed the current turn.
    if (!pane.current?.contains(document.activeElement)) forget();
  }, [current, reveal]);
  const actions = useMemo(
    () => ({ go, toggleBranches, toggleRun, current: new Set(ids), near: !exact, stop }),
    [go, toggleBranches, toggleRun, ids, exact, stop],
  );
  const [flowNodes, flowEdges] = useMemo(() => [nodes.map(toNode), edges.map(toEdge)], [nodes, edges]);
  return (
    <FlowContext value={actions}>
      <div className="flow">
        <div className="flow-stage">
          <ReactFlow
            ref={pane}
            onKeyDown={onKeyDown}
            onFocus={onFocus}
            nodes={flowNodes}
            edges={flowEdges}
            nodeTypes={nodeTypes}
            onInit={() =>
              void setViewport(
                startingView({
                  nodes,
                  current,
                  width: pane.current?.clientWidth ?? 600,
                  height: pane.current?.clientHeight ?? 600,
                }),
              )
            }
            minZoom={0.15}
            maxZoom={1.4}
            nodesDraggable={false}
            nodesConnectable={false}
            nodesFocusable={false}
            edgesFocusable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            panOnScroll
            zoomOnDoubleClick={false}
            onlyRenderVisibleElements={flowNodes.length > MANY}
            aria-label="The session as a flow. The arrow keys move between boxes."
          >
            <Background gap={24} />
          </ReactFlow>
        </div>
        <FlowTools />
      </div>
    </FlowContext>
  );
}

/** Turns that were clicked an odd number of times. */
function useToggles(): [ReadonlySet<number>, (turn: number) => void] {
  const [turns, setTurns] = useState<ReadonlySet<number>>(new Set());
  const toggle = useCallback(
    (turn: number) => setTurns((before) => before.symmetricDifference(new Set([turn]))),
    [],
  );
  return [turns, toggle];
}

/** With more boxes than this, only those in view are rendered. */
const MANY = 60;

const toNode = (node: FlowNode): Node => ({
  id: node.id,
  type: node.type,
  position: { x: node.x, y: node.y },
  data: { node },
  width: WIDTH[node.type],
  height: HEIGHT[node.type],
});

const toEdge = ({ id, from, to, kind }: FlowEdge): BuiltInEdge => ({
  id,
  source: from,
  target: to,
  sourceHandle: out[kind],
  targetHandle: "top",
  className: kind,
  ...(kind === "story"
    ? { type: "straight" }
    : to.startsWith("branch-")
      ? { type: "smoothstep", pathOptions: { offset: 4, borderRadius: 4 } }
      : { type: "default" }),
});

/** Full size, or slightly smaller if the story does not fit. Branches may overflow to the right, where the user can scroll. */
function startingView({
  nodes,
  current,
  width,
  height,
}: {
  nodes: readonly FlowNode[];
  current: string | undefined;
  width: number;
  height: number;
}): Viewport {
  const left = nodes.some(({ type }) => type === "moment") ? STORY.left : 0;
  const right = Math.max(...nodes.map((node) => node.x + WIDTH[node.type]));
  const zoom = Math.max(0.9, Math.min(1, (width - 2 * MARGIN) / (STORY.right - left)));
  const spare = Math.max(MARGIN, (width - (right - left) * zoom) / 2);
  const down = (nodes.find(({ id }) => id === current)?.y ?? 0) * zoom;
  return { x: Math.min(spare, 180) - left * zoom, y: Math.min(24, height * 0.3 - down), zoom };
}

const MARGIN = 7;

/** Placed below the flow, so that they cover none of it. */
function FlowTools() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <div className="flow-tools">
      <button type="button" className="quiet" onClick={() => void zoomOut()}>
        Zoom out
      </button>
      <button type="button" className="quiet" onClick={() => void zoomIn()}>
        Zoom in
      </button>
      <button type="button" className="quiet" onClick={() => void fitView({ maxZoom: 1 })}>
        Fit
      </button>
      <span className="muted small">Drag or scroll to move</span>
    </div>
  );
}

const REVEAL_MARGIN = 12;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Scrolls a box into view: that of the current turn, or the one a key moved to. */
function useReveal(
  nodes: readonly FlowNode[],
  pane: RefObject<HTMLDivElement | null>,
): (id: string | undefined) => void {
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
      const { clientHeight: height, clientWidth: width } = pane.current;
      const [left, top] = [node.x * zoom + x, node.y * zoom + y];
      const right = left + WIDTH[node.type] * zoom;
      const aside =
        left < 0
          ? REVEAL_MARGIN - left
          : right > width
            ? Math.max(width - REVEAL_MARGIN - right, REVEAL_MARGIN - left)
            : 0;
      const down = top > height * 0.08 && top < height * 0.85 ? 0 : height * 0.3 - top;
      if (aside !== 0 || down !== 0)
        void setViewport(
          { x: x + aside, y: y + down, zoom },
          still() ? {} : { duration: 250, interpolate: "linear" },
        );
    },
    [getViewport, setViewport, pane],
  );
}
