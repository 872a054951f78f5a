import type { RelayMetrics, Tangent } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { failureTurns } from "./failure-turns.ts";
import { segueQuality } from "./segue-quality.ts";
import { hasReturned, wasAnswered } from "./tangent-metrics.ts";

/** What one turn brings to the score: the unit in which a session is resampled. */
export type TurnUnit = {
  story: number;
  pulses: number;
  failures: number;
  answered: number;
  returned: number;
  segues: number;
  wanted: number;
  survived: number;
};

/** A tangent belongs to the turn in which it began. */
export function turnUnits(
  state: SessionState,
  relay: ReadonlyArray<RelayMetrics["turns"][number]>,
): TurnUnit[] {
  const { records, tangents, turn: lastTurn } = state;
  const failures = failureTurns(state);
  const begun = Map.groupBy(tangents, ({ startTurn }) => startTurn);
  const passedOn = new Map(relay.map((each) => [each.turn, each]));
  return records.map(({ turn, phase, pulse }) => {
    const own: readonly Tangent[] = begun.get(turn) ?? [];
    const returned = own.filter(hasReturned);
    return {
      story: phase === "story" ? 1 : 0,
      pulses: pulse === undefined ? 0 : 1,
      failures: failures.get(turn)!,
      answered: own.filter((tangent) => wasAnswered(tangent, lastTurn)).length,
      returned: returned.length,
      segues: returned.reduce((sum, tangent) => sum + segueQuality(tangent)!, 0),
      wanted: passedOn.get(turn)?.wanted ?? 0,
      survived: passedOn.get(turn)?.survived ?? 0,
    };
  });
}
