import { dice, type Dice } from "../../kernel/dice/index.ts";
import type { HouseRequest } from "../../kernel/models/index.ts";

/**
 * The dice of an actor. They are thrown by seed and call alone, not by member: a faulty narrator tells what
 * the plain one would tell, but for its fault, and players are the same whoever narrates.
 */
export type Throws = {
  turn: number;
  /** For this call. */
  now(purpose: string): Dice;
  /** For the whole session: the same in every turn. */
  always(...purpose: Array<string | number>): Dice;
};

export function throwsOf({ seed, call, messages, dice: own }: HouseRequest): Throws {
  const told = /(?:^|\/)turn\/(\d+)/.exec(call ?? "")?.[1];
  const key = call ?? own.next();
  return {
    turn: told === undefined ? messages.filter(({ role }) => role === "assistant").length + 1 : Number(told),
    now: (purpose) => dice(seed, "house", key, purpose),
    always: (...purpose) => dice(seed, "house", ...purpose),
  };
}
