/** An actor's input besides the prompt, as the session passes it. */
import { z } from "zod";
import { archetypeId, phase, relayNoise, story } from "../../contract/index.ts";

const name = z.string();
const names = z.array(name);
const seat = z.number().int().nonnegative();

export const stage = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("narrator"),
    turn: z.number().int().positive(),
    phase,
    guide: story,
    /** The ids of the guide's beats that were told. */
    told: z.array(z.string()),
    players: z.array(z.object({ name, archetype: archetypeId })),
  }),
  z.object({
    kind: z.literal("player"),
    seat,
    name,
    names,
    archetype: archetypeId,
    character: z.string(),
    phase,
    draw: z.object({
      quirk: z.boolean(),
      tangent: z.enum(["light", "medium", "heavy"]).optional(),
      length: z.string().optional(),
    }),
    narration: z.string(),
    told: z.string(),
    /** What only they know. */
    knows: z.array(z.object({ turn: z.number(), content: z.string() })),
  }),
  z.object({ kind: z.literal("cross-talk"), names, said: z.array(z.object({ seat })) }),
  z.object({
    kind: z.literal("spokesperson"),
    archetype: archetypeId,
    noise: relayNoise,
    dropped: name.optional(),
    intents: z.array(z.object({ name, wants: z.string(), says: z.string(), offTopic: z.string() })),
  }),
]);

export type Stage<Kind> = Extract<z.infer<typeof stage>, { kind: Kind }>;
