/** Chooses the next replays, and draws conclusions from the posterior. */
import { posteriorOf, type Posterior, type Seen, type Shape } from "./bisect-belief.ts";
import type { BisectFinding, BisectPlan, BisectProbe } from "../../../contract/index.ts";

/** Every sixth replay explores: the median alone would never show that later turns recover again. */
const EXPLORES = 6;

/**
 * The turns to replay from next: quantiles of the posterior of the lost turn, or its median for a single replay. A
 * replay from a turn shows whether the step is at or before that turn, or after it.
 */
export function nextProbes(
  { turns, steps, none }: Posterior,
  {
    count,
    before,
  }: { count: number; /** Turns replayed from so far, in order. */ before: readonly number[] },
): number[] {
  let below = 0;
  // The probability that the step is at this turn or before it, given that there is one.
  const upTo = turns.map((_, index) => (below += steps[index]!) / (1 - none));
  const chosen: number[] = [];
  const exploring = Array.from(
    { length: count },
    (_, index) => (before.length + index) % EXPLORES === EXPLORES - 1,
  );
  const searching = exploring.filter((each) => !each).length;
  for (const explores of exploring) {
    const quantile = (chosen.length + 1) / (searching + 1);
    if (!explores) chosen.push(turns[nearest(upTo, quantile)]!);
  }
  for (const explores of exploring) if (explores) chosen.push(farthest(turns, [...before, ...chosen]));
  return chosen;
}

const nearest = (shares: readonly number[], quantile: number): number =>
  shares.reduce(
    (best, share, at) => (Math.abs(share - quantile) < Math.abs(shares[best]! - quantile) ? at : best),
    0,
  );

/** The turn farthest from those replayed; of several, the latest, which shows best whether the session recovers again. */
function farthest(turns: readonly number[], known: readonly number[]): number {
  const room = (turn: number) => Math.min(...known.map((each) => Math.abs(each - turn)), Infinity);
  return turns.reduce((best, turn) => (room(turn) >= room(best) ? turn : best));
}

type ConcludeOptions = {
  /** The probability from which a finding is decided. */
  certainty: number;
  /** A span of at most this many turns is decided. */
  within: number;
  /** The turn that ended the session, which cannot be replayed from. Undefined: all can. */
  endedAt?: number;
};

/** From this probability on, the finding is that no single turn lost the session. */
const MOSTLY = 0.5;

export function conclude(
  posterior: Posterior,
  { certainty, within, endedAt }: ConcludeOptions,
): BisectFinding {
  const { turns, steps, none, shapes } = posterior;
  const best = steps.indexOf(Math.max(...steps));
  const span = smallestSpan(posterior, certainty);
  const place = (index: number): number | null => turns[index] ?? endedAt ?? null;
  const at = { turn: place(best), probability: steps[best]!, noSingleTurn: none };
  if (none >= MOSTLY)
    return {
      kind: "no-single-turn",
      decided: none >= certainty,
      turn: null,
      probability: none,
      span: null,
      noSingleTurn: none,
      shape: (Object.keys(shapes) as Shape[]).reduce((a, b) => (shapes[b] > shapes[a] ? b : a)),
    };
  if (span === undefined) return { kind: "undecided", decided: false, ...at, span: null };
  const width = span.to - span.from + 1;
  const shown = { from: place(span.from), to: place(span.to), probability: span.mass };
  if (width === 1 && span.from === 0) return { kind: "from-the-start", decided: true, ...at, span: shown };
  if (width === 1 && place(span.to) === null) return { kind: "recovers", decided: true, ...at, span: shown };
  if (width === 1) return { kind: "turn", decided: true, ...at, span: shown };
  // A span of more than half the session is not a finding.
  return {
    kind: width <= Math.max(within, steps.length / 2) ? "span" : "undecided",
    decided: width <= within,
    ...at,
    span: shown,
  };
}

/** The shortest run of steps that reaches the certainty; of several, the most probable. */
function smallestSpan(
  { steps }: Posterior,
  certainty: number,
): { from: number; to: number; mass: number } | undefined {
  for (let width = 1; width <= steps.length; width++) {
    const spans = Array.from({ length: steps.length - width + 1 }, (_, from) => ({
      from,
      to: from + width - 1,
      mass: steps.slice(from, from + width).reduce((sum, share) => sum + share, 0),
    }));
    const best = spans.reduce((a, b) => (b.mass > a.mass ? b : a));
    if (best.mass >= certainty) return best;
  }
  return undefined;
}

export function believed(
  plan: Pick<BisectPlan, "checkpoints" | "certainty" | "within" | "endedAt">,
  probes: ReadonlyArray<Pick<BisectProbe, "turn" | "recovered">>,
): { posterior: Posterior; finding: BisectFinding } {
  const seen = probes.flatMap(({ turn, recovered }): Seen[] =>
    recovered === null ? [] : [{ turn, recovered }],
  );
  const posterior = posteriorOf(
    plan.checkpoints.map(({ turn }) => turn),
    seen,
  );
  return { posterior, finding: conclude(posterior, plan) };
}

type Search = Pick<BisectPlan, "checkpoints" | "certainty" | "within" | "endedAt" | "times" | "atOnce">;

/** The replays needed without chance: all from before the middle turn recover, and none after it. */
export const fewestReplays = (plan: Search): number =>
  replaysIf(plan, {
    lost: plan.checkpoints[Math.floor(plan.checkpoints.length / 2)]!.turn,
    most: plan.times,
  });

/** More than this is not worth predicting. */
const MOST_MORE = 200;

/**
 * The further replays needed if the most probable turn is the one and chance plays no part. Null: too many, or no turn
 * is the most probable.
 */
export function replaysToDecide(plan: Search, probes: readonly BisectProbe[]): number | null {
  const { finding } = believed(plan, probes);
  if (finding.decided || finding.kind === "no-single-turn") return null;
  const most = probes.length + MOST_MORE;
  const all = replaysIf(plan, { lost: finding.turn ?? Infinity, most, probes });
  return all >= most ? null : all - probes.length;
}

function replaysIf(
  plan: Search,
  {
    lost,
    most,
    probes: before = [],
  }: { lost: number; most: number; probes?: ReadonlyArray<Pick<BisectProbe, "turn" | "recovered">> },
): number {
  const probes = [...before];
  for (;;) {
    const { posterior, finding } = believed(plan, probes);
    if (finding.decided || probes.length >= most) return probes.length;
    const turns = nextProbes(posterior, {
      count: Math.min(plan.atOnce, most - probes.length),
      before: probes.map(({ turn }) => turn),
    });
    probes.push(...turns.map((turn) => ({ turn, recovered: turn < lost })));
  }
}
