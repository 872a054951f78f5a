import type { ScorePart, ScoreWeights } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { bootstrapInterval, type Interval } from "../../kernel/stats/index.ts";
import { ratio } from "./mean.ts";
import { efficiencyPart, seguesPart, soundnessPart, times, type Parts } from "./score-parts.ts";
import type { TurnUnit } from "./turn-units.ts";
import { weighing } from "./weigh.ts";

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
  const throws = dice("composite", "unseen");
  const score = weighing(parts, weights);
  return bootstrapInterval(
    units,
    (drawn) => score(redrawn(drawn, parts, unseenFailures(throws.next(), throws.next()))),
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
  // Spelled out: it runs for every turn of every resample.
  let [story, read, pulses, failures, answered] = [0, 0, 0, 0, 0];
  let [returned, judged, quality, wanted, survived] = [0, 0, 0, 0, 0];
  for (const unit of units) {
    story += unit.story;
    read += unit.read;
    pulses += unit.pulses;
    failures += unit.failures;
    answered += unit.answered;
    returned += unit.returned;
    judged += unit.judged;
    quality += unit.segues;
    wanted += unit.wanted;
    survived += unit.survived;
  }
  const drawn = (name: ScorePart, value: number | null): number | null =>
    known[name] === null ? null : (value ?? known[name]);
  return {
    ...known,
    efficiency: drawn(
      "efficiency",
      times(pulses === 0 ? 0 : efficiencyPart(story / pulses), known.completion ?? 1),
    ),
    recovery: drawn("recovery", ratio(returned, answered)),
    segues: drawn("segues", seguesPart(ratio(quality, judged))),
    soundness: drawn("soundness", soundnessPart(ratio((failures + unseen) * 10, read))),
    relay: drawn("relay", ratio(survived, wanted)),
  };
}
