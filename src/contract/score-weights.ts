import { z } from "zod";

const weight = (standard: number, description: string) =>
  z
    .number()
    .nonnegative()
    .default(standard)
    .meta({ description, examples: [standard * 2 || 10] });

/** How much each part of a session counts in its score. */
export const scoreWeights = z.strictObject({
  completion: weight(40, "Pulses told, of those expected; once the session is over."),
  efficiency: weight(
    10,
    "Turns for each pulse: full up to 2, nothing from 6 on; once the session is over, times the part of the story told.",
  ),
  evenness: weight(
    5,
    "Whether the pulses came at one pace; once the session is over, times the part of the story told.",
  ),
  recovery: weight(10, "Tangents from which the narrator returned."),
  segues: weight(10, "How natural those returns were, 1 to 5."),
  soundness: weight(
    25,
    "Turns that failures lasted, for every ten: full without any, half with one, a third with two. A stall lasts until the story moves on.",
  ),
  payoffs: weight(5, "Private moments that came back, and were not told to everybody before."),
  relay: weight(
    0,
    "Wishes that the spokesperson passed on. Of no weight unless you give it one: it tests the players, not the narrator.",
  ),
  quality: weight(40, "The judge's scores, once there are any."),
});
export type ScoreWeights = z.infer<typeof scoreWeights>;
