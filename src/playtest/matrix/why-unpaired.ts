import type { MatrixRow, PlannedSession } from "../../contract/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { told } from "./told-rows.ts";

/** A matrix as it is spoken of: "the baseline", or by its name. */
export type Side<Row = MatrixRow> = { called: string; seed?: string | number; rows: readonly Row[] };
type MatchedBy = "story" | "prompt" | "narrator";
const MANY: Record<MatchedBy, string> = { story: "stories", prompt: "prompts", narrator: "narrators" };

/** Why sessions of the second have no partner in the first (`bothWays`: and the other way round), as far as their plans tell. `by`: what must be alike. */
export function whyUnpaired(
  first: Side,
  second: Side,
  { paired, by, bothWays = false }: { paired: number; by: readonly MatchedBy[]; bothWays?: boolean },
): string[] {
  const drawnAlike = second.rows.some(({ seed }) => first.rows.some((row) => row.seed === seed));
  if (!drawnAlike && first.seed !== undefined && String(first.seed) !== String(second.seed)) {
    return [
      `The seeds are not the same: ${first.called} was played with ${first.seed}, ${second.called} with ${second.seed}. These are other groups, so that nothing can be paired, and unpaired sessions are no evidence. --seed ${first.seed} plays the same groups.`,
    ];
  }
  return [
    ...plannedApart(first, second, { by, bothWays }),
    ...(paired === 0
      ? [first, second]
          .filter(({ rows }) => told(rows).length === 0)
          .map(({ called }) => `No session of ${called} was played to its end and is sound.`)
      : []),
  ];
}

/** The same of sessions that are yet to be played. */
export function plannedApart(
  first: Side<PlannedSession>,
  second: Side<PlannedSession>,
  { by, bothWays = false }: { by: readonly MatchedBy[]; bothWays?: boolean },
): string[] {
  const key = (row: PlannedSession) => JSON.stringify([row.seed, ...by.map((each) => row[each])]);
  const partners = new Map(first.rows.map((row) => [key(row), row]));
  const others = second.rows.filter(
    (row) => partners.has(key(row)) && !sameGroup(partners.get(key(row))!, row),
  ).length;
  return [
    ...by.flatMap((each) => [...notIn(first, second, each), ...(bothWays ? notIn(second, first, each) : [])]),
    ...(others > 0
      ? [
          `${counted(others, "session")} met other groups than in ${first.called}: the guide or the wish for players has changed.`,
        ]
      : []),
  ];
}

function notIn(first: Side<PlannedSession>, second: Side<PlannedSession>, by: MatchedBy): string[] {
  const there = new Set(first.rows.map((row) => row[by]));
  const missing = [...new Set(second.rows.map((row) => row[by]))].filter((value) => !there.has(value));
  return missing.length === 0
    ? []
    : [`Not in ${first.called}: ${missing.length === 1 ? by : MANY[by]} ${missing.join(", ")}.`];
}

/** The seed draws the group from the guide: with other names or backgrounds in it, it is another group. */
export const sameGroup = (a: Pick<MatrixRow, "group">, b: Pick<MatrixRow, "group">): boolean =>
  a.group === undefined || b.group === undefined || a.group === b.group;
