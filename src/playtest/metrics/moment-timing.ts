import type { PrivateMoment } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

/**
 * Was it the moment for a private moment? 1 in a turn that moves the story on, a half one turn from such a turn, a third
 * two turns from it; 0 while the group was off the story, or before it began. Null where no turn moved the story on.
 */
export function timingIn({
  pulses,
  ownBeats,
  tangents,
  records,
  turn: lastTurn,
}: SessionState): (moment: PrivateMoment) => number | null {
  const beats = [...pulses, ...ownBeats];
  const distances = distanceTo(beats, lastTurn);
  const creation = new Set(records.filter(({ phase }) => phase === "creation").map(({ turn }) => turn));
  const strayed = new Set(
    tangents.flatMap(({ startTurn, endTurn = lastTurn + 1 }) =>
      Array.from({ length: Math.max(0, endTurn - startTurn - 1) }, (_, index) => startTurn + 1 + index),
    ),
  );
  return ({ turn }) =>
    beats.length === 0 ? null : creation.has(turn) || strayed.has(turn) ? 0 : 1 / (1 + distances[turn]!);
}

/** For every turn, how far the nearest beat is: once forth, once back. */
function distanceTo(beats: readonly number[], last: number): number[] {
  const near = Array.from({ length: last + 1 }, () => Infinity);
  for (const turn of beats) near[turn] = 0;
  for (let turn = 1; turn <= last; turn++) near[turn] = Math.min(near[turn]!, near[turn - 1]! + 1);
  for (let turn = last - 1; turn >= 0; turn--) near[turn] = Math.min(near[turn]!, near[turn + 1]! + 1);
  return near;
}
