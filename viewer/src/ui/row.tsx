import type { ReactNode } from "react";
import { Link } from "wouter";

/** One row of a list: a title that opens it, what tells it from its neighbours, and its numbers at the end. */
export function Row({
  kind,
  title,
  href,
  marks,
  sub,
  cells = [],
  className = "",
  table = false,
  children,
}: {
  /** What it is, before its title. */ kind?: ReactNode;
  title: ReactNode;
  /** Absent: there is nothing to open. */ href?: string | null | undefined;
  /** Beside the title. */ marks?: ReactNode;
  /** Under the title. */ sub?: ReactNode;
  cells?: readonly ReactNode[];
  className?: string;
  /** A row of a table with a head of columns. */ table?: boolean;
  /** Under the other lines. */ children?: ReactNode;
}) {
  const role = table ? "cell" : undefined;
  return (
    <div className={`row ${className}`}>
      <div className="what" role={role}>
        <div className="row-head">
          {kind !== undefined && <span className="kind">{kind}</span>}
          {href == null ? (
            <span className="title" tabIndex={0}>
              {title}
            </span>
          ) : (
            <Link href={href} className="title cover-link">
              {title}
            </Link>
          )}
          {marks}
        </div>
        {sub !== undefined && <div className="sub muted">{sub}</div>}
        {children}
      </div>
      {cells.map((cell, at) => (
        <div key={at} className="cell" role={role}>
          {cell}
        </div>
      ))}
    </div>
  );
}
