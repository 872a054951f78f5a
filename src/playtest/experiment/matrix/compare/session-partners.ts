/** Whether two matrices can be compared, which of their sessions are pairs, and what else differs between them. */
import { isDeepStrictEqual } from "node:util";
import type {
  MatrixConfig,
  MatrixPlan,
  MatrixRow,
  PlannedSession,
  Points,
} from "../../../../contract/index.ts";
import { HarnessError, optionText } from "../../../../kernel/errors/index.ts";
import { counted } from "../../../../kernel/report/index.ts";
import { guideFormOf } from "../../../agents/index.ts";
import { fewestGroups } from "../../../compare/index.ts";
import type { StoredMatrix } from "../stored-matrix.ts";
import { variantsOf } from "./variants.ts";

/** A pair whose session scores on neither side is lost. With less than this share left, nothing is judged. */
export const ENOUGH_PAIRS = 0.9;
/** Fewer cannot show a fall: the test is one-sided, and corrected for so many variants. */
export const groupsNeeded = (variants: number): number =>
  Math.max(fewestGroups(1), fewestGroups(variants) - 1);

/** Finds a session's partner: the same group, prompt and narrator. */
export function partnersIn(rows: readonly MatrixRow[]): (session: PlannedSession) => MatrixRow | undefined {
  const byKey = new Map(rows.map((row) => [partnerKey(row), row]));
  return (session) => byKey.get(partnerKey(session));
}

/** The seed draws the group from the guide, so a guide with other names or backgrounds gives another group. */
export const partnerKey = ({ story, seed, group, prompt, narrator }: PlannedSession): string =>
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
    option: "baseline",
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
      says:
        `${counted(few.groups, "group")} cannot show whether overall fell: ` +
        `at least ${needed} are needed for ${counted(variants.length, "variant")}.`,
      remedy: `Play more with ${optionText("sessions")}, in the baseline as well.`,
    }
  );
}

type Side = { name: string; seed?: string | number; rows: readonly PlannedSession[] };

/** Why no session of one has a partner in the other, as far as their plans show. */
export function whyUnpaired(first: Side, second: Side): string {
  const drawnAlike = second.rows.some(({ seed }) => first.rows.some((row) => row.seed === seed));
  if (!drawnAlike && String(first.seed) !== String(second.seed))
    return `${first.name} has seed ${first.seed}, ${second.name} has ${second.seed}, so the groups differ.`;
  const missing = (["story", "prompt", "narrator"] as const).flatMap((by) => {
    const there = new Set(first.rows.map((row) => row[by]));
    return second.rows.filter((row) => !there.has(row[by])).map((row) => `${by} ${row[by]}`);
  });
  return missing.length > 0
    ? `Not in ${first.name}: ${[...new Set(missing)].join(", ")}.`
    : "The groups differ: the guide or the player settings have changed.";
}

type Made = Pick<StoredMatrix, "name" | "config" | "points">;

/** Why a difference would mean nothing. */
export function whyNotComparable(a: Made, b: Made): { says: string; remedy: string } | undefined {
  const [most, other] = [a.config.maxTurnsPerSession, b.config.maxTurnsPerSession];
  if (most !== other)
    return {
      says: `${a.name} was played with at most ${most} turns, ${b.name} with ${other}.`,
      remedy: `Use the same turn limit in both, such as ${optionText("maxTurns", most)}.`,
    };
  if (a.points && b.points && !isDeepStrictEqual(a.points, b.points))
    return {
      says: `The scores of ${a.name} and ${b.name} come from different tables of points.`,
      remedy: "Use the same `points` in the settings of both.",
    };
  return undefined;
}

const SETTINGS = [
  "players",
  "archetypes",
  "playerModel",
  "classifier",
  "observer",
  "judge",
  "guide",
] as const satisfies ReadonlyArray<keyof MatrixConfig>;

/** Settings that may explain a difference as well. Undefined: all are equal. */
export function settingsApart(a: MatrixConfig, b: MatrixConfig): string | undefined {
  const shown = (config: MatrixConfig, name: (typeof SETTINGS)[number]) =>
    name === "guide"
      ? guideFormOf({ guideForm: config.guide })
      : [config[name] ?? "not set"].flat().join(", ");
  const apart = SETTINGS.filter((name) => shown(a, name) !== shown(b, name)).map(
    (name) => `${name} (${shown(a, name)}; ${shown(b, name)})`,
  );
  return apart.length === 0 ? undefined : `Settings also differ: ${apart.join(", ")}.`;
}
