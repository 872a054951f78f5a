import type { MatrixRow, PlannedSession } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { counted } from "../../kernel/report/index.ts";
import { told } from "./told-rows.ts";
import type { StoredMatrix } from "./read-matrix.ts";
import { isOver } from "./row-now.ts";
import { plannedApart, sameGroup } from "./why-unpaired.ts";

/** Which session of an earlier matrix a session is held against: the same group, prompt and narrator. */
export function partnersIn(rows: readonly MatrixRow[]): (session: PlannedSession) => MatrixRow | undefined {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (session) => {
    const partner = byKey.get(keyOf(session));
    return partner && sameGroup(partner, session) ? partner : undefined;
  };
}

const keyOf = ({ story, seed, prompt, narrator }: PlannedSession): string =>
  JSON.stringify([story, seed, prompt, narrator]);

/** A gate that can test nothing is refused before anything is paid for, with what keeps the two apart. */
export function requirePartners(
  before: StoredMatrix,
  { sessions, seed }: { sessions: readonly PlannedSession[]; seed: string | number },
): void {
  const partnerOf = partnersIn(told(before.rows));
  if (sessions.some((session) => partnerOf(session) !== undefined)) return;
  const { why, remedy } = whatIsApart(before, { sessions, seed });
  throw new HarnessError({
    code: "bad-baseline",
    message:
      `No session of this matrix has a partner in the baseline ${before.name}: nothing could be paired, and the gate would test nothing. ${why}`.trim(),
    remedy: `${remedy}, or leave --baseline out.`,
  });
}

function whatIsApart(
  before: StoredMatrix,
  { sessions, seed }: { sessions: readonly PlannedSession[]; seed: string | number },
): { why: string; remedy: string } {
  const inPlan = partnersIn(before.rows);
  const planned = sessions.flatMap((session) => inPlan(session) ?? []);
  const unplayed = before.rows.filter((row) => !isOver(row) && row.outcome !== "crashed").length;
  if (planned.length > 0 && unplayed > 0)
    return {
      why: `It is unfinished: ${unplayed} of its ${counted(before.rows.length, "session")} ${unplayed === 1 ? "was not played to its end" : "were not played to their end"}.`,
      remedy: `Play it to its end with \`rehearse resume\` and its folder (${before.name}) first`,
    };
  if (planned.length > 0)
    return { why: "Those that could be one were broken by their players.", remedy: "Name another baseline" };
  if (String(before.seed) !== String(seed))
    return {
      why: `The baseline was played with the seed ${before.seed}, this is ${seed}: other groups.`,
      remedy: `Play the same groups with --seed ${before.seed}`,
    };
  const apart = plannedApart(
    { called: "the baseline", rows: before.rows },
    { called: "this matrix", rows: sessions },
    { by: ["story", "prompt", "narrator"], bothWays: true },
  );
  return {
    why: apart.join(" "),
    remedy: "Name a baseline with the same stories, prompt names and narrators",
  };
}
