import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Recommendation } from "../../../src/contract/index.ts";
import { ExportedNotes } from "../exported/index.ts";
import { Badge, money } from "../ui/index.ts";
import { DecisionBanner } from "./decision-banner.tsx";

export type Fact = [name: string, value: string, note?: string | undefined];

type Experiment = {
  live: boolean;
  recommendation: Recommendation;
  house: string | null;
  /** Why it ended early. */ endedBy?: string | null;
};

/** What every experiment starts with: its name, its decision, and its numbers. */
export function ExperimentFrame({
  className,
  crumb,
  title,
  badge,
  experiment: { live, recommendation, house, endedBy = null },
  progress,
  action,
  facts,
  more,
  children,
}: {
  className: string;
  /** Its kind and id. */ crumb: string;
  title: ReactNode;
  badge?: ReactNode;
  experiment: Experiment;
  progress?: ReactNode;
  /** What to do next. */ action: ReactNode;
  facts: readonly Fact[];
  /** Further facts, with links. */ more?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={`page ${className}`}>
      <p className="crumbs">
        <Link href="/experiments">Experiments</Link> <span className="muted">/ {crumb}</span>
      </p>
      <div className="page-head">
        <h1>{title}</h1>
        {live && <Badge tone="live">live</Badge>}
        {badge}
      </div>
      <ExportedNotes />
      {progress}
      <DecisionBanner recommendation={recommendation} house={house} action={action} />
      {endedBy !== null && <p className="house-note">Ended early: {endedBy}</p>}
      <dl className="facts">
        {facts.map(([name, value, note]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <b>{value}</b>
              {note && <span className="muted small">{note}</span>}
            </dd>
          </div>
        ))}
        {more}
      </dl>
      {children}
    </div>
  );
}

export const costFact = ({
  total,
  atMost,
  unpriced,
}: {
  total: number;
  atMost: number;
  unpriced: number;
}): Fact => [
  "Cost",
  `${unpriced > 0 ? "≥ " : ""}${money(total)}`,
  atMost > total ? `at most ${money(atMost)}` : undefined,
];

/** How it was measured, folded. */
export const Measured = ({ facts }: { facts: readonly string[] }) =>
  facts.length > 0 && (
    <details className="panel">
      <summary>
        <h2>How it was measured</h2>
      </summary>
      <ul className="evidence">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </details>
  );
