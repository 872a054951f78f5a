/** Whether two matrices can be compared, and what else differs between them. */
import { isDeepStrictEqual } from "node:util";
import type { MatrixConfig } from "../../../../contract/index.ts";
import { optionText } from "../../../../kernel/errors/index.ts";
import { guideFormOf } from "../../../agents/index.ts";
import type { StoredMatrix } from "../matrix-result-file.ts";

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
  "variation",
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
