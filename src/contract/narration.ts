import { z } from "zod";

/** What a narrator's output does. `creation`: it greets, or asks for names and characters, before the story. */
export const outputType = z.enum([
  "pulse",
  "tangent-response",
  "private-moment",
  "clarification",
  "recap",
  "creation",
]);
export type OutputType = z.infer<typeof outputType>;

/** Everybody, or the seats that were told; no seat where something is private and nobody can say to whom. */
export const audience = z.union([z.literal("all"), z.array(z.number().int().nonnegative())]);
export type Audience = z.infer<typeof audience>;

/** Who judged: `rules` are ours and deterministic; otherwise the model that really answered. */
export const verdictSource = z.string().min(1);

/** A part of a narrator's output with one type and one audience: `text.slice(start, end)`. */
export const segment = z.object({
  start: z.number().int().nonnegative(),
  end: z.number().int().nonnegative(),
  type: outputType,
  audience,
  confidence: z.number().min(0).max(1),
  /** Why: the words that decided. */
  evidence: z.string(),
  source: verdictSource,
  /** Set where nobody was told because two verdicts differ: the seats that the text names, and those that the model named. */
  disputed: z
    .object({
      named: z.array(z.number().int().nonnegative()),
      model: z.array(z.number().int().nonnegative()),
    })
    .optional(),
});
export type Segment = z.infer<typeof segment>;

export const classification = z.object({
  /** Set where nobody classified the output, as in a transcript played elsewhere: the rest is a placeholder, and readings say what it does. */
  unclassified: z.literal(true).optional(),
  /** What the output does above all. */
  type: outputType,
  /** What else it does; absent: nothing else. */
  alsoTypes: z.array(outputType).min(1).optional(),
  confidence: z.number().min(0).max(1),
  source: verdictSource,
  evidence: z.string(),
  segments: z.array(segment).min(1),
  /** For a pulse: what to call it. */
  title: z.string().optional(),
  /** What a model quoted for its pulse, where these words do not occur in the narration: the pulse does not count. */
  unquoted: z.string().optional(),
  /** Is this the end of the story? */
  concluded: z.boolean(),
  /** Set where the first answer of the model could not be used: how often it was asked. */
  asked: z.number().int().positive().optional(),
  /** Said where a model was asked and could not be used, and where something private reached nobody. */
  note: z.string().optional(),
});
export type Classification = z.infer<typeof classification>;
