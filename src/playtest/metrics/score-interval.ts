/** How much the score of a session hangs on single turns: an interval over resampled turns. */
import type { ScorePart, ScoreWeights, Tangent } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { bootstrapInterval, type Interval } from "../../kernel/stats/index.ts";
import type { SessionState } from "../session/index.ts";
import { failureTurns } from "./failure-metrics.ts";
import { ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";
import type { RelayedTurn } from "./relay-metrics.ts";
import { efficiencyPart, seguesPart, soundnessPart, times, weighing, type Parts } from "./score-parts.ts";
import { hasReturned, isCharged, isDecided } from "./tangent-metrics.ts";

/** Enough for an interval that is shown in whole points. */
const RESAMPLES = 400;

/**
 * 95 % over resampled turns. What turns do not bring one by one (completion, evenness, pay-offs, the judge's scores) is
 * held as it is, and so is a part that a resample lacks: with other parts it would be another score.
 */
export function scoreInterval({
  parts,
  weights,
  units,
}: {
  parts: Parts;
  weights: ScoreWeights;
  units: readonly TurnUnit[];
}): Interval | null {
  const unseen = dice("composite", "unseen");
  const score = weighing(parts, weights);
  return bootstrapInterval(
    units,
    (drawn) => score(redrawn(drawn, parts, unseenFailures(unseen.next(), unseen.next()))),
    { seed: "composite", resamples: RESAMPLES },
  );
}

/**
 * No turn that was played can tell of failures that happened not to be among them: that six turns were sound leaves it
 * open whether one in four is not. Where none was seen this is Jeffreys' Gamma(½); beside many it is next to nothing.
 */
const unseenFailures = (one: number, other: number): number =>
  -Math.log(1 - one) * Math.cos(2 * Math.PI * other) ** 2;

/** The same parts, with those that turns bring one by one as some turns have them. */
export function redrawn(units: readonly TurnUnit[], known: Parts, unseen = 0): Parts {
  const sum = (of: keyof TurnUnit) => units.reduce((total, unit) => total + unit[of], 0);
  const pulses = sum("pulses");
  const drawn = (name: ScorePart, value: number | null): number | null =>
    known[name] === null ? null : (value ?? known[name]);
  return {
    ...known,
    efficiency: drawn(
      "efficiency",
      times(pulses === 0 ? 0 : efficiencyPart(sum("story") / pulses), known.completion ?? 1),
    ),
    recovery: drawn("recovery", ratio(sum("returned"), sum("answered"))),
    segues: drawn("segues", seguesPart(ratio(sum("segues"), sum("judged")))),
    soundness: drawn("soundness", soundnessPart(ratio((sum("failures") + unseen) * 10, sum("read")))),
    relay: drawn("relay", ratio(sum("survived"), sum("wanted"))),
  };
}

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
