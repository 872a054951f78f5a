import type { Classification, Story, TurnRecord } from "../../contract/index.ts";
import { toldPulse } from "../classify/index.ts";

export type Beat = Pick<TurnRecord, "pulse" | "guidePulse" | "ownBeat">;

/**
 * How an output moves the story on: by one of the guide's pulses, which counts once however often it is told, or by a
 * beat of the narrator's own. A private moment may carry a beat for the others.
 */
export function beatOf({
  classification,
  narration,
  guide,
  told,
}: {
  classification: Classification;
  narration: string;
  guide: Story;
  told: readonly string[];
}): Beat {
  const { type, alsoTypes = [], segments, concluded, title, unquoted } = classification;
  const types = [type, ...alsoTypes, ...segments.map((segment) => segment.type)];
  // A pulse that a model claims without a quote does not count.
  if (unquoted !== undefined) return {};
  // The ending closes the last beat; it is none of its own.
  if (concluded || !types.includes("pulse")) return {};
  const called = guide.pulses.find((pulse) => title !== undefined && bare(pulse.title) === bare(title))?.id;
  if (called !== undefined && told.includes(called)) return {};
  const { pulse, again } = toldPulse(narration, { guide, told });
  const id = called ?? pulse?.id;
  if (id !== undefined) return { pulse: told.length + 1, guidePulse: id };
  return again ? {} : { ownBeat: true };
}

/** Titles come back with other quotation marks, or without their article. */
const bare = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^(?:the|a|an) /, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The guide's pulses that were told, by their ids. */
export const toldPulses = (records: readonly TurnRecord[]): string[] =>
  records.flatMap(({ guidePulse }) => guidePulse ?? []);
