import { planSession, type SessionRequest } from "../../../src/playtest/index.ts";
import type { Table } from "../model-servers/playtest-table.ts";

/** The first seed under which the dice fall so. Tests ask the dice in place of relying on luck. */
export function seedWhere(fits: (seed: number) => boolean): number {
  for (let seed = 1; seed < 10_000; seed++) if (fits(seed)) return seed;
  throw new Error("No seed below 10,000 fits.");
}

/** What the player in a seat is called in the session that `table.play` would plan. */
export const nameAt = (table: Table, wish: Partial<SessionRequest>, seat: number): string =>
  planSession(table.harness("plan"), {
    story: "innsmouth",
    prompt: "baseline",
    seed: 1,
    narrator: "opus-4.5",
    ...wish,
  }).group.players[seat]!.name;
