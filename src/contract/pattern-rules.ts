import { z } from "zod";
import { entityId } from "./kb-entity.ts";

/** `pattern_rules.json`: which words bring what up. */
export const crisisPattern = z.strictObject({
  pattern: z.string().min(1),
  entities: z.array(entityId).min(1),
  is_critical: z.boolean().default(false),
  /** The pattern needs look-around, which the linear-time engine does not have: it runs on the built-in one, and is tried at load. */
  lookaround: z.boolean().default(false),
  /** Why it is written as it is. */
  note: z.string().optional(),
});
export type CrisisPattern = z.infer<typeof crisisPattern>;

export const keywordBoost = z.strictObject({ keywords: z.array(z.string().min(1)).min(1), entity: entityId });
export type KeywordBoost = z.infer<typeof keywordBoost>;

export const patternRules = z.strictObject({
  crisis_patterns: z.array(crisisPattern).default([]),
  keyword_boosts: z.array(keywordBoost).default([]),
});
export type PatternRules = z.infer<typeof patternRules>;
