import type { Classification, NamedBeat, Story, TurnRecord } from "../../contract/index.ts";
import { guideBeat } from "../story/index.ts";

export type Beat = Pick<TurnRecord, "pulse" | "guidePulse" | "alsoPulses" | "ownBeat">;

/**
 * How an output advances the story: by the guide's pulses that it tells for the first time, each of which counts once,
 * or by a beat of the narrator's own.
 */
export function beatOf({
  classification: { beats = [], concluded },
  guide,
  told,
}: {
  classification: Pick<Classification, "beats" | "concluded">;
  guide: Story;
  told: readonly string[];
}): Beat {
  const ids = beats.map(({ title }) => guideBeat(title, guide, told));
  const fresh = [...new Set(ids)].filter((id) => id !== undefined && !told.includes(id)) as string[];
  const last = fresh.at(-1);
  if (last !== undefined)
    return {
      pulse: told.length + fresh.length,
      guidePulse: last,
      ...(fresh.length > 1 && { alsoPulses: fresh.slice(0, -1) }),
    };
  // The ending closes the last beat; it is not a beat of its own.
  return !concluded && ids.includes(undefined) ? { ownBeat: true } : {};
}

/** The ids of the guide's told pulses. */
export const toldPulses = (records: readonly TurnRecord[]): string[] =>
  records.flatMap(({ guidePulse, alsoPulses = [] }) =>
    guidePulse === undefined ? alsoPulses : [...alsoPulses, guidePulse],
  );

/**
 * Did somebody say of every turn which beats it told? A model does. A narrator's own markers count only if each title is
 * one of the guide's: otherwise a told beat could not be recognised. An ending need not name any.
 */
export function beatsMeasured(records: readonly TurnRecord[], guide: Story): boolean {
  const isKnown = ({ title, quote }: NamedBeat) =>
    quote !== undefined || guideBeat(title, guide) !== undefined;
  return records
    .filter(({ phase }) => phase === "story")
    .every(({ classification: { beats, concluded } }) => beats?.every(isKnown) ?? concluded);
}
