/**
 * Why one arm scored more than another: Δoverall = Δcompletion × mean(craft) + Δcraft × mean(completion), exact for each
 * pair, with Δcraft split by kind of problem, and averaged. Descriptive: no term carries a p-value.
 */
import { type Cause, type Score, type SessionResult } from "../../contract/index.ts";
import { counted, shortList } from "../../kernel/report/index.ts";
import { kindOf } from "../findings/index.ts";
import { JUDGE_SHARE } from "../metrics/index.ts";
import { shownQuotes } from "../report/index.ts";

export type PlayScore = Pick<Score, "overall" | "completion" | "craft" | "judge" | "pointsLost" | "byKind">;

export type Play = PlayScore & {
  /** Names its session for readers. */
  session: string;
  /** Plays of one pair have the same group and dice. */
  pair: string;
  /** Pairs of one cluster (a group of players, a checkpoint) count once. */
  cluster: string;
  /** Titles of the guide's beats that were not told. */
  untold?: readonly string[];
};
export type PlayPair = { a: Play; b: Play };

/** Causes are named until they explain this share of the change. */
const EXPLAINED = 0.8;
const MOST_CAUSES = 5;
const BEATS = "beats not told";
const JUDGE = "the judge's scores";
const BROKEN = "sessions that broke down";

type Terms = Map<string, number>;

export type BecauseOptions = {
  /** What the plays are called: session, replay. */
  unit: string;
  /** What the arms are called in counts: "135 with blunt, 0 with house". */
  names: { a: string; b: string };
  /** The words that show a problem of this kind in a play. */
  quoteOf?: (play: Play, kind: string) => Cause["quote"];
};

/** The largest causes of the mean difference, B − A, over these pairs: first those in its direction, then those against it. */
export function because(pairs: readonly PlayPair[], options: BecauseOptions): Cause[] {
  const sizes = new Map([...Map.groupBy(pairs, ({ a }) => a.cluster)].map(([key, own]) => [key, own.length]));
  const total: Terms = new Map();
  for (const pair of pairs)
    for (const [label, points] of termsOf(pair))
      total.set(label, (total.get(label) ?? 0) + points / (sizes.get(pair.a.cluster)! * sizes.size));
  const change = sumOf(total);
  const chosen: Array<{ label: string; points: number }> = [];
  let explained = 0;
  for (const [label, points] of [...total].toSorted(([, x], [, y]) => Math.abs(y) - Math.abs(x))) {
    if (Math.abs(points) < LEAST || chosen.length === MOST_CAUSES) break;
    if (Math.abs(change - explained) <= (1 - EXPLAINED) * Math.abs(change)) break;
    chosen.push({ label, points });
    explained += points;
  }
  const isAgainst = ({ points }: { points: number }) => Number(points * change < 0);
  return chosen
    .toSorted((x, y) => isAgainst(x) - isAgainst(y))
    .map((cause) => causeOf({ ...cause, pairs }, options));
}

/** Less is rounding. */
const LEAST = 0.05;

/** Exact: the terms of a pair add up to the difference of its scores. */
export function termsOf(pair: PlayPair): Terms {
  const { a, b } = pair;
  const change = b.overall! - a.overall!;
  if (isBroken(a) || isBroken(b)) return new Map([[BROKEN, change]]);
  const [completionA, completionB] = [a.completion ?? 1, b.completion ?? 1];
  const completion = (completionA + completionB) / 2;
  const terms: Terms = new Map([[BEATS, ((completionB - completionA) * (a.craft! + b.craft!)) / 2]]);
  const share = a.judge === undefined || b.judge === undefined ? 1 : 1 - JUDGE_SHARE;
  const lost = b.pointsLost - a.pointsLost;
  // Craft does not fall below 0: where it is there, further points cost nothing.
  const counts = lost === 0 ? Number(a.pointsLost <= 100) : (kept(a) - kept(b)) / lost;
  for (const kind of new Set([...Object.keys(a.byKind), ...Object.keys(b.byKind)])) {
    const more = (b.byKind[kind]?.points ?? 0) - (a.byKind[kind]?.points ?? 0);
    terms.set(kind, -more * counts * share * completion);
  }
  if (a.judge !== undefined || b.judge !== undefined)
    terms.set(JUDGE, (b.craft! - a.craft! - share * (kept(b) - kept(a))) * completion);
  // Scores are rounded to tenths. The largest term takes what that leaves.
  const [largest] = [...terms].reduce((x, y) => (Math.abs(y[1]) > Math.abs(x[1]) ? y : x));
  terms.set(largest, terms.get(largest)! + change - sumOf(terms));
  return terms;
}

