import type { PulseMetrics } from "../../contract/index.ts";
import { beatsMeasured, isUnclassified, type SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";

/** Fewer pulses have no pace. */
const FEWEST = 3;

/** How far the story came, and at what pace. Turns of character creation do not count. */
export function pulseMetrics(state: SessionState): PulseMetrics {
  const { records, pulses, ownBeats, config } = state;
  const story = records.filter(({ phase }) => phase === "story");
  const placeOf = new Map(story.map(({ turn }, index) => [turn, index + 1]));
  // The story turn of each pulse, counted from 1.
  const places = pulses.flatMap((turn) => placeOf.get(turn) ?? []);
  const expected = config.expectedPulses;
  // Without beats in the guide there is no pace: 0 would be a verdict.
  const isMeasured = beatsMeasured(records, config.storyGuide);
  const hasBeats = expected !== undefined && isMeasured;
  return {
    detected: isMeasured ? pulses.length : null,
    expected,
    completionRate: expected && isMeasured ? Math.min(1, pulses.length / expected) : null,
    turnsPerPulse: isMeasured ? ratio(story.length, pulses.length) : null,
    distribution: hasBeats ? story.map((_, index) => countOf(places, index + 1)) : [],
    turns: [...pulses],
    longestGap:
      story.length === 0 || !hasBeats
        ? null
        : Math.max(
            ...[...places, story.length + 1].map((place, index) => place - (places[index - 1] ?? 0) - 1),
          ),
    evenness: isMeasured ? evenness(places, story.length) : null,
    ownBeats: isUnclassified(state) ? null : ownBeats.length,
  };
}

const countOf = (places: readonly number[], wanted: number): number =>
  places.filter((place) => place === wanted).length;

/**
 * One minus the largest distance between the share of told pulses and the share of elapsed turns. Pulses of one turn are
 * one step: their order within it says nothing about the pace.
 */
function evenness(places: readonly number[], turns: number): number | null {
  if (places.length < FEWEST) return null;
  const toldUpTo = (place: number) => places.filter((each) => each <= place).length / places.length;
  const distances = [...new Set(places)].flatMap((place) => [
    Math.abs(toldUpTo(place) - place / turns),
    Math.abs(toldUpTo(place - 1) - (place - 1) / turns),
  ]);
  return 1 - Math.max(...distances);
}
