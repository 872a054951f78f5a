import type { z } from "zod";
import type { IssuePage, IssueRow, issueQuery } from "../../contract/index.ts";
import { cutPage } from "./cut-page.ts";
import { facetsOf, isLike } from "./facets-of.ts";
import type { IndexedSession } from "./session-index.ts";

export type IssueQuery = z.output<typeof issueQuery>;

const parts = {
  type: ({ type }: IssueRow) => type,
  severity: ({ severity }: IssueRow) => severity,
  story: ({ story }: IssueRow) => story,
  prompt: ({ prompt }: IssueRow) => prompt,
  narrator: ({ narrator }: IssueRow) => narrator,
  detector: ({ source }: IssueRow) => source,
};

/** Issues of all sessions, those of the newest first, turn by turn. */
export function listIssues(
  all: readonly IndexedSession[],
  { cursor, limit, ...wish }: IssueQuery,
): IssuePage {
  const rows = rowsOf(all);
  const { rows: shown, ...page } = cutPage(
    rows.filter(({ row }) => isLike(row, { parts, wish })),
    { cursor, limit, keyOf: ({ key }) => key },
  );
  return {
    issues: shown.map(({ row }) => row),
    ...page,
    facets: facetsOf(
      rows.map(({ row }) => row),
      { parts, wish },
    ),
  };
}

type Keyed = { key: string; row: IssueRow };

/** The index gives the same list until something changes: then the rows are the same as well. */
const known = new WeakMap<readonly IndexedSession[], Keyed[]>();

function rowsOf(all: readonly IndexedSession[]): Keyed[] {
  const before = known.get(all);
  if (before) return before;
  const rows = all
    .toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""))
    .flatMap(({ id, card: { story, prompt, narrator }, issues }) =>
      issues.map(({ issue, index }): Keyed => ({
        key: `${id}/${index}`,
        row: { ...issue, session: id, index, story, prompt, narrator },
      })),
    );
  known.set(all, rows);
  return rows;
}
