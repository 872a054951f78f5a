/** How often the group strayed, and how the narrator brought it back. */
import type { Patience, Tangent, TangentMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { mean, meanOfKnown, ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

/** The narrator brought the group back. */
const hasReturned = ({ recoveryMethod }: Tangent): boolean => recoveryMethod !== "none";

/** A tangent that never reached the narrator is table talk, and does not count against the narrator. */
const isCharged = ({ reached }: Tangent): boolean => reached;

/**
 * Whether the narrator's return is known. Not if it began in the last turn, nor if it is open and a later turn is
 * unread: the return may be there.
 */
const isDecided = (
  { startTurn, endTurn }: Tangent,
  { lastTurn, read }: { lastTurn: number; read: Coverage },
): boolean =>
  endTurn !== undefined ||
  (startTurn < lastTurn && turnsFrom(startTurn + 1, lastTurn).every((turn) => read.turns.has(turn)));

const missing: TangentMetrics = {
  count: null,
  avgLength: null,
  maxLength: null,
  recoveryRate: null,
  avgSegueQuality: null,
  forcedSegueCount: null,
  woven: null,
  discarded: null,
  dropped: null,
  open: null,
  noticed: null,
  explorationTakenForTangent: null,
  patience: null,
};

export function tangentMetrics(
  { tangents: all, issues, readings, turn }: SessionState,
  read: Coverage,
): TangentMetrics {
  if (!read.enough) return missing;
  const tangents = all.filter(isCharged);
  const returned = tangents.filter(hasReturned);
  const decided = tangents.filter((tangent) => isDecided(tangent, { lastTurn: turn, read }));
  const forced = new Set([
    ...issues.filter(({ type }) => type === "forced-segue").map((issue) => issue.turn),
    ...returned.filter(({ recoveryMethod }) => recoveryMethod === "forced").map(({ endTurn }) => endTurn!),
  ]);
  const explored = readings.filter(
    (reading) => reading.status === "read" && reading.content.digression.exploration !== undefined,
  );
  return {
    count: tangents.length,
    avgLength: mean(returned.map(({ length }) => length)),
    maxLength: tangents.length === 0 ? null : Math.max(...tangents.map(({ length }) => length)),
    recoveryRate: ratio(decided.filter(hasReturned).length, decided.length),
    avgSegueQuality: meanOfKnown(returned.map(({ segueQuality }) => segueQuality)),
    forcedSegueCount: forced.size,
    woven: tangents.filter(({ woven }) => woven === "woven").length,
    discarded: tangents.filter(({ woven }) => woven === "discarded").length,
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
/** Later returns that take a turn longer, or are a level worse, show that patience ran out. */
const WORSE = 1;

/** Over the returns in their order, as far as their quality is known. */
function patienceOver(all: readonly Tangent[]): Patience | null {
  const returned = all.filter(({ segueQuality }) => segueQuality !== undefined);
  if (returned.length < FEWEST_RETURNS) return null;
  const half = Math.floor(returned.length / 2);
  const compare = (value: (tangent: Tangent) => number) => ({
    early: mean(returned.slice(0, half).map(value))!,
    late: mean(returned.slice(-half).map(value))!,
  });
  const turnsToReturn = compare(({ length }) => length);
  const quality = compare(({ segueQuality }) => segueQuality!);
  return {
    turnsToReturn,
    segueQuality: quality,
    degrades: turnsToReturn.late - turnsToReturn.early >= WORSE || quality.early - quality.late >= WORSE,
  };
}
