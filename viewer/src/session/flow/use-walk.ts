import { useState, type KeyboardEvent, type RefObject } from "react";
import type { FlowEdge, FlowNode } from "./lay-out-flow.ts";
import { walkFlow, walkKeys } from "./walk-flow.ts";

/** A box that was out of sight is rendered a few frames later. */
const FRAMES = 20;

/** The flow is one stop of the Tab key; the arrows go from box to box. */
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
    // A box that moved away under the mouse would not be clicked.
    if (target instanceof Element && target.matches(":focus-visible")) reveal(id);
  };
  return {
    stop,
    onKeyDown,
    onFocus,
    /** Reading on takes the stop along. */ forget: () => setLast(undefined),
  };
}

const boxOf = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>(".react-flow__node")?.dataset["id"] : undefined;

function focusSoon(pane: HTMLElement | null, id: string, frames: number): void {
  const box = pane?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"] .flow-node`);
  if (box) box.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusSoon(pane, id, frames - 1));
}
