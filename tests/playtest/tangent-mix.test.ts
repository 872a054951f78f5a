/** Who sits at the table sets how often it strays from the story, and how far. */
import { expect, test } from "vitest";
import type { ArchetypeId } from "../../src/contract/index.ts";
import { houseSession } from "./house-session.ts";

async function tangents(archetypes: ArchetypeId[]): Promise<Record<string, number>> {
  const played = await Promise.all([1, 2, 3].map((seed) => houseSession({ archetypes, seed })));
  expect(played.every(({ result }) => result.outcome === "completed")).toBe(true);
  const intensities = played.flatMap(({ state }) => state.tangents.map(({ intensity }) => intensity));
  return Object.fromEntries(
    ["light", "medium", "heavy", "spiral"].map((kind) => [
      kind,
      intensities.filter((intensity) => intensity === kind).length,
    ]),
  );
}

test(
  "jokers, wildcards and drifters stray from a remark to a spiral; the engaged, the invested and the experienced do not stray",
  { timeout: 60_000 },
  async () => {
    const wild = await tangents(["joker", "joker", "wildcard", "drifter", "optimizer"]);
    for (const kind of ["light", "medium", "heavy", "spiral"])
      expect({ kind, found: wild[kind]! > 0 }).toEqual({ kind, found: true });
    const mild = await tangents(["curious", "optimizer", "engaged"]);
    expect(mild.heavy! + mild.spiral!).toBeLessThan(wild.heavy! + wild.spiral!);
    expect(await tangents(["engaged", "invested", "experienced"])).toEqual({
      light: 0,
      medium: 0,
      heavy: 0,
      spiral: 0,
    });
  },
);
