import type { PulseMetrics } from "../../contract/index.ts";
import { beatsMeasured, isUnclassified, type SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";

const BINS = 10;
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
    distribution: hasBeats ? binned(places, story.length) : [],
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

function binned(places: readonly number[], turns: number): number[] {
  const bins = Array.from({ length: Math.min(BINS, turns) }, () => 0);
  for (const place of places) bins[Math.floor(((place - 1) * bins.length) / turns)]! += 1;
  return bins;
}

/** One minus the largest distance between the share of told pulses and the share of elapsed turns. */
function evenness(places: readonly number[], turns: number): number | null {
  if (places.length < FEWEST) return null;
  const distances = places.flatMap((place, told) => [
    Math.abs((told + 1) / places.length - place / turns),
    Math.abs(told / places.length - (place - 1) / turns),
  ]);
  return 1 - Math.max(...distances);
}
