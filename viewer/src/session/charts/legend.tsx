import type { TurnMark } from "../../../../src/contract/index.ts";

const colours: Record<TurnMark["kind"] | "issue", string> = {
  creation: "creation",
  pulse: "pulse",
  tangent: "tangent",
  recovery: "recovery",
  conclusion: "conclusion",
  other: "line-strong",
  issue: "bad",
};
const kinds = Object.keys(colours) as Array<keyof typeof colours>;

/** What the colours of these turns say. */
export function Legend({ marks }: { marks: readonly TurnMark[] }) {
  const seen = new Set<string>(marks.flatMap(({ kind, issues }) => (issues > 0 ? [kind, "issue"] : [kind])));
  return (
    <p className="legend">
      {kinds
        .filter((kind) => seen.has(kind))
        .map((kind) => (
          <span key={kind} style={{ "--kind": `var(--${colours[kind]})` } as React.CSSProperties}>
            {kind === "issue" ? "issue, below its turn" : kind}
          </span>
        ))}
    </p>
  );
}
