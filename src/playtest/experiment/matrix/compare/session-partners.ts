/** Which sessions of two matrices are pairs, and why others have no partner. */
import type { MatrixRow, PlannedSession } from "../../../../contract/index.ts";
import { HarnessError } from "../../../../kernel/errors/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { comparable, isOver } from "../matrix-rows.ts";
import type { StoredMatrix } from "../matrix-result-file.ts";

/** Finds a session's partner in an earlier matrix: the same group, prompt and narrator. */
export function partnersIn(rows: readonly MatrixRow[]): (session: PlannedSession) => MatrixRow | undefined {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (session) => {
    const partner = byKey.get(keyOf(session));
    return partner && sameGroup(partner, session) ? partner : undefined;
  };
}

const keyOf = ({ story, seed, prompt, narrator }: PlannedSession): string =>
  JSON.stringify([story, seed, prompt, narrator]);

/** Refuses a gate without any pair before the first call, and says why. */
export function requirePartners(
  before: StoredMatrix,
  { sessions, seed }: { sessions: readonly PlannedSession[]; seed: string | number },
): void {
  const partnerOf = partnersIn(comparable(before.rows));
  if (sessions.some((session) => partnerOf(session) !== undefined)) return;
  const { why, remedy } = whatIsApart(before, { sessions, seed });
  throw new HarnessError({
    code: "bad-baseline",
    message: `No session of this matrix can be paired with the baseline ${before.name}. ${why}`.trim(),
    remedy: `${remedy}, or leave --baseline out.`,
  });
}

function whatIsApart(
  before: StoredMatrix,
  { sessions, seed }: { sessions: readonly PlannedSession[]; seed: string | number },
): { why: string; remedy: string } {
  const inPlan = partnersIn(before.rows);
  const unplayed = before.rows.filter((row) => !isOver(row) && row.outcome !== "crashed").length;
  if (sessions.some((session) => inPlan(session) !== undefined))
    return {
      why: `The baseline is unfinished: ${unplayed} of its ${counted(before.rows.length, "session")} ${unplayed === 1 ? "is" : "are"} unfinished.`,
      remedy: `Finish it first with \`rehearse resume\` and its folder (${before.name})`,
    };
  if (String(before.seed) !== String(seed))
    return {
      why: `The baseline has seed ${before.seed}, this matrix ${seed}, so the groups differ.`,
      remedy: `Play the same groups with --seed ${before.seed}`,
    };
  const apart = plannedApart(
    { called: "the baseline", rows: before.rows },
    { called: "this matrix", rows: sessions },
    { by: ["story", "prompt", "narrator"], bothWays: true },
  );
  return {
    why: apart.join(" "),
    remedy: "Use a baseline with the same stories, prompt names and narrators",
  };
}

/** `called`: "the baseline", or the name of the matrix. */
export type Side<Row = MatrixRow> = { called: string; seed?: string | number; rows: readonly Row[] };
type MatchedBy = "story" | "prompt" | "narrator";
const MANY: Record<MatchedBy, string> = { story: "stories", prompt: "prompts", narrator: "narrators" };

/** Why sessions of the second have no partner in the first (`bothWays`: and vice versa), as far as their plans show. `by`: the fields that must be equal. */
export function whyUnpaired(
  first: Side,
  second: Side,
  { paired, by, bothWays = false }: { paired: number; by: readonly MatchedBy[]; bothWays?: boolean },
): string[] {
  const drawnAlike = second.rows.some(({ seed }) => first.rows.some((row) => row.seed === seed));
  if (!drawnAlike && first.seed !== undefined && String(first.seed) !== String(second.seed)) {
    return [
      `The seeds differ: ${first.called} has ${first.seed}, ${second.called} has ${second.seed}. The groups differ, so sessions cannot be paired. --seed ${first.seed} plays the same groups.`,
    ];
  }
  return [
    ...plannedApart(first, second, { by, bothWays }),
    ...(paired === 0
      ? [first, second]
          .filter(({ rows }) => comparable(rows).length === 0)
          .map(({ called }) => `${called} has no finished session that its players did not break.`)
      : []),
  ];
}

/** The same for planned sessions. */
function plannedApart(
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
          `${counted(others, "session")} had other groups than in ${first.called}: the guide or the player settings have changed.`,
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

/** The seed draws the group from the guide, so a guide with other names or backgrounds gives another group. */
const sameGroup = (a: Pick<MatrixRow, "group">, b: Pick<MatrixRow, "group">): boolean =>
  a.group === undefined || b.group === undefined || a.group === b.group;
