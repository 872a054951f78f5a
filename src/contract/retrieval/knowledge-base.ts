import { z } from "zod";
import { mechanism, type Mechanism } from "./mechanism.ts";
import { entityId } from "./test-bank.ts";

export const entityType = z.enum(["KNOWLEDGE", "SCRIPT", "HANDLER", "PERSONA", "GUARDRAIL"]);
/** How it enters a conversation. */
export const loadMode = z.enum(mechanism.options.map((name) => name.toUpperCase() as Uppercase<Mechanism>));

const stateValue = z.union([z.string(), z.number(), z.boolean()]);

/** A condition on one field of a user's state. A missing value matches nothing but `exists: false`. */
export const constraint = z.strictObject({
  eq: stateValue.optional(),
  ne: stateValue.optional(),
  gt: z.number().optional(),
  gte: z.number().optional(),
  lt: z.number().optional(),
  lte: z.number().optional(),
  in: z.array(stateValue).optional(),
  exists: z.boolean().optional(),
});
export type Constraint = z.infer<typeof constraint>;

/** All of them must hold. */
export const stateConditions = z.record(z.string(), constraint);
export type StateConditions = z.infer<typeof stateConditions>;

/** `state_rules.json`: which state of a user brings up which handler. */
export const stateRules = z.strictObject({
  about: z.array(z.string()).optional(),
  version: z.string().optional(),
  rules: z.array(
    z.strictObject({
      /** With several rules, one that holds is enough. */
      handler: entityId,
      /** All conditions must hold. */
      when: stateConditions.refine((when) => Object.keys(when).length > 0, "needs at least one condition"),
      note: z.string().optional(),
    }),
  ),
});
export type StateRules = z.infer<typeof stateRules>;

export const kbEntity = z.strictObject({
  entity_id: entityId,
  type: entityType,
  title: z.string().min(1),
  load_mode: loadMode,
  tags: z.array(z.string()).default([]),
  /** One sentence for the reranker. */
  summary: z.string().min(1),
  /** If always loaded: for which users. Absent: for everybody. */
  user_types: z.array(z.string().min(1)).min(1).optional(),
  /** If always loaded: in which state. */
  when: stateConditions.optional(),
  content: z.string().min(1),
});
export type KbEntity = z.infer<typeof kbEntity>;

/** `pattern_rules.json`: which words bring up which entities. */
export const crisisPattern = z.strictObject({
  /** The rule's name in reports; by default its pattern. */
  name: z.string().min(1).optional(),
  /** One regex, or a list of short alternatives. Entries of a list match whole words. */
  pattern: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
  entities: z.array(entityId).min(1),
  is_critical: z.boolean().default(false),
  /** The rule reads the whole message, including harmless phrases. */
  floor: z.boolean().default(false),
  note: z.string().optional(),
  examples: z.array(z.string().min(1)).default([]),
  /** Similar messages that no rule may match. */
  benign: z.array(z.string().min(1)).default([]),
});

export const keywordBoost = z.strictObject({ keywords: z.array(z.string().min(1)).min(1), entity: entityId });

export const patternRules = z.strictObject({
  about: z.array(z.string()).optional(),
  /** Alternatives that patterns use by name: `{child}` stands for `(?:son|daughter|…)`. */
  words: z.record(z.string().regex(/^[a-z]+$/, "use lower case letters"), z.string().min(1)).default({}),
  /** Harmless phrases, by idea. Only floor rules see them. */
  harmless: z.record(z.string().min(1), z.array(z.string().min(1))).default({}),
  crisis_patterns: z.array(crisisPattern).default([]),
  keyword_boosts: z.array(keywordBoost).default([]),
});
export type PatternRules = z.infer<typeof patternRules>;
