/**
 * Halving: the last turn from which replays recover, and the first from which they do not, come closer until they are
 * neighbours. A pure function of the replays, so that a stopped search continues where it was.
 */
import type { BisectFinding, BisectPlan, BisectProbe } from "../../../contract/index.ts";

/** Replays from a turn: at first, and where these do not tell, or the answer rests on them. */
export const FEW = 5;
export const MANY = 10;
/** Shares of replays that clearly recover, and that clearly do not. */
const CLEARLY = 0.8;
const HARDLY = 0.2;

export type Tally = { turn: number; replays: number; recovered: number; missing: number };

/** `next`: how many replays a turn needs in all. Empty: decided, or nothing more can be learnt. */
export type Search = { finding: BisectFinding; next: ReadonlyArray<{ turn: number; replays: number }> };

type Seen = ReadonlyArray<Pick<BisectProbe, "turn" | "recovered">>;

export const tallies = (probes: Seen): Tally[] =>
  [...Map.groupBy(probes, ({ turn }) => turn)]
    .map(([turn, own]) => ({
      turn,
      replays: own.length,
      recovered: own.filter(({ recovered }) => recovered === true).length,
      missing: own.filter(({ recovered }) => recovered === null).length,
    }))
    .toSorted((a, b) => a.turn - b.turn);

export function searchOn(
  { checkpoints, endedAt }: Pick<BisectPlan, "checkpoints" | "endedAt">,
  probes: Seen,
): Search {
  const turns = checkpoints.map(({ turn }) => turn);
  const all = tallies(probes);
  const tried = new Map(all.map((tally) => [tally.turn, tally]));
  const share = (turn: number): number => shareOf(tried.get(turn)!);
  const needs = (turn: number, least = FEW): Search["next"] => {
    const replays = Math.max(least, goalOf(tried.get(turn)));
    return (tried.get(turn)?.replays ?? 0) < replays ? [{ turn, replays }] : [];
  };

  const [first, last] = [turns[0]!, turns.at(-1)!];
  const ends = [...needs(first), ...needs(last)];
  if (ends.length > 0) return open(ends);
  const settled = all.filter(({ turn }) => needs(turn).length === 0);
  if (settled.some((tally) => Number.isNaN(shareOf(tally)))) return open([]);
  if (!recovers(share(first))) return found(recovers(share(last)) ? "only-late" : "from-the-start");
  if (recovers(share(last)))
    return endedAt === undefined ? found("recovers") : found("turn", { from: endedAt, to: endedAt });

  const lost = settled.find((tally) => !recovers(shareOf(tally)))!.turn;
  const good = settled.findLast((tally) => tally.turn < lost && recovers(shareOf(tally)))!.turn;
  const [from, to] = [turns.indexOf(good), turns.indexOf(lost)];
  const between = { from: turns[from + 1]!, to: lost };
  const next =
    to - from > 1 ? needs(turns[Math.floor((from + to) / 2)]!) : [...needs(good, MANY), ...needs(lost, MANY)];
  if (next.length > 0) return open(next, between);
  const clear = settled.findLast((tally) => tally.turn <= good && shareOf(tally) >= CLEARLY)?.turn ?? first;
  const gone = settled.find((tally) => tally.turn >= lost && shareOf(tally) <= HARDLY)?.turn ?? last;
  const span = { from: turns[turns.indexOf(clear) + 1]!, to: gone };
  return found(span.from === span.to ? "turn" : "fades", span);
}

const open = (next: Search["next"], lost: BisectFinding["lost"] = null): Search => ({
  finding: { kind: "open", lost },
  next,
});
const found = (kind: BisectFinding["kind"], lost: BisectFinding["lost"] = null): Search => ({
  finding: { kind, lost },
  next: [],
});

/** Of those with a result. NaN: none has. */
const shareOf = ({ replays, recovered, missing }: Tally): number => recovered / (replays - missing);
const recovers = (share: number): boolean => share > 0.5;

/** More where the first ones are divided, or some have no result. */
function goalOf(tally: Tally | undefined): number {
  if (!tally || tally.replays < FEW) return FEW;
  const share = shareOf(tally);
  return tally.missing > 0 || (share > HARDLY && share < CLEARLY) ? MANY : FEW;
}

const halvings = ({ checkpoints }: Pick<BisectPlan, "checkpoints">): number =>
  Math.ceil(Math.log2(checkpoints.length - 1));

/** If every replay before the lost turn recovers and none after it does; and if none of the turns tells at once. */
export const replaysOf = (plan: Pick<BisectPlan, "checkpoints">): { usual: number; most: number } => ({
  usual: FEW * (2 + halvings(plan)) + 2 * (MANY - FEW),
  most: MANY * (2 + halvings(plan)),
});
