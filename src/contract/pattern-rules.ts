import { z } from "zod";
import { entityId } from "./kb-entity.ts";

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
  /** Why it is written as it is. */
  note: z.string().optional(),
  /** Messages that the rule must match. */
  examples: z.array(z.string().min(1)).default([]),
  /** Messages that sound alike and that no rule may match. */
  benign: z.array(z.string().min(1)).default([]),
});
export type CrisisPattern = z.infer<typeof crisisPattern>;

export const keywordBoost = z.strictObject({ keywords: z.array(z.string().min(1)).min(1), entity: entityId });
export type KeywordBoost = z.infer<typeof keywordBoost>;

export const patternRules = z.strictObject({
  /** How to read the file. */
  about: z.array(z.string()).optional(),
  /** Alternatives that patterns use by name: `{child}` stands for `(?:son|daughter|…)`. */
  words: z.record(z.string().regex(/^[a-z]+$/, "give small letters"), z.string().min(1)).default({}),
  /** Harmless phrases, by idea. Rules do not see them, unless they are the floor. */
  harmless: z.record(z.string().min(1), z.array(z.string().min(1))).default({}),
  crisis_patterns: z.array(crisisPattern).default([]),
  keyword_boosts: z.array(keywordBoost).default([]),
});
export type PatternRules = z.infer<typeof patternRules>;
