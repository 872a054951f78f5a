import type { ArchetypeId } from "../../contract/index.ts";
import { dice } from "../../kernel/dice/index.ts";
import type { TangentIntensity } from "./archetype.ts";
import { archetypes } from "./archetypes.ts";

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

/** What the dice say about one player in one turn. */
export type TurnDraw = {
  quirk: boolean;
  mood: (typeof moods)[number];
  /** Set where the quirk leads off the story: how far. */
  tangent?: TangentIntensity;
};

/** Whose dice: all of it is a pure function of this, so there is nothing to save. */
export type Throw = { seed: string | number; replicate: number; turn: number; seat: number };

/** While the group is off the story, staying there is easier than going there, and a passing remark is rarer: this is how tangents spiral. */
const CONTAGION = 1.5;
const PASSING = 0.4;

export function drawTurn(
  archetype: ArchetypeId,
  { seed, replicate, turn, seat }: Throw,
  { openTangent = false }: { openTangent?: boolean } = {},
): TurnDraw {
  const throwFor = (purpose: string) => dice(seed, replicate, turn, seat, purpose);
  const { quirkFrequency, tangent } = archetypes[archetype];
  const quirk = throwFor("quirk").chance(quirkFrequency);
  const mood = throwFor("mood").pick(moods);
  if (!quirk || !tangent) return { quirk, mood };
  const drifts = throwFor("tangent").chance(Math.min(0.95, tangent.chance * (openTangent ? CONTAGION : 1)));
  if (!drifts) return { quirk, mood };
  const weights = openTangent
    ? { ...tangent.intensity, light: tangent.intensity.light * PASSING }
    : tangent.intensity;
  return {
    quirk,
    mood,
    tangent: throwFor("intensity").weighted(
      ["light", "medium", "heavy"] as const,
      (intensity) => weights[intensity],
    ),
  };
}
