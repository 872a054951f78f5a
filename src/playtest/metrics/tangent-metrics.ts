import type { Tangent, TangentMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { mean, meanOfKnown, ratio } from "./mean.ts";
import { patienceOver } from "./patience.ts";
import type { Coverage } from "./reading-coverage.ts";

/** The narrator brought the group back. */
export const hasReturned = ({ recoveryMethod }: Tangent): boolean => recoveryMethod !== "none";

/** What the narrator was never told of is table talk, and nobody charges it to the narrator. */
export const isCharged = ({ reached = true }: Tangent): boolean => reached;

/**
 * Can it be said whether the narrator came back? Not where it began in the last turn, which nobody could answer any more,
 * nor where it is open and a later turn is unread: the return may be there.
 */
export const isDecided = (
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
  { tangents: all, issues, records, turn }: SessionState,
  read: Coverage,
): TangentMetrics {
  if (!read.enough) return missing;
  const tangents = all.filter(isCharged);
  const returned = tangents.filter(hasReturned);
  const decided = tangents.filter((tangent) => isDecided(tangent, { lastTurn: turn, read }));
  const responses = new Set(
    records
      .filter(({ phase, classification }) => phase === "story" && classification.type === "tangent-response")
      .map((record) => record.turn),
  );
  // A tangent is answered from the turn after it began.
  const answersTo = ({ startTurn, endTurn = turn }: Tangent) =>
    turnsFrom(startTurn + 1, endTurn).filter((at) => responses.has(at));
  const forced = new Set([
    ...issues.filter(({ type }) => type === "forced-return").map((issue) => issue.turn),
    ...returned.filter(({ recoveryMethod }) => recoveryMethod === "forced").map(({ endTurn }) => endTurn!),
  ]);
  const noticed = decided.filter((tangent) => hasReturned(tangent) || answersTo(tangent).length > 0);
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
    noticed: ratio(noticed.length, decided.length),
    explorationTakenForTangent: responses.size - new Set(all.flatMap(answersTo)).size,
    patience: patienceOver(returned),
  };
}

const turnsFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
