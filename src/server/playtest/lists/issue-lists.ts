/** The issues of all sessions. */
import type { z } from "zod";
import type { IssuePage, issueQuery, IssueRow } from "../../../contract/index.ts";
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

type Keyed = {
  key: string;
  row: IssueRow;
  /** Of no experiment. */ isOwn: boolean;
};

/** Those of house narrators last; what cost most first, then by severity and confidence, then newest. */
export function listIssues(
  all: readonly IndexedSession[],
  { cursor, limit, q, own, ...wish }: z.output<typeof issueQuery>,
): IssuePage {
  const rows = rowsOf(all).filter(({ isOwn }) => own === undefined || isOwn);
  const found = new Set(q === undefined ? rows : rows.filter(({ row }) => hasWords(textOf(row), q)));
  const fitting = [...found].filter((each) => isLike(each, { parts: issueParts, wish }));
  const { rows: shown, ...page } = cutPage(fitting, { cursor, limit, keyOf: ({ key }) => key });
  const facets = facetsOf(rows, { parts: issueParts, wish, among: found });
  return { issues: shown.map(({ row }) => row), ...page, facets };
}

const byHarm = (a: Keyed, b: Keyed): number =>
  Number(a.row.house) - Number(b.row.house) ||
  b.row.pointsLost - a.row.pointsLost ||
  Number(b.row.severity === "error") - Number(a.row.severity === "error") ||
  b.row.confidence - a.row.confidence;

const textOf = ({ description, evidence }: IssueRow): string =>
  [description, ...evidence.map(({ text }) => text)].join(" ");

const rowsOf = (all: readonly IndexedSession[]): Keyed[] =>
  all
    .toSorted((a, b) => (b.card.at ?? "").localeCompare(a.card.at ?? ""))
    .flatMap(({ id, of, card: { story, prompt, narrator, house, at, observed }, issues }) =>
      issues.map((issue, index) => ({
        key: `${id}/${index}`,
        isOwn: of === undefined,
        row: {
          ...issue,
          session: id,
          index,
          story,
          prompt,
          narrator,
          house,
          observed,
          at: at ?? undefined,
        },
      })),
    )
    // Equals stay in their order.
    .sort(byHarm);
