/** The dice of a turn: who shows a quirk, strays, reacts, and how the relay is worded. */
import type { ArchetypeId, RelayNoise } from "../../contract/index.ts";
import { relayNoise } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import { literalPattern } from "../../kernel/literal-pattern.ts";
import type { TangentIntensity } from "./archetype.ts";
import { archetypeOf } from "./archetypes.ts";

export const moods = [
  "upbeat",
  "at ease",
  "tired",
  "keen",
  "wary",
  "impatient",
  "playful",
  "thoughtful",
] as const;

/** Turns for which a player keeps one mood: people do not change theirs with every sentence. */
const MOOD_LASTS = 5;

export type TurnDraw = {
  quirk: boolean;
  mood: (typeof moods)[number];
  /** Set in the turn with a new mood: it is mentioned once. */
  moodIsNew: boolean;
  /** How much they say, if nothing else decides it. */
  length?: Length;
  /** Set if the quirk leads off the story: how far. */
  tangent?: TangentIntensity;
};

/** How much people say at a table: often a few words, rarely more than a sentence. */
const lengths = { "a few words": 4, "one sentence": 4, "two sentences": 2 } as const;
type Length = keyof typeof lengths;

/** The key of the dice: everything is a pure function of this, so there is nothing to save. */
type DiceKey = { seed: string | number; replicate: number; turn: number; seat: number };

/**
 * While the table is off the story, staying there is easier than going there, and a passing remark is rarer: this is
 * how tangents spiral.
 */
const CONTAGION = 1.5;
const PASSING = 0.4;

export function drawTurn(
  archetype: ArchetypeId,
  { seed, replicate, turn, seat }: DiceKey,
  { offStory = false }: { offStory?: boolean } = {},
): TurnDraw {
  const throwFor = (purpose: string) => dice(seed, replicate, turn, seat, purpose);
  const { quirkFrequency, tangent } = archetypeOf(archetype);
  const quirk = throwFor("quirk").chance(quirkFrequency);
  const mood = {
    mood: dice(seed, replicate, Math.floor(turn / MOOD_LASTS), seat, "mood").pick(moods),
    moodIsNew: turn % MOOD_LASTS === 0,
    length: throwFor("length").weighted(Object.keys(lengths) as Length[], (length) => lengths[length]),
  };
  if (!quirk || !tangent) return { quirk, ...mood };
  const drifts = throwFor("tangent").chance(Math.min(0.95, tangent.chance * (offStory ? CONTAGION : 1)));
  if (!drifts) return { quirk, ...mood };
  const weights = offStory
    ? { ...tangent.intensity, light: tangent.intensity.light * PASSING }
    : tangent.intensity;
  return {
    quirk,
    ...mood,
    tangent: throwFor("intensity").weighted(
      ["light", "medium", "heavy"] as const,
      (intensity) => weights[intensity],
    ),
  };
}

/** More would keep the table from ever answering the narrator. */
const MOST_REACT = 2;

/** The seats that react to what the others have just said: first those asked by name, then by the dice. */
export function drawCrossTalk(
  players: ReadonlyArray<{
    seat: number;
    name: string;
    archetype: ArchetypeId;
    says: string;
    offTopic: string;
  }>,
  { seed, replicate, turn }: Omit<DiceKey, "seat">,
): number[] {
  const off = new Set(players.filter(({ offTopic }) => offTopic !== "none").map(({ seat }) => seat));
  const drawn = players.filter(({ seat, archetype }) => {
    // A player does not react to their own digression.
    const spreads = [...off].some((other) => other !== seat);
    return dice(seed, replicate, turn, seat, "cross-talk").chance(
      Math.min(0.95, archetypeOf(archetype).crossTalk * (spreads ? CONTAGION : 1)),
    );
  });
  const asked = players.filter(({ name, seat }) =>
    players.some((other) => other.seat !== seat && asksByName(other.says, name)),
  );
  const order = dice(seed, replicate, turn, "cross-talk-order").shuffle(drawn);
  return [...new Set([...asked, ...order].map(({ seat }) => seat))].slice(0, MOST_REACT);
}

/** Is a player asked something by name? "Same here?" does not ask Sam. */
export const asksByName = (says: string, name: string): boolean =>
  says.includes("?") && new RegExp(`(?<!\\p{L})${literalPattern(name)}(?!\\p{L})`, "u").test(says);

/** How the spokesperson relays this turn, and the player left out, if any. `before`: how they relayed last time. */
export function drawRelay(
  archetype: ArchetypeId,
  { seed, replicate, turn, seat }: DiceKey,
  { others, before }: { others: readonly number[]; before?: RelayNoise },
): { noise: RelayNoise; dropped?: number } {
  const chances = archetypeOf(archetype).relay;
  const faithful = 1 - Object.values(chances).reduce((sum, chance) => sum + chance, 0);
  const drawn = dice(seed, replicate, turn, seat, "relay-noise").weighted(relayNoise.options, (kind) =>
    kind === "faithful" ? faithful : (chances[kind] ?? 0),
  );
  // Nobody explains at length twice in a row.
  const noise = drawn === "over-explains" && before === drawn ? "faithful" : drawn;
  if (noise !== "drops a wish" || others.length === 0) return { noise };
  return { noise, dropped: dice(seed, replicate, turn, seat, "relay-drops").pick(others) };
}
