import type { Tangent } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { failureTurns } from "./failure-turns.ts";
import type { Coverage } from "./reading-coverage.ts";
import type { RelayedTurn } from "./relay-metrics.ts";
import { hasReturned, isCharged, isDecided } from "./tangent-metrics.ts";

/** What one turn brings to the score: the unit in which a session is resampled. */
export type TurnUnit = {
  story: number;
  /** Of the story, and read. */
  read: number;
  pulses: number;
  failures: number;
  answered: number;
  returned: number;
  /** Returns whose quality is known, and their levels. */
  judged: number;
  segues: number;
  wanted: number;
  survived: number;
};

/** A tangent belongs to the turn in which it began. */
export function turnUnits(
  state: SessionState,
  { relayed, read }: { relayed: readonly RelayedTurn[]; read: Coverage },
): TurnUnit[] {
  const { records, tangents, turn: lastTurn } = state;
  const failures = failureTurns(state);
  const begun = Map.groupBy(tangents.filter(isCharged), ({ startTurn }) => startTurn);
  const passedOn = new Map(relayed.map((each) => [each.turn, each]));
  return records.map(({ turn, phase, pulse }) => {
    const own: readonly Tangent[] = begun.get(turn) ?? [];
    const decided = own.filter((tangent) => isDecided(tangent, { lastTurn, read }));
    const levels = own.filter(hasReturned).flatMap(({ segueQuality }) => segueQuality ?? []);
    const { wanted = [], changed = [], dropped = [] } = passedOn.get(turn) ?? {};
    return {
      story: phase === "story" ? 1 : 0,
      read: phase === "story" && read.turns.has(turn) ? 1 : 0,
      pulses: pulse === undefined ? 0 : 1,
      failures: read.turns.has(turn) ? failures.get(turn)! : 0,
      answered: decided.length,
      returned: decided.filter(hasReturned).length,
      judged: levels.length,
      segues: levels.reduce((sum, level) => sum + level, 0),
      wanted: wanted.length,
      survived: wanted.length - changed.length - dropped.length,
    };
  });
}
