/** How often the group strayed, and how the narrator brought it back. */
import type { Episode, Patience, Tangent, TangentMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { mean, meanOfKnown, ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

/** The narrator brought the group back. */
const hasReturned = ({ recoveryMethod }: Tangent): boolean => recoveryMethod !== "none";

/** A tangent that never reached the narrator is table talk, and does not count against the narrator. */
export const isCharged = ({ reached }: Tangent): boolean => reached;

/**
 * Whether the narrator's return is known. Not if it began in the last turn, nor if it is open and a later turn is
 * unread: the return may be there. Of a branch, `read` has its own turns only, those from `from` on.
 */
export const isDecided = (
  { startTurn, endTurn }: Tangent,
  { from, lastTurn, read }: { from: number; lastTurn: number; read: Coverage },
): boolean =>
  endTurn !== undefined ||
  (startTurn < lastTurn &&
    turnsFrom(Math.max(from, startTurn + 1), lastTurn).every((turn) => read.turns.has(turn)));

const missing: TangentMetrics = {
  count: null,
  avgLength: null,
  maxLength: null,
  recoveryRate: null,
  avgSegueQuality: null,
  forcedSegueCount: null,
  dropped: null,
  open: null,
  noticed: null,
  explorationTakenForTangent: null,
  patience: null,
};

export function tangentMetrics(
  { tangents: all, readings, records, turn: lastTurn }: SessionState,
  { read, episodes }: { read: Coverage; episodes: readonly Episode[] },
): TangentMetrics {
  if (!read.enough) return missing;
  const tangents = all.filter(isCharged);
  const returned = tangents.filter(hasReturned);
  const from = records[0]?.turn ?? 1;
  const decided = tangents.filter((tangent) => isDecided(tangent, { from, lastTurn, read }));
  const explored = readings.filter(
    (reading) => reading.status === "read" && reading.content.digression.exploration !== undefined,
  );
  return {
    count: tangents.length,
    avgLength: mean(returned.map(({ length }) => length)),
    maxLength: tangents.length === 0 ? null : Math.max(...tangents.map(({ length }) => length)),
    recoveryRate: ratio(decided.filter(hasReturned).length, decided.length),
    avgSegueQuality: meanOfKnown(returned.map(({ segueQuality }) => segueQuality)),
    forcedSegueCount: episodes.filter(({ kind }) => kind === "forced-segue").length,
    dropped: tangents.filter((tangent) => tangent.endTurn !== undefined && !hasReturned(tangent)).length,
    open: tangents.filter(({ endTurn }) => endTurn === undefined).length,
    noticed: ratio(decided.filter(({ noticed }) => noticed).length, decided.length),
    explorationTakenForTangent: explored.length,
    patience: patienceOver(returned),
  };
}

const turnsFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** With fewer returns the halves are too small to compare. */
const FEWEST_RETURNS = 4;

/** Over the returns in their order, as far as their quality is known. */
function patienceOver(all: readonly Tangent[]): Patience | null {
  const returned = all.filter(({ segueQuality }) => segueQuality !== undefined);
  if (returned.length < FEWEST_RETURNS) return null;
  const half = Math.floor(returned.length / 2);
  const laterMinusEarlier = (value: (tangent: Tangent) => number) =>
    mean(returned.slice(-half).map(value))! - mean(returned.slice(0, half).map(value))!;
  return {
    segueQuality: laterMinusEarlier(({ segueQuality }) => segueQuality!),
    turnsToReturn: laterMinusEarlier(({ length }) => length),
    returns: returned.length,
  };
}
