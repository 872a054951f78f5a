import { inline } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";

export function issuesSection({ issues }: SessionState): string[] {
  if (issues.length === 0) return ["## Issues", "", "None found. The detectors of this version look for loops, contradictions, forced segues, stuck moments, confusion and breakdowns.", ""];
  return [
    "## Issues",
    "",
    ...issues.flatMap(({ turn, type, severity, description, evidence, confidence, source }) => [
      `- **Turn ${turn}, ${type}** (${severity}, confidence ${confidence.toFixed(2)}, ${inline(source)}): ${inline(description)}`,
      ...evidence.map((quote) => `  - turn ${quote.turn}: “${inline(quote.text)}”`),
    ]),
    "",
  ];
}
