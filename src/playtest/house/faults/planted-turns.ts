import type { Throws } from "../throws.ts";

const FIRST = 5;

/** Is a fault due in this turn? Never before turn 5, then every four to seven turns. */
export function isPlanted({ always }: Throws, fault: string, turn: number): boolean {
  const thrown = always("fault", fault);
  let next = FIRST + thrown.int(3);
  while (next < turn) next += 4 + thrown.int(4);
  return next === turn;
}
