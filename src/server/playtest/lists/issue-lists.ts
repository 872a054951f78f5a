/** The issues of all sessions: one by one, and by kind. */
import type { z } from "zod";
import type {
  issueKindQuery,
  IssueKindsView,
  IssueKindView,
  IssuePage,
  issueQuery,
  IssueRow,
} from "../../../contract/index.ts";
import { cutPage, facetsOf, hasWords, isLike } from "./narrow-list.ts";
import type { IndexedSession } from "../session-index.ts";

const issueParts = {
  kind: ({ row }: Keyed) => row.kind,
  severity: ({ row }: Keyed) => row.severity,
  story: ({ row }: Keyed) => row.story,
  prompt: ({ row }: Keyed) => row.prompt,
  narrator: ({ row }: Keyed) => row.narrator,
  detector: ({ row }: Keyed) => row.source,
};

type Keyed = { key: string; row: IssueRow; /** Its place among the newest. */ place: number };

/** Newest session first, then by turn; or what cost most first. */
export function listIssues(
  all: readonly IndexedSession[],
  { cursor, limit, sort, ...wish }: z.output<typeof issueQuery>,
): IssuePage {
  const { fitting, facets } = narrow(all, wish);
  const { rows, ...page } = cutPage(sort === "points" ? fitting.toSorted(byHarm) : fitting, {
    cursor,
    limit,
    keyOf: ({ key }) => key,
  });
  return { issues: rows.map(({ row }) => row), ...page, facets };
}

/** The same issues by kind: how many points and sessions each affects, its worst example and its newest. */
export function listIssueKinds(
  all: readonly IndexedSession[],
  wish: z.output<typeof issueKindQuery>,
): IssueKindsView {
  const { fitting, facets } = narrow(all, wish);
  const kinds = [...Map.groupBy(fitting, ({ row }) => row.kind).values()].map((of): IssueKindView => {
    const worst = of.reduce((worst, each) => (byHarm(each, worst) < 0 ? each : worst));
    const newest = of[0]!;
    return {
      kind: worst.row.kind,
      episodes: of.length,
      pointsLost: Math.round(10 * of.reduce((sum, { row }) => sum + row.pointsLost, 0)) / 10,
      sessions: new Set(of.map(({ row }) => row.session)).size,
      worst: worst.row,
      ...(newest !== worst && { newest: newest.row }),
    };
  });
  return {
    kinds: kinds.sort(
      (a, b) => b.pointsLost - a.pointsLost || b.episodes - a.episodes || a.kind.localeCompare(b.kind),
    ),
    total: fitting.length,
    sessions: new Set(fitting.map(({ row }) => row.session)).size,
    facets,
  };
}

const byHarm = (a: Keyed, b: Keyed): number =>
  b.row.pointsLost - a.row.pointsLost ||
  Number(b.row.severity === "error") - Number(a.row.severity === "error") ||
  b.row.confidence - a.row.confidence ||
  a.place - b.place;

function narrow(
  all: readonly IndexedSession[],
  { q, ...wish }: z.output<typeof issueKindQuery>,
): { fitting: Keyed[]; facets: IssuePage["facets"] } {
  const rows = rowsOf(all);
  const found = q === undefined ? rows : rows.filter(({ row }) => hasWords(textOf(row), q));
  return {
    fitting: found.filter((each) => isLike(each, { parts: issueParts, wish })),
    facets: facetsOf(rows, {
      parts: issueParts,
      wish,
      ...(q !== undefined && { among: new Set(found) }),
    }),
  };
}

const textOf = ({ description, evidence }: IssueRow): string =>
  [description, ...evidence.map(({ text }) => text)].join(" ");

/** Made once for each list of sessions: the index makes a new list when something has changed. */
const made = new WeakMap<readonly IndexedSession[], Keyed[]>();

function rowsOf(all: readonly IndexedSession[]): Keyed[] {
  const known = made.get(all);
  if (known) return known;
  const rows = all
    .toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""))
    .flatMap(({ id, card: { story, prompt, narrator, at, observed }, issues }) =>
      issues.map((issue, index) => ({
        key: `${id}/${index}`,
        row: {
          ...issue,
          session: id,
          index,
          story,
          prompt,
          narrator,
          ...(observed && { observed }),
          ...(at !== null && { at }),
        },
      })),
    )
    .map((each, place): Keyed => ({ ...each, place }));
  made.set(all, rows);
  return rows;
}
