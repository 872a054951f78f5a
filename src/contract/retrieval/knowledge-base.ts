import { z } from "zod";
import { mechanism, type Mechanism } from "./mechanism.ts";
import { entityId } from "./test-bank.ts";

export const entityType = z.enum(["KNOWLEDGE", "SCRIPT", "HANDLER", "PERSONA", "GUARDRAIL"]);
/** How it comes into a conversation. */
export const loadMode = z.enum(mechanism.options.map((name) => name.toUpperCase() as Uppercase<Mechanism>));

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

/** `pattern_rules.json`: which words bring what up. */
export const crisisPattern = z.strictObject({
  /** What reports call the rule; its pattern by default. */
  name: z.string().min(1).optional(),
  /** One regex, or a list of short ones of which any will do. Entries of a list match whole words. */
  pattern: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  entities: z.array(entityId).min(1),
  is_critical: z.boolean().default(false),
  /** The rule reads the whole message: harmless phrases are not taken out first. */
  floor: z.boolean().default(false),
  /** The pattern needs look-around, which the linear-time engine does not have: it runs on the built-in one, and is tried at load. */
  lookaround: z.boolean().default(false),
  note: z.string().optional(),
  examples: z.array(z.string().min(1)).default([]),
  /** Messages that sound alike and that no rule may match. */
  benign: z.array(z.string().min(1)).default([]),
});
export type CrisisPattern = z.infer<typeof crisisPattern>;

export const keywordBoost = z.strictObject({ keywords: z.array(z.string().min(1)).min(1), entity: entityId });
export type KeywordBoost = z.infer<typeof keywordBoost>;

export const patternRules = z.strictObject({
  about: z.array(z.string()).optional(),
  /** Alternatives that patterns use by name: `{child}` stands for `(?:son|daughter|…)`. */
  words: z.record(z.string().regex(/^[a-z]+$/, "give small letters"), z.string().min(1)).default({}),
  /** Harmless phrases, by idea. Rules do not see them, unless they are the floor. */
  harmless: z.record(z.string().min(1), z.array(z.string().min(1))).default({}),
  crisis_patterns: z.array(crisisPattern).default([]),
  keyword_boosts: z.array(keywordBoost).default([]),
});
export type PatternRules = z.infer<typeof patternRules>;
