import type { TestState } from "../../../src/contract/index.ts";
import { Badge } from "../ui/index.ts";

/** Worst first. */
export const stateWords: Record<TestState, string> = {
  critical: "critical",
  missing: "no answer",
  "hard-fail": "hard fail",
  below: "lost points",
  "not-run": "not run",
  full: "full",
};
const tones = {
  critical: "bad",
  missing: "warn",
  "hard-fail": "bad",
  below: "warn",
  "not-run": "calm",
  full: "good",
} as const;

export const StateBadge = ({ state }: { state: TestState }) => (
  <Badge tone={tones[state]}>{stateWords[state]}</Badge>
);
