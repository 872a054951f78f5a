/** Overall scores are compared only over the same parts. */
import { scorePart, type Composite, type ScorePart } from "../../contract/index.ts";

type Values = Readonly<Partial<Record<string, number | null>>>;

/** With less common weight, two scores measure different things. */
const ENOUGH = 0.5;

const valueOf = (metrics: Values, part: ScorePart) => metrics[`overall/${part}`];
const weightOf = (metrics: Values, part: ScorePart) => metrics[`weight/${part}`] ?? 0;
const partsIn = (metrics: Values): ScorePart[] =>
  scorePart.options.filter((part) => valueOf(metrics, part) != null);

/** The parts of an overall score, listed with it: `overall/soundness` from 0 to 1, and `weight/soundness`. */
export const partNumbers = ({ parts }: Pick<Composite, "parts">): Record<`overall/${string}`, number> =>
  Object.fromEntries(
    parts.flatMap(({ name, value, weight }) => [
      [`overall/${name}`, value],
      [`weight/${name}`, weight],
    ]),
  );

/** Sessions with overall scores over the parts that all of them have. Null: too little in common. */
export function onCommonParts<Session extends { metrics: Values }>(
  sessions: readonly Session[],
): { sessions: Session[]; leftOut: ScorePart[] } {
  const scored = sessions.filter(({ metrics }) => metrics["overall"] != null);
  const sets = scored.map(({ metrics }) => partsIn(metrics));
  const common = scorePart.options.filter((part) => sets.every((set) => set.includes(part)));
  const leftOut = scorePart.options.filter(
    (part) => !common.includes(part) && sets.some((set) => set.includes(part)),
  );
  if (leftOut.length === 0) return { sessions: [...sessions], leftOut };
  const weight = (metrics: Values, parts: readonly ScorePart[]) =>
    parts.reduce((sum, part) => sum + weightOf(metrics, part), 0);
  const enough = scored.every(
    ({ metrics }) => weight(metrics, common) >= ENOUGH * weight(metrics, partsIn(metrics)),
  );
  const rescored = ({ metrics }: Session): Values => {
    const points = common.reduce((sum, part) => sum + weightOf(metrics, part) * valueOf(metrics, part)!, 0);
    const score = enough ? Math.round((1_000 * points) / weight(metrics, common)) / 10 : Number.NaN;
    return {
      ...Object.fromEntries(
        Object.entries(metrics).filter(([name]) => !leftOut.some((part) => isOf(name, part))),
      ),
      overall: Number.isFinite(score) ? score : null,
    };
  };
  return {
    sessions: sessions.map((session) =>
      session.metrics["overall"] == null ? session : { ...session, metrics: rescored(session) },
    ),
    leftOut,
  };
}

const isOf = (name: string, part: ScorePart): boolean =>
  name === `overall/${part}` || name === `weight/${part}`;

/** The adjustment, in words. `lacking`: who does not have the parts. */
export const commonPartsNote = (leftOut: readonly ScorePart[], lacking: string): string | undefined =>
  leftOut.length === 0
    ? undefined
    : `Overall scores here leave out ${listed(leftOut)}, which ${lacking}. They differ from the sessions' own scores. If under half of the weight is left, there is no overall score.`;

const listed = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/** Pair by pair, over both arms; and the number of pairs with parts left out. */
export function pairsOnCommonParts<Play extends { pair: string; metrics: Values }>(
  a: readonly Play[],
  b: readonly Play[],
): { a: Play[]; b: Play[]; note?: string } {
  const inA = new Set(a);
  const left = new Set<ScorePart>();
  const rescored = new Map<Play, Play>();
  for (const same of Map.groupBy([...a, ...b], ({ pair }) => pair).values()) {
    if (same.every((play) => inA.has(play)) || !same.some((play) => inA.has(play))) continue;
    const { sessions, leftOut } = onCommonParts(same);
    for (const [at, play] of same.entries()) rescored.set(play, sessions[at]!);
    for (const part of leftOut) left.add(part);
  }
  const of = (arm: readonly Play[]) => arm.map((play) => rescored.get(play) ?? play);
  const note = commonPartsNote(
    scorePart.options.filter((part) => left.has(part)),
    "one side of a pair does not have",
  );
  return { a: of(a), b: of(b), ...(note !== undefined && { note }) };
}
