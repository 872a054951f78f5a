/** An actor's input besides the prompt: the stage, which arrives as `unknown` and is checked here, and its dice. */
import { z } from "zod";
import { archetypeId, phase, relayNoise, story } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { houseGuide, type HouseGuide } from "./house-guide.ts";
import { dice, type Dice } from "../../kernel/dice/index.ts";
import type { HouseRequest } from "../../kernel/models/index.ts";

const narratorStage = z.object({
  kind: z.literal("narrator"),
  turn: z.number().int().positive(),
  phase,
  guide: story,
  players: z.array(z.object({ name: z.string(), archetype: archetypeId })),
});

const playerStage = z.object({
  kind: z.literal("player"),
  seat: z.number().int().nonnegative(),
  name: z.string(),
  names: z.array(z.string()),
  archetype: archetypeId,
  character: z.string(),
  phase,
  draw: z.object({
    quirk: z.boolean(),
    mood: z.string(),
    tangent: z.enum(["light", "medium", "heavy"]).optional(),
  }),
  narration: z.string(),
  told: z.string(),
  /** A private telling that they now share. */
  tells: z.string().default(""),
  talk: z.array(z.object({ seat: z.number().int(), says: z.string() })),
});

const crossTalkStage = z.object({
  kind: z.literal("cross-talk"),
  seat: z.number().int().nonnegative(),
  names: z.array(z.string()),
  said: z.array(z.object({ seat: z.number().int(), says: z.string() })),
});

const spokespersonStage = z.object({
  kind: z.literal("spokesperson"),
  name: z.string(),
  archetype: archetypeId,
  noise: relayNoise.default("faithful"),
  dropped: z.string().optional(),
  intents: z.array(z.object({ name: z.string(), wants: z.string(), shares: z.string().optional() })),
  says: z.array(z.object({ name: z.string(), says: z.string() })).default([]),
});

const stage = z.discriminatedUnion("kind", [narratorStage, playerStage, crossTalkStage, spokespersonStage]);

export type NarratorStage = Omit<z.infer<typeof narratorStage>, "guide"> & { guide: HouseGuide };
export type PlayerStage = z.infer<typeof playerStage>;
export type CrossTalkStage = z.infer<typeof crossTalkStage>;
export type SpokespersonStage = z.infer<typeof spokespersonStage>;
type Stage = NarratorStage | PlayerStage | CrossTalkStage | SpokespersonStage;

export function readStage(given: unknown): Stage {
  const { data, error } = stage.safeParse(given);
  if (!data) throw unfit(error);
  return data.kind === "narrator" ? { ...data, guide: houseGuide(data.guide) } : data;
}

const unfit = (error: z.ZodError) =>
  new HarnessError({
    code: "house-stage",
    message: `A house actor cannot play on this stage: ${z.prettifyError(error).replaceAll(/\s*\n\s*/g, " ")}`,
    remedy: "Pass the stage of a narrator, a player or a spokesperson as the session builds it, or none.",
    cause: error,
  });

/**
 * The dice of an actor. They depend on seed and call, not on the member: a faulty narrator narrates like the plain one
 * except for its fault, and players are the same under every narrator.
 */
export type ActorDice = {
  turn: number;
  /** For this call. */
  now(purpose: string): Dice;
  /** For the whole session: the same in every turn. */
  always(...purpose: Array<string | number>): Dice;
};

export function actorDice({ seed, call, messages, dice: own }: HouseRequest): ActorDice {
  const told = /(?:^|\/)turn\/(\d+)/.exec(call ?? "")?.[1];
  const key = call ?? own.next();
  return {
    turn: told === undefined ? messages.filter(({ role }) => role === "assistant").length + 1 : Number(told),
    now: (purpose) => dice(seed, "house", key, purpose),
    always: (...purpose) => dice(seed, "house", ...purpose),
  };
}
