/** Arrow-key navigation in the flow: along the story, out to what belongs to a beat, and back. */
import { useState, type KeyboardEvent, type RefObject } from "react";
import type { FlowEdge, FlowNode } from "./lay-out-flow.ts";

const walkKeys = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"] as const;
export type WalkKey = (typeof walkKeys)[number];

export function walkFlow({
  nodes,
  edges,
  from,
  key,
}: {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
  from: string;
  key: WalkKey;
}): string | undefined {
  const node = nodes.find(({ id }) => id === from);
  if (!node) return undefined;
  const column = nodes.filter(({ type }) => type === node.type);
  const at = column.indexOf(node);
  const back = edges.find(({ to }) => to === from)?.from;
  const out = (kind: FlowEdge["kind"]) => edges.find((edge) => edge.from === from && edge.kind === kind)?.to;
  switch (key) {
    case "ArrowDown":
      return column[at + 1]?.id;
    case "ArrowUp":
      return column[at - 1]?.id;
    case "Home":
      return column[0]?.id;
    case "End":
      return column.at(-1)?.id;
    case "ArrowLeft":
      return node.type === "beat" ? out("private") : node.type === "moment" ? undefined : back;
    case "ArrowRight":
      return node.type === "moment" ? back : out("branch");
  }
}

/** A box that was out of view is rendered a few frames later. */
const FRAMES = 20;

/** The flow is a single tab stop; the arrows move between boxes. */
export function useWalk({
  nodes,
  edges,
  current,
  pane,
  reveal,
}: {
  nodes: readonly FlowNode[];
  edges: readonly FlowEdge[];
  current: string | undefined;
  pane: RefObject<HTMLDivElement | null>;
  reveal: (id: string) => void;
}) {
  const [last, setLast] = useState<string>();
  const known = (id: string | undefined) => (nodes.some((node) => node.id === id) ? id : undefined);
  const stop = known(last) ?? known(current) ?? nodes[0]?.id;

  const onKeyDown = (event: KeyboardEvent) => {
    const from = boxOf(event.target);
    const key = walkKeys.find((key) => key === event.key);
    if (from === undefined || key === undefined) return;
    event.preventDefault();
    const to = walkFlow({ nodes, edges, from, key });
    if (to === undefined) return;
    setLast(to);
    reveal(to);
    focusSoon(pane.current, to, FRAMES);
  };
  const onFocus = ({ target }: { target: EventTarget }) => {
    const id = boxOf(target);
    if (id === undefined) return;
    setLast(id);
    // A box that moved under the mouse would lose its click.
    if (target instanceof Element && target.matches(":focus-visible")) reveal(id);
  };
  return {
    stop,
    onKeyDown,
    onFocus,
    /** Lets the tab stop follow the current turn. */ forget: () => setLast(undefined),
  };
}

const boxOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>(".react-flow__node")?.dataset["id"] : undefined;

function focusSoon(pane: HTMLElement | null, id: string, frames: number): void {
  const box = pane?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"] .flow-node`);
  if (box) box.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusSoon(pane, id, frames - 1));
}
