/** Which findings the session and its branches have in the turns that all of them have. */
import type { ComparisonView, Issue } from "../../../src/contract/index.ts";
import { count, titled, words } from "../ui/format.ts";

export type FindingsTable = {
  range: { from: number; to: number };
  /** Per kind: how many in the session, then in each branch. */
  rows: Array<{ type: string; counts: number[] }>;
  /** Of all kinds. */ total: number[];
  /** Per kind: the hints of the session, then of each branch. They are not scored. */
  hints: Map<string, Issue[][]>;
};

/** The first of the compared is the session. Null: no turn in common. */
export function findingsOver({
  sessions,
  shared,
}: Pick<ComparisonView, "sessions" | "shared">): FindingsTable | null {
  const { range } = shared;
  if (!range) return null;
  const found = sessions.map(({ issues }) =>
    issues.filter(({ turn }) => turn >= range.from && turn <= range.to),
  );
  const hinted = sessions.map(({ hints }) =>
    hints.filter(({ turn }) => turn >= range.from && turn <= range.to),
  );
  const types = [...new Set(found.flat().map(({ type }) => type))].sort();
  return {
    range,
    rows: types.map((type) => ({
      type,
      counts: found.map((issues) => issues.filter((issue) => issue.type === type).length),
    })),
    total: found.map(({ length }) => length),
    hints: new Map(
      [...new Set(hinted.flat().map(({ type }) => type))]
        .sort()
        .map((type) => [type, hinted.map((hints) => hints.filter((hint) => hint.type === type))]),
    ),
  };
}

/** The outcome in a sentence: of the finding that the edit was about, or of all. */
export function findingWords({ rows, total }: FindingsTable, kind?: string): string {
  const counts =
    kind === undefined ? total : (rows.find(({ type }) => type === kind)?.counts ?? total.map(() => 0));
  const [before = 0, ...branches] = counts;
  const what = kind === undefined ? "finding" : `${words(kind)} finding`;
  const left = branches.filter((number) => number > 0).length;
  const now =
    branches.length === 1
      ? left === 0
        ? "the branch has none"
        : `the branch has ${branches[0]}`
      : left === 0
        ? `none of the ${branches.length} branches has any`
        : `${left} of ${branches.length} branches ${left === 1 ? "has" : "have"} some`;
  if (kind !== undefined && before === 0 && left === 0)
    return `${titled(kind)} occurs in neither the session nor its branches.`;
  return `The session has ${before === 0 ? `no ${what}s` : count(before, what)}; ${now}.`;
}

/** The first hint of each branch, of the kind that the edit was about or of any. Its position counts from 1. */
export const hintedBranches = ({ hints }: FindingsTable, kind?: string): Array<{ at: number; hint: Issue }> =>
  [...hints]
    .filter(([type]) => kind === undefined || type === kind)
    .flatMap(([, each]) => each.map((list, at) => ({ at, hint: list[0] })))
    .flatMap(({ at, hint }) => (at > 0 && hint ? [{ at, hint }] : []))
    .filter(({ at }, index, all) => all.findIndex((one) => one.at === at) === index)
    .sort((one, other) => one.at - other.at);
