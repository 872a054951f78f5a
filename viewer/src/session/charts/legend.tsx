const kinds = ["creation", "pulse", "tangent", "recovery", "conclusion"] as const;

export function Legend() {
  return (
    <p className="legend">
      {kinds.map((kind) => (
        <span key={kind} style={{ "--kind": `var(--${kind})` } as React.CSSProperties}>
          {kind}
        </span>
      ))}
      <span style={{ "--kind": "var(--line-strong)" } as React.CSSProperties}>other</span>
      <span style={{ "--kind": "var(--bad)" } as React.CSSProperties}>issue</span>
    </p>
  );
}
