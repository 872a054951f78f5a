/** Where the arrows lead in the flow: along the story, out to what belongs to a beat, and back. */
import type { FlowEdge, FlowNode } from "./lay-out-flow.ts";

export const walkKeys = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"] as const;
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
