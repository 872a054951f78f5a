import type { Classification, Story, TurnRecord } from "../../contract/index.ts";
import { toldPulse } from "../classify/index.ts";

export type Beat = Pick<TurnRecord, "pulse" | "guidePulse" | "alsoPulses" | "ownBeat">;

/**
 * How an output advances the story: by one of the guide's pulses, which counts once however often it is told, or by a
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
  // The ending closes the last beat; it is not a beat of its own.
  if (concluded || !types.includes("pulse")) return {};
  const called = calledIn(title ?? "", { guide, told });
  const fresh = called.filter((id) => !told.includes(id));
  if (called.length > 0 && fresh.length === 0) return {};
  const { pulse, again } = called.length > 0 ? {} : toldPulse(narration, { guide, told });
  const also = fresh.slice(0, -1);
  const id = fresh.at(-1) ?? pulse?.id;
  if (id !== undefined)
    return {
      pulse: told.length + also.length + 1,
      guidePulse: id,
      ...(also.length > 0 && { alsoPulses: also }),
    };
  return again ? {} : { ownBeat: true };
}

/**
 * The pulses that a title names: one with the separator in its own title, or several. Of two with the same title, the
 * first untold one.
 */
function calledIn(title: string, { guide, told }: { guide: Story; told: readonly string[] }): string[] {
  const named = (part: string): string[] => {
    const all = guide.pulses.filter((pulse) => part !== "" && bare(pulse.title) === bare(part));
    const found = all.find(({ id }) => !told.includes(id)) ?? all[0];
    return found ? [found.id] : [];
  };
  const whole = named(title);
  const ids = whole.length > 0 ? whole : title.split(BETWEEN_TITLES).flatMap(named);
  return guide.pulses.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** A classifier names all pulses of an output in one title. */
const BETWEEN_TITLES = /\s+\/\s+/;

/** Titles return with other quotation marks, or without their article. */
const bare = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^(?:the|a|an) /, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** The ids of the guide's told pulses. */
export const toldPulses = (records: readonly TurnRecord[]): string[] =>
  records.flatMap(({ guidePulse, alsoPulses = [] }) =>
    guidePulse === undefined ? alsoPulses : [...alsoPulses, guidePulse],
  );
