/** How the state of a test and the marks on its expectation are shown, in the list and on its page. */
import type { TestCard, TestState } from "../../../src/contract/index.ts";
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

export function Marks({
  test: { stale, overridden, contested },
}: {
  test: Pick<TestCard, "stale" | "overridden" | "contested">;
}) {
  return (
    <>
      {stale.length > 0 && (
        <Badge tone="warn" title={`Changed after the expectation was made: ${stale.join(", ")}`}>
          stale
        </Badge>
      )}
      {overridden && <Badge title="A person's override takes precedence over a model">overridden</Badge>}
      {contested && (
        <Badge tone="warn" title="A newer calibration disagrees with the override">
          contested
        </Badge>
      )}
    </>
  );
}
