import type { z } from "zod";
import type { IssuePage, IssueRow, issueQuery } from "../../contract/index.ts";
import { cutPage } from "./cut-page.ts";
import type { IndexedSession } from "./session-index.ts";

export type IssueQuery = z.output<typeof issueQuery>;

const parts = { type: ({ type }: IssueRow) => type, severity: ({ severity }: IssueRow) => severity, story: ({ story }: IssueRow) => story, prompt: ({ prompt }: IssueRow) => prompt, narrator: ({ narrator }: IssueRow) => narrator, detector: ({ source }: IssueRow) => source } as const;
type Part = keyof typeof parts;
const partNames = Object.keys(parts) as Part[];

/** Issues of all sessions, those of the newest first, turn by turn. */
export function listIssues(all: readonly IndexedSession[], { cursor, limit, ...wish }: IssueQuery): IssuePage {
  const rows = rowsOf(all);
  const fits = ({ row }: Keyed, but?: Part) => partNames.every((part) => part === but || wish[part] === undefined || wish[part] === parts[part](row));
  const { rows: shown, ...page } = cutPage(rows.filter((keyed) => fits(keyed)), { cursor, limit, keyOf: ({ key }) => key });
  const facets = Object.fromEntries(partNames.map((part) => [part, counted(rows.filter((keyed) => fits(keyed, part)).map(({ row }) => parts[part](row)))])) as IssuePage["facets"];
  return { issues: shown.map(({ row }) => row), ...page, facets };
}

type Keyed = { key: string; row: IssueRow };

/** The index gives the same list until something changes: then the rows are the same as well. */
const known = new WeakMap<readonly IndexedSession[], Keyed[]>();

function rowsOf(all: readonly IndexedSession[]): Keyed[] {
  const before = known.get(all);
  if (before) return before;
  const rows = all.toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? "")).flatMap(({ id, card: { story, prompt, narrator }, issues }) => issues.map(({ issue, index }): Keyed => ({ key: `${id}/${index}`, row: { ...issue, session: id, index, story, prompt, narrator } })));
  known.set(all, rows);
  return rows;
}

/** The most frequent first. */
const counted = (values: readonly string[]) => [...Map.groupBy(values, (value) => value)].map(([value, same]) => ({ value, count: same.length })).sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