/** Scored 0 without being measured so: the narrator broke down. */
const isBroken = ({ overall, completion, craft }: Play): boolean =>
  craft === null || (overall === 0 && (completion ?? 1) * craft > ROUNDING);
const ROUNDING = 0.2;

const kept = ({ pointsLost }: Play): number => Math.max(0, 100 - pointsLost);
const sumOf = (terms: Terms): number => [...terms.values()].reduce((sum, points) => sum + points, 0);

function causeOf(
  { label, points, pairs }: { label: string; points: number; pairs: readonly PlayPair[] },
  { unit, names, quoteOf }: BecauseOptions,
): Cause {
  const [side, other] = points < 0 ? (["b", "a"] as const) : (["a", "b"] as const);
  const plays = pairs.map((pair) => pair[side]);
  const cause = (touches: (play: Play) => boolean, more: Omit<Cause, "points" | "touched">): Cause => ({
    points,
    touched: { count: plays.filter(touches).length, of: plays.length, unit: `${unit}s` },
    ...more,
  });
  const against = (count: (play: Play) => number): string => {
    const all = (arm: "a" | "b") => pairs.reduce((sum, pair) => sum + count(pair[arm]), 0);
    return `${all("b")} with ${names.b}, ${all("a")} with ${names.a}`;
  };
  if (label === JUDGE) return { label, points };
  if (label === BROKEN) return cause(isBroken, { label, detail: against((play) => Number(isBroken(play))) });
  if (label === BEATS) {
    const others = pairs.map((pair) => pair[other]);
    const missing = missingBeats(plays, others).map(
      ({ title, more }) => `"${title}" (${counted(more, `more ${unit}`)})`,
    );
    return cause(({ completion }) => (completion ?? 1) < 1, {
      label: points > 0 ? "more beats told" : label,
      detail: missing.length > 0 ? shortList(missing) : undefined,
    });
  }
  const pointsOf = ({ byKind }: Play) => byKind[label]?.points ?? -1;
  const worst = plays.reduce((one, two) => (pointsOf(two) > pointsOf(one) ? two : one));
  return cause(({ byKind }) => byKind[label] !== undefined, {
    label: kindOf(label).plural,
    detail: against(({ byKind }) => byKind[label]?.episodes ?? 0),
    quote: worst.byKind[label] && quoteOf?.(worst, label),
  });
}

/** Beats that these plays left out more often than the others; the most frequent first. */
function missingBeats(plays: readonly Play[], others: readonly Play[]) {
  const titles = (all: readonly Play[]) => all.flatMap(({ untold = [] }) => untold);
  const there = titles(others);
  return [...Map.groupBy(titles(plays), (title) => title)]
    .map(([title, here]) => ({ title, more: here.length - there.filter((each) => each === title).length }))
    .filter(({ more }) => more > 0)
    .toSorted((x, y) => y.more - x.more)
    .slice(0, 3);
}

/** The words that show a problem of a play. A session's result is read only if it is quoted. */
export const quoteFrom =
  (resultOf: (session: string) => SessionResult | undefined): NonNullable<BecauseOptions["quoteOf"]> =>
  ({ session }, kind) => {
    const [worst] = (resultOf(session)?.issues ?? [])
      .filter((episode) => episode.kind === kind)
      .toSorted((one, other) => other.pointsLost - one.pointsLost);
    const words = worst && shownQuotes(worst).at(-1);
    return words && { at: `${session}, ${words.at}`, text: words.text, to: words.to };
  };
