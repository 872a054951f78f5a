/** The score of a session: completion × craft. The design fixes its parts; events only cost points. */
import type { Episode, Points, QualityMetrics, Score } from "../../contract/index.ts";
import { mean, tenths } from "./mean.ts";

/** A judge's scale, and the share of craft that a judge who counts has. */
const [WORST, BEST] = [1, 10];
export const JUDGE_SHARE = 0.3;

type Part = Score["missing"][number]["name"];

export type ScoreOptions = {
  points: Points;
  episodes: readonly Episode[];
  /** The share of the guide's beats told. Absent: unknown, or not a part of this score. */
  completion?: number | undefined;
  /** The mean of a judge's scores, if it counts. */
  judge?: number | undefined;
  /** Why parts of the score could not be had. */
  why: Partial<Record<Part, string>>;
};

/** Missing where a part of it could not be had; the points that are known are still listed. */
export function scoreOf({ points, episodes, completion, judge, why }: ScoreOptions): Score {
  const pointsLost = tenths(episodes.reduce((sum, episode) => sum + episode.pointsLost, 0));
  const kept = Math.max(0, 100 - pointsLost);
  const craft = judge === undefined ? kept : (1 - JUDGE_SHARE) * kept + JUDGE_SHARE * judge;
  const missing = (["completion", "craft", "judge"] as const).flatMap((name) =>
    why[name] === undefined ? [] : [{ name, why: why[name] }],
  );
  return {
    overall: missing.length > 0 ? null : tenths((completion ?? 1) * craft),
    completion: completion ?? null,
    craft: why.craft === undefined ? tenths(craft) : null,
    ...(judge !== undefined && { judge: tenths(judge) }),
    pointsLost,
    byKind: byKindOf(episodes),
    points,
    missing,
  };
}

function byKindOf(episodes: readonly Episode[]): Score["byKind"] {
  const kinds = Map.groupBy(episodes, ({ kind }) => kind);
  return Object.fromEntries(
    [...kinds].map(([kind, same]) => [
      kind,
      { episodes: same.length, points: tenths(same.reduce((sum, { pointsLost }) => sum + pointsLost, 0)) },
    ]),
  );
}

/** The mean of the seven scores, on 0 to 100. Undefined unless all were given. */
export function judgeMean(quality: QualityMetrics): number | undefined {
  const scores = Object.values(quality);
  if (scores.some((score) => score === null)) return undefined;
  return (100 * (mean(scores as number[])! - WORST)) / (BEST - WORST);
}
