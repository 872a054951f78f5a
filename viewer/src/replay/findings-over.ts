/** Which findings the session and its branches have in the turns that all of them have. */
import type { ComparisonView } from "../../../src/contract/index.ts";
import { findingsOf, type Finding } from "../session/findings.ts";
import { count, titled, words } from "../ui/format.ts";

export type FindingsTable = {
  range: { from: number; to: number };
  /** Per kind: those of the session, then of each branch. Hints are not scored and come last. */
  rows: Array<{ type: string; isHint: boolean; found: Finding[][] }>;
};

/** The first of the compared is the session. Null: no turn in common. */
export function findingsOver({
  sessions,
  shared: { range },
}: Pick<ComparisonView, "sessions" | "shared">): FindingsTable | null {
  if (!range) return null;
  const all = sessions.map((session) =>
    findingsOf(session).filter(({ issue: { turn } }) => turn >= range.from && turn <= range.to),
  );
  const rows = [false, true].flatMap((isHint) => {
    const found = all.map((findings) => findings.filter(({ state }) => (state === "hint") === isHint));
    const types = [...new Set(found.flat().map(({ issue }) => issue.type))].sort();
    return types.map((type) => ({
      type,
      isHint,
      found: found.map((findings) => findings.filter(({ issue }) => issue.type === type)),
    }));
  });
  return { range, rows };
}

/** The outcome in a sentence: of the finding that the edit was about, or of all. */
export function findingWords({ rows }: FindingsTable, branches: number, kind?: string): string {
  const counted = rows.filter(({ type, isHint }) => !isHint && (kind === undefined || type === kind));
  const [before = 0, ...each] = Array.from({ length: branches + 1 }, (_, at) =>
    counted.reduce((sum, { found }) => sum + (found[at]?.length ?? 0), 0),
  );
  const what = kind === undefined ? "finding" : `${words(kind)} finding`;
  const left = each.filter((number) => number > 0).length;
  const now =
    branches === 1
      ? left === 0
        ? "the branch has none"
        : `the branch has ${each[0]}`
      : left === 0
        ? `none of the ${branches} branches has any`
        : `${left} of ${branches} branches ${left === 1 ? "has" : "have"} some`;
  if (kind !== undefined && before === 0 && left === 0)
    return `${titled(kind)} occurs in neither the session nor its branches.`;
  return `The session has ${before === 0 ? `no ${what}s` : count(before, what)}; ${now}.`;
}

/** The first hint of each branch, of the kind that the edit was about or of any. Its position counts from 1. */
export const hintedBranches = (
  { rows }: FindingsTable,
  kind?: string,
): Array<{ at: number; hint: Finding }> => {
  const hinted = rows.filter(({ type, isHint }) => isHint && (kind === undefined || type === kind));
  const branches = Array.from({ length: rows[0]?.found.length ?? 0 }, (_, at) => at).slice(1);
  return branches.flatMap((at) => {
    const hint = hinted.flatMap(({ found }) => found[at] ?? [])[0];
    return hint ? [{ at, hint }] : [];
  });
};
