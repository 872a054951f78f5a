import type { PlayerTurn, Tangent } from "../../contract/index.ts";

/** One turn of a tangent: who was off the story, how far, and what kind of aside led. */
export type StrayedTurn = { off: ReadonlyArray<Pick<PlayerTurn, "seat" | "offTopic">>; kind?: string };

/** Two or three exchanges can be led back by a hook; more is a conversation of its own. */
const EXTENDED = 4;
/** Tangent leads to tangent leads to tangent. */
const LINKS = 3;

/** How bad a tangent was, over the whole of it: how long it went, how many joined in, how far they went, and whether one led to the next. */
export function tangentIntensity({
  turns,
  length,
  groupSize,
}: {
  turns: readonly StrayedTurn[];
  /** Turns until the story went on, or so far. */ length: number;
  groupSize: number;
}): Tangent["intensity"] {
  const kinds = turns.flatMap(({ kind }) => kind ?? []);
  if (kinds.filter((kind, index) => kind !== kinds[index - 1]).length >= LINKS) return "spiral";
  const messages = turns.flatMap(({ off }) => off);
  const exchanges = Math.max(length, messages.length);
  const everybody = groupSize > 1 && turns.some(({ off }) => off.length === groupSize);
  const carriedAway = messages.length > 1 && messages.some(({ offTopic }) => offTopic === "heavy");
  if (exchanges >= EXTENDED || everybody || carriedAway) return "heavy";
  return exchanges > 1 ? "medium" : "light";
}
