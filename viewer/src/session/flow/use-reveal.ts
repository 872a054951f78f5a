import { useReactFlow } from "@xyflow/react";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { WIDTH, type FlowNode } from "./lay-out-flow.ts";

const MARGIN = 12;
const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const widthOf = ({ type }: FlowNode): number => (type === "fork" ? WIDTH.fork : WIDTH[type]);

/** Brings a box into sight, where it is not: the one that is read, and what a key has moved to. */
export function useReveal(
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
      const right = left + widthOf(node) * zoom;
      const aside =
        left < 0 ? MARGIN - left : right > width ? Math.max(width - MARGIN - right, MARGIN - left) : 0;
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
