import { useState } from "react";
import { Link } from "wouter";
import type { Issue } from "../../../src/contract/index.ts";
import { withQuery } from "../api/index.ts";
import { asCut, Badge, count, kindTitle } from "../ui/index.ts";

export type FindingQuote = {
  type: Issue["type"];
  issues: number;
  sessions: number;
  of: number;
  /** The session of the example, by its id. */ session: string;
  example: Issue;
  /** What changed against the baseline, in words. */ change?: string | undefined;
};

const SHOWN = 3;

/** Kinds of findings, each with how often and the worst one's quote, which links to its turn. */
export function FindingQuotes({ findings, none }: { findings: readonly FindingQuote[]; none: string }) {
  const [all, setAll] = useState(false);
  if (findings.length === 0) return <p className="muted small">{none}</p>;
  return (
    <ul className="finding-quotes">
      {(all ? findings : findings.slice(0, SHOWN)).map(
        ({ type, issues, sessions, of, session, example, change }) => {
          const { turn, severity, description, evidence } = example;
          const quote = evidence.findLast((one) => one.turn === turn) ?? evidence[0];
          return (
            <li key={type}>
              <p>
                <Badge tone={severity === "error" ? "bad" : "warn"}>{severity}</Badge>{" "}
                <b>{kindTitle(type)}</b>{" "}
                <span className="muted small">
                  {issues} in {sessions} of {count(of, "session")}
                </span>
                {change !== undefined && <span className="finding-change small">{change}</span>}
              </p>
              <p className="small">{description}</p>
              {quote && <q className="muted small">{asCut(quote.text)}</q>}
              <Link
                className="small"
                href={withQuery(`/sessions/${encodeURIComponent(session)}`, { turn, lens: "issues" })}
              >
                Open turn {turn}
              </Link>
            </li>
          );
        },
      )}
      {findings.length > SHOWN && (
        <li className="finding-more">
          <button type="button" className="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? "Show fewer kinds" : `Show ${count(findings.length - SHOWN, "more kind")}`}
          </button>
        </li>
      )}
    </ul>
  );
}
