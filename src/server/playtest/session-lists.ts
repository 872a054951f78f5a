/** The lists of sessions and of issues: narrowed by facets, sorted, cut into pages. */
import type { z } from "zod";
import type {
  IssuePage,
  issueQuery,
  IssueRow,
  SessionCard,
  SessionPage,
  sessionQuery,
} from "../../contract/index.ts";
import { invalid } from "../problem.ts";
import type { IndexedSession } from "./session-index.ts";

type SessionQuery = z.output<typeof sessionQuery>;

const told = (value: string): string | undefined => (value === "?" ? undefined : value);
const sessionParts = {
  story: ({ story }: SessionCard) => told(story),
  prompt: ({ prompt }: SessionCard) => told(prompt),
  narrator: ({ narrator }: SessionCard) => told(narrator),
  outcome: ({ outcome }: SessionCard) => outcome,
  matrix: ({ of }: SessionCard) => (of?.kind === "matrix" ? of.id : undefined),
};

export function listSessions(
  all: readonly IndexedSession[],
  { cursor, limit, sort, q, ...wish }: SessionQuery,
): SessionPage {
  const cards = all.map(({ card }) => card);
  const found = q === undefined ? cards : cards.filter((card) => hasWords(card, q));
  const { rows, ...page } = cutPage(
    found.filter((card) => isLike(card, { parts: sessionParts, wish })).sort(orders[sort]),
    { cursor, limit, keyOf: ({ id }) => id },
  );
  return {
    sessions: rows,
    ...page,
    facets: facetsOf(cards, { parts: sessionParts, wish, among: new Set(found) }),
  };
}

export const sessionFacets = (cards: readonly SessionCard[]): SessionPage["facets"] =>
  facetsOf(cards, { parts: sessionParts, wish: {} });

/** Every word of the search occurs somewhere on the card. */
function hasWords({ id, story, prompt, narrator, outcome, why }: SessionCard, q: string): boolean {
  const text = [id, story, prompt, narrator, outcome, why].join(" ").toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

type Order = (a: SessionCard, b: SessionCard) => number;
const byId: Order = (a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
/** Unknown values come last in either direction. */
const by =
  (value: (card: SessionCard) => number | null, way: 1 | -1): Order =>
  (a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return x === y ? byId(a, b) : x === null ? 1 : -1;
    return (x - y) * way || byId(a, b);
  };
const timeOf = ({ at }: SessionCard): number | null => (at === null ? null : Date.parse(at));

const byTime = by(timeOf, -1);
/** Live sessions come first under "newest", however old they are. */
const orders: Record<SessionQuery["sort"], Order> = {
  newest: (a, b) => Number(b.live) - Number(a.live) || byTime(a, b),
  oldest: by(timeOf, 1),
  dearest: by(({ cost }) => cost, -1),
};

type IssueQuery = z.output<typeof issueQuery>;

const issueParts = {
  type: ({ type }: IssueRow) => type,
  severity: ({ severity }: IssueRow) => severity,
  story: ({ story }: IssueRow) => story,
  prompt: ({ prompt }: IssueRow) => prompt,
  narrator: ({ narrator }: IssueRow) => narrator,
  detector: ({ source }: IssueRow) => source,
};

/** The issues of all sessions: newest session first, then by turn. */
export function listIssues(
  all: readonly IndexedSession[],
  { cursor, limit, ...wish }: IssueQuery,
): IssuePage {
  const rows = rowsOf(all);
  const { rows: shown, ...page } = cutPage(
    rows.filter(({ row }) => isLike(row, { parts: issueParts, wish })),
    { cursor, limit, keyOf: ({ key }) => key },
  );
  return {
    issues: shown.map(({ row }) => row),
    ...page,
    facets: facetsOf(
      rows.map(({ row }) => row),
      { parts: issueParts, wish },
    ),
  };
}

type Keyed = { key: string; row: IssueRow };

const rowsOf = (all: readonly IndexedSession[]): Keyed[] =>
  all
    .toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""))
    .flatMap(({ id, card: { story, prompt, narrator }, issues }) =>
      issues.map(({ issue, index }): Keyed => ({
        key: `${id}/${index}`,
        row: { ...issue, session: id, index, story, prompt, narrator },
      })),
    );

/** One value that a list can be narrowed to. */
type Facet = { value: string; count: number };

type Wish<Part extends string> = { readonly [P in Part]?: string | undefined };
type Narrowing<Row, Part extends string> = {
  parts: Record<Part, (row: Row) => string | undefined>;
  wish: Wish<Part>;
};

const namesOf = <Part extends string>(parts: Record<Part, unknown>) => Object.keys(parts) as Part[];

const isLike = <Row, Part extends string>(
  row: Row,
  { parts, wish, but }: Narrowing<Row, Part> & { but?: Part },
): boolean =>
  namesOf(parts).every((part) => part === but || wish[part] === undefined || wish[part] === parts[part](row));

/**
 * Every value, most frequent first, counted over the rows that pass the other filters. A value with no rows left has 0
 * and can still be chosen.
 */
function facetsOf<Row, Part extends string>(
  rows: readonly Row[],
  {
    parts,
    wish,
    among,
  }: Narrowing<Row, Part> & { /** Only these count; absent: all. */ among?: ReadonlySet<Row> },
): Record<Part, Facet[]> {
  return Object.fromEntries(
    namesOf(parts).map((part) => [
      part,
      counted(
        rows,
        parts[part],
        (row) => (among?.has(row) ?? true) && isLike(row, { parts, wish, but: part }),
      ),
    ]),
  ) as Record<Part, Facet[]>;
}

function counted<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => string | undefined,
  counts: (row: Row) => boolean,
): Facet[] {
  const found = new Map<string, number>();
  for (const row of rows) {
    const value = valueOf(row);
    if (value !== undefined) found.set(value, (found.get(value) ?? 0) + (counts(row) ? 1 : 0));
  }
  return [...found]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

/** A page starts after the previous page's last row, found by its key, so that new rows shift nothing. */
export function cutPage<Row>(
  rows: readonly Row[],
  { cursor, limit, keyOf }: { cursor?: string | undefined; limit: number; keyOf: (row: Row) => string },
): { rows: Row[]; total: number; next: string | null } {
  const at = cursor === undefined ? -1 : rows.findIndex((row) => keyOf(row) === cursor);
  if (cursor !== undefined && at < 0)
    throw invalid([
      {
        field: "cursor",
        in: "query",
        message: "no longer in the list: start again without a cursor",
      },
    ]);
  const shown = rows.slice(at + 1, at + 1 + limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    total: rows.length,
    next: last !== undefined && at + 1 + limit < rows.length ? keyOf(last) : null,
  };
}
