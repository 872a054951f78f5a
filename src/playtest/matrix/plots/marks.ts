import type { MatrixRow } from "../../../contract/index.ts";
import type { Key } from "./svg.ts";

const SIZE = 3.5;
const GREY = "#333333";

type Mark = { x: number; y: number; colour: string; outcome?: MatrixRow["outcome"]; broken?: boolean };

/** How a session ended is told by its shape, so that colours are free for what it was played with. */
export function markOf({ x, y, colour, outcome = "completed", broken = false }: Mark): string {
  const paint = `fill="${broken ? "#fff" : colour}" stroke="${colour}"`;
  const at = (dx: number, dy: number) => `${(x + dx * SIZE).toFixed(1)},${(y + dy * SIZE).toFixed(1)}`;
  if (outcome === "completed")
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${SIZE}" ${paint}/>`;
  if (outcome === "timeout")
    return `<polygon points="${at(-1.1, 1)} ${at(1.1, 1)} ${at(0, -1.1)}" ${paint}/>`;
  return `<polygon points="${at(-1, -1)} ${at(1, -1)} ${at(1, 1)} ${at(-1, 1)}" ${paint}/>`;
}

/** What shapes mean, where more than one is drawn. */
export function outcomeKeys(rows: readonly MatrixRow[]): Key[] {
  const seen = (outcome: MatrixRow["outcome"]) => rows.some((row) => row.outcome === outcome);
  const key = (name: string, mark: Pick<Mark, "outcome" | "broken">): Key => ({
    name,
    mark: (x, y) => markOf({ x, y, colour: GREY, ...mark }),
  });
  const outcomes = [
    ...(seen("completed") ? [key("completed", { outcome: "completed" })] : []),
    ...(seen("timeout") ? [key("out of turns", { outcome: "timeout" })] : []),
    ...(seen("failed") ? [key("failed", { outcome: "failed" })] : []),
  ];
  const broken = rows.some((row) => row.broken)
    ? [key("hollow: broken by its players", { broken: true })]
    : [];
  return [...(outcomes.length > 1 || !seen("completed") ? outcomes : []), ...broken];
}
