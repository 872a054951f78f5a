import { Link } from "wouter";
import type { ComparisonView } from "../../../src/contract/index.ts";
import { kindWords } from "../../../src/contract/playtest/finding-words.ts";
import { findingsOver } from "../replay/findings-over.ts";
import { score, titled, turnSpan, DataTable } from "../ui/index.ts";
import { comparedFinding } from "./compare-link.ts";

/** Findings by kind over the common turns. Each number opens the first of them beside the other sessions. */
export function FindingsTable({
  view,
  named,
  kind,
  onOpen,
}: {
  view: ComparisonView;
  /** The name of a column. */ named: (at: number) => string;
  /** The kind that the sessions are about. */ kind?: string | undefined;
  onOpen?: () => void;
}) {
  const { sessions } = view;
  const table = findingsOver(view);
  if (!table) return null;
  const span = turnSpan(table.range.from, table.range.to);
  const ids = sessions.map(({ id }) => id);
  return (
    <DataTable
      label="Findings by session"
      className="findings-table"
      columns={[{ text: titled(span) }, ...sessions.map((_, at) => ({ number: named(at) }))]}
    >
      {table.rows.map(({ type, isHint, found }) => (
        <tr key={`${isHint} ${type}`} className={!isHint && type === kind ? "wanted" : undefined}>
          <th scope="row">
            {titled(kindWords(type))} {isHint && <span className="muted">(hints, not scored)</span>}
          </th>
          {found.map(([first, ...others], at) => (
            <td key={at} className="number">
              {first ? (
                <Link
                  href={comparedFinding(ids, { at, key: first.key, turn: first.issue.turn })}
                  onClick={onOpen}
                  aria-label={`${named(at)}, ${titled(type)}: ${others.length + 1}, see turn ${first.issue.turn}`}
                >
                  {others.length + 1}
                </Link>
              ) : (
                0
              )}
            </td>
          ))}
        </tr>
      ))}
      <tr>
        <th scope="row">Score of {span} only</th>
        {sessions.map(({ id, shared }) => (
          <td key={id} className="number">
            {score(shared?.["overall"])}
          </td>
        ))}
      </tr>
    </DataTable>
  );
}
