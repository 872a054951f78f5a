import { z } from "zod";

/** What the coach knows: a file of the knowledge base. */
export const entityType = z.enum(["KNOWLEDGE", "SCRIPT", "HANDLER", "PERSONA", "GUARDRAIL"]);
/** How it comes into a conversation. */
export const loadMode = z.enum(["SEMANTIC", "STATE", "PATTERN", "ALWAYS"]);

export const entityId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,80}$/, "give lower case letters, digits and underscores, such as gray_rock");

/** What is asked of one field of a user's state. A value that is missing matches nothing. */
export const constraint = z.strictObject({
  eq: z.union([z.string(), z.number(), z.boolean()]).optional(),
  gte: z.number().optional(),
  lte: z.number().optional(),
  in: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
});
export type Constraint = z.infer<typeof constraint>;

/** All of them must hold. */
export const stateConditions = z.record(z.string(), constraint);
export type StateConditions = z.infer<typeof stateConditions>;

export const kbEntity = z.strictObject({
  entity_id: entityId,
  type: entityType,
  title: z.string().min(1),
  load_mode: loadMode,
  tags: z.array(z.string().regex(/^[a-z][a-z0-9_]*$/)).default([]),
  /** One sentence for the reranker. */
  summary: z.string().min(1).max(300),
  /** Of what is always loaded: for whom. Absent: for everybody. */
  user_types: z.array(z.string().min(1)).min(1).optional(),
  /** Of what is always loaded: in which state. */
  when: stateConditions.optional(),
  content: z.string().min(1),
});
export type KbEntity = z.infer<typeof kbEntity>;
