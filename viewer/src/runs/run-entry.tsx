import type { ReactNode } from "react";
import { Link } from "wouter";
import { Badge } from "../ui/index.ts";
import { progressOf } from "./stop-job.tsx";
import "./runs.css";

/** One run in a list: what it is, how it is, its numbers, and what went wrong. */
export function RunEntry({
  label,
  kind,
  name,
  href,
  tone,
  state,
  head,
  progress,
  facts,
  problem,
  children,
}: {
  label: string;
  kind: string;
  name: string;
  /** Its page. Null: it has none yet. */ href: string | null;
  tone: "live" | "good" | "warn" | "bad" | "calm";
  state: string;
  /** Beside its state: when, and what can be done. */ head?: ReactNode;
  /** While it is played. */ progress?: { done: number; total: number | null } | false;
  facts: readonly string[];
  problem?: string | undefined;
  children?: ReactNode;
}) {
  return (
    <li className="run" aria-label={label}>
      <div className="run-head">
        <h3>
          <span className="muted">{kind}</span> {href === null ? name : <Link href={href}>{name}</Link>}
        </h3>
        <Badge tone={tone}>{state}</Badge>
        {head}
      </div>
      {progress && <progress {...progressOf(progress)} aria-label={`Progress of ${label}`} />}
      <p className="small run-facts">{facts.join(" · ")}</p>
      {problem && <p className="small problem-text">{problem}</p>}
      {children}
    </li>
  );
}
