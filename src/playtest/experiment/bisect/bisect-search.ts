/** Where to look next, and what may be said of what was seen. */
import { posteriorOf, type Posterior, type Seen, type Shape } from "./bisect-belief.ts";
import type { BisectFinding, BisectPlan, BisectProbe } from "../../../contract/index.ts";

/** Every sixth replay looks where nothing is known yet: the median alone would never show that later turns recover again. */
const EXPLORES = 6;

/**
 * The turns to replay from next: the quantiles of the belief about the turn of no return; for a single replay its
 * median. A replay from a turn shows whether the step is at or before that turn, or after it.
 */
export function nextProbes(
  { turns, steps, none }: Posterior,
  {
    count,
    before,
  }: { count: number; /** Turns replayed from so far, in order. */ before: readonly number[] },
): number[] {
  let below = 0;
  // How probable it is that the step is at this turn or before it, given that there is one.
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

/** The turn with the least known around it; of several, the latest, which would show best that it comes back. */
function farthest(turns: readonly number[], known: readonly number[]): number {
  const room = (turn: number) => Math.min(...known.map((each) => Math.abs(each - turn)), Infinity);
  return turns.reduce((best, turn) => (room(turn) >= room(best) ? turn : best));
}

type ConcludeOptions = {
  /** How probable it must be to be said for certain. */
  certainty: number;
  /** A span of this many turns is exact enough. */
  within: number;
  /** The turn that ended the session, from which nothing can be replayed; undefined: every turn can be replayed from. */
  endedAt?: number;
};

/** Past this, several turns or none explain what was seen better than any one. */
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
  // A span of half the session says nothing that was not known before.
  return {
    kind: width <= Math.max(within, steps.length / 2) ? "span" : "undecided",
    decided: width <= within,
    ...at,
    span: shown,
  };
}

/** The shortest run of steps that together are probable enough; of several, the most probable. */
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

/** The replays it takes without luck: all from before the middle recover, and none after it. */
export function fewestReplays(
  plan: Pick<BisectPlan, "checkpoints" | "certainty" | "within" | "endedAt" | "times" | "atOnce">,
): number {
  const lost = plan.checkpoints[Math.floor(plan.checkpoints.length / 2)]!.turn;
  const probes: Array<{ turn: number; recovered: boolean }> = [];
  for (;;) {
    const { posterior, finding } = believed(plan, probes);
    if (finding.decided || probes.length >= plan.times) return probes.length;
    const turns = nextProbes(posterior, {
      count: Math.min(plan.atOnce, plan.times - probes.length),
      before: probes.map(({ turn }) => turn),
    });
    probes.push(...turns.map((turn) => ({ turn, recovered: turn < lost })));
  }
}
