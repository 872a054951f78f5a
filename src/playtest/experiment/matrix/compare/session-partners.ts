/** Which sessions of two matrices are pairs, and why a gate beside a baseline could never be judged. */
import type { MatrixPlan, MatrixRow, PlannedSession, Points } from "../../../../contract/index.ts";
import { HarnessError, optionText } from "../../../../kernel/errors/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { fewestGroups } from "../../../compare/index.ts";
import type { StoredMatrix } from "../matrix-result-file.ts";
import { whyNotComparable } from "./comparable.ts";
import { variantsOf } from "./variants.ts";

/** A pair whose session scores on neither side is lost. With less than this share left, nothing is judged. */
export const ENOUGH_PAIRS = 0.9;
/** Fewer cannot show a fall: the test is one-sided, and corrected for so many variants. */
export const groupsNeeded = (variants: number): number =>
  Math.max(fewestGroups(1), fewestGroups(variants) - 1);

/** Finds a session's partner: the same group, prompt and narrator. */
export function partnersIn(rows: readonly MatrixRow[]): (session: PlannedSession) => MatrixRow | undefined {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return (session) => byKey.get(keyOf(session));
}

/** The seed draws the group from the guide, so a guide with other names or backgrounds gives another group. */
const keyOf = ({ story, seed, group, prompt, narrator }: PlannedSession): string =>
  JSON.stringify([story, seed, group, prompt, narrator]);

/** Refuses a gate that could never be judged, before anything is paid for. */
export function requireJudgeable(
  before: StoredMatrix,
  plan: Pick<MatrixPlan, "sessions" | "config" | "seed"> & { points?: Points },
): void {
  const why = whyNeverJudged(before, plan);
  if (why === undefined) return;
  throw new HarnessError({
    code: "not-comparable",
    message: `This matrix cannot be compared with the baseline ${before.name}. ${why.says}`,
    remedy: `${why.remedy} Or use another baseline, or leave ${optionText("baseline")} out.`,
  });
}

function whyNeverJudged(
  before: StoredMatrix,
  { sessions, config, seed, points }: Parameters<typeof requireJudgeable>[1],
): { says: string; remedy: string } | undefined {
  const apart = whyNotComparable(before, { name: "this matrix", config, points });
  if (apart) return apart;
  const partnerOf = partnersIn(before.rows);
  const variants = variantsOf(sessions.filter((session) => partnerOf(session))).map(({ name, rows }) => ({
    name,
    planned: rows.length,
    groups: new Set(rows.map(({ pair }) => pair)).size,
    scored: rows.filter((row) => partnerOf(row)!.score?.overall != null).length,
  }));
  if (variants.length === 0)
    return {
      says: whyUnpaired(before, { name: "this matrix", rows: sessions, seed }),
      remedy:
        String(before.seed) === String(seed)
          ? "Use the stories, prompt names and narrators of the baseline."
          : `Play the same groups with ${optionText("seed", before.seed)}.`,
    };
  const unscored = variants.find(({ scored, planned }) => scored < ENOUGH_PAIRS * planned);
  if (unscored)
    return {
      says: `Only ${unscored.scored} of its ${counted(unscored.planned, "session")} have a score.`,
      remedy: `Finish it first: rehearse resume ${before.dir ?? before.name}.`,
    };
  const needed = groupsNeeded(variants.length);
  const few = variants.find(({ groups }) => groups < needed);
  return (
    few && {
      says: `${counted(few.groups, "group")} cannot show whether overall fell: at least ${needed} are needed${variants.length > 1 ? ` for ${variants.length} variants` : ""}.`,
      remedy: "Play more with --sessions, in the baseline as well.",
    }
  );
}

type Side = { name: string; seed?: string | number; rows: readonly PlannedSession[] };
const MATCHED = { story: "stories", prompt: "prompts", narrator: "narrators" } as const;

/** Why no session of one has a partner in the other, as far as their plans show. */
export function whyUnpaired(first: Side, second: Side): string {
  const drawnAlike = second.rows.some(({ seed }) => first.rows.some((row) => row.seed === seed));
  if (!drawnAlike && String(first.seed) !== String(second.seed))
    return `${first.name} has seed ${first.seed}, ${second.name} has ${second.seed}, so the groups differ.`;
  const missing = (Object.keys(MATCHED) as Array<keyof typeof MATCHED>).flatMap((by) => {
    const there = new Set(first.rows.map((row) => row[by]));
    const absent = [...new Set(second.rows.map((row) => row[by]))].filter((value) => !there.has(value));
    return absent.length === 0 ? [] : [`Not in ${first.name}: the ${MATCHED[by]} ${absent.join(", ")}.`];
  });
  return missing.join(" ") || "The groups differ: the guide or the player settings have changed.";
}
