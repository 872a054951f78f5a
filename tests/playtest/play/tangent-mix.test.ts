/** The players at the table determine how often it goes off the story, and how far. */
import { expect, test } from "vitest";
import type { ArchetypeId } from "../../../src/contract/index.ts";
import { houseSession } from "../house-session.ts";

async function strayed(archetypes: ArchetypeId[]): Promise<Record<string, number>> {
  const played = await Promise.all([1, 2].map((seed) => houseSession({ archetypes, seed, maxTurns: 20 })));
  const marks = played.flatMap(({ state }) =>
    state.records.flatMap(({ players }) => players.map(({ offTopic }) => offTopic)),
  );
  return Object.fromEntries(
    ["light", "medium", "heavy"].map((kind) => [kind, marks.filter((mark) => mark === kind).length]),
  );
}

test(
  "jokers, wildcards and drifters stray from a remark to a conversation; the engaged, the invested and the experienced do not",
  { timeout: 120_000 },
  async () => {
    const wild = await strayed(["joker", "joker", "wildcard", "drifter", "optimizer"]);
    for (const kind of ["light", "medium", "heavy"])
      expect({ kind, found: wild[kind]! > 0 }).toEqual({ kind, found: true });
    const mild = await strayed(["curious", "optimizer", "engaged"]);
    expect(mild.heavy!).toBeLessThan(wild.heavy!);
    expect(await strayed(["engaged", "invested", "experienced"])).toEqual({
      light: 0,
      medium: 0,
      heavy: 0,
    });
  },
);
