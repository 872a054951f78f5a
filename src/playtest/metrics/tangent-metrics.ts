import type { Tangent, TangentMetrics } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { mean, meanOfKnown, ratio } from "./mean.ts";
import { patienceOver } from "./patience.ts";
import { segueQuality } from "./segue-quality.ts";

/** The narrator brought the group back. */
export const hasReturned = ({ recoveryMethod }: Tangent): boolean => recoveryMethod !== "none";
/** To a tangent that began in the last turn nobody could answer any more. */
export const wasAnswered = ({ startTurn, endTurn }: Tangent, lastTurn: number): boolean =>
  endTurn !== undefined || startTurn < lastTurn;

export function tangentMetrics({ tangents, issues, records, turn }: SessionState): TangentMetrics {
  const returned = tangents.filter(hasReturned);
  const answered = tangents.filter((tangent) => wasAnswered(tangent, turn));
  const responses = new Set(
    records
      .filter(({ phase, classification }) => phase === "story" && classification.type === "tangent-response")
      .map((record) => record.turn),
  );
  // A tangent is answered from the turn after it began; but the narrator's own begins with what it says.
  const treated = tangents.map(({ startTurn, endTurn = turn, type }) =>
    turnsFrom(type === "digression" ? startTurn : startTurn + 1, endTurn).filter((at) => responses.has(at)),
  );
  const forced = new Set([
    ...issues.filter(({ type }) => type === "forced-return").map((issue) => issue.turn),
    ...returned.filter(({ recoveryMethod }) => recoveryMethod === "forced").map(({ endTurn }) => endTurn!),
  ]);
  return {
    count: tangents.length,
    avgLength: mean(returned.map(({ length }) => length)),
    maxLength: tangents.length === 0 ? null : Math.max(...tangents.map(({ length }) => length)),
    recoveryRate: ratio(returned.length, answered.length),
    avgSegueQuality: meanOfKnown(returned.map(segueQuality)),
    forcedSegueCount: forced.size,
    woven: tangents.filter(({ woven }) => woven === "woven").length,
    discarded: tangents.filter(({ woven }) => woven === "discarded").length,
    dropped: tangents.filter(
      ({ endTurn, recoveryMethod }) => endTurn !== undefined && recoveryMethod === "none",
    ).length,
    open: tangents.filter(({ endTurn }) => endTurn === undefined).length,
    noticed: ratio(
      tangents.filter(
        (tangent, index) =>
          wasAnswered(tangent, turn) &&
          (["hook", "redirect", "forced"].includes(tangent.recoveryMethod) || treated[index]!.length > 0),
      ).length,
      answered.length,
    ),
    explorationTakenForTangent: responses.size - new Set(treated.flat()).size,
    patience: patienceOver(returned),
  };
}

const turnsFrom = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
