/** The verdict of something that is neither a test nor a comparison: an answer with facts and tables. */
import type { Verdict } from "../contract/index.ts";

export const answer = (headline: string, parts: Partial<Omit<Verdict, "headline">> = {}): Verdict => ({
  outcome: "done",
  headline,
  cautions: [],
  because: [],
  facts: [],
  findings: [],
  tables: [],
  next: [],
  ...parts,
});
