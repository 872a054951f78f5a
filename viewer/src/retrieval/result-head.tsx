/** What both pages of a retrieval result share: whose result it is, its score, and the state of a test. */
import type { ReactNode } from "react";
import type { TestState } from "../../../src/contract/index.ts";
import { Badge, score as shownScore, Select } from "../ui/index.ts";

/** Names the target of the results, and offers the others if there are any. */
export function TargetChoice({
  target,
  own,
  others,
  choose,
}: {
  target: string;
  /** Undefined without a server, as in an exported file. */ own: string | undefined;
  others: readonly string[];
  choose: (target: string) => void;
}) {
  const all = [...new Set([...(own === undefined ? [] : [own]), target, ...others])];
  if (all.length === 1)
    return (
      <p className="whose">
        System under test: <b>{target}</b>
      </p>
    );
  return (
    <Select
      label="System under test:"
      className="field inline whose"
      value={target}
      onChange={choose}
      options={all.map((name) => ({
        value: name,
        text: name === own ? `${name} (default of this server)` : name,
      }))}
    />
  );
}

/** A score of 100, with what it means beside it. */
export const ScorePanel = ({
  score,
  tone = "calm",
  label,
  children,
}: {
  score: number | null;
  tone?: "good" | "warn" | "bad" | "calm";
  label: string;
  children: ReactNode;
}) => (
  <section className="panel score-panel" aria-label={label}>
    <div className={`score-box ${tone}`}>
      <b className="number">{shownScore(score)}</b>
      <span className="muted small">of 100</span>
    </div>
    <div className="score-words">{children}</div>
  </section>
);

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

/** What readers of its expectation must know. */
export const Overridden = () => (
  <Badge title="A person's override takes precedence over a model">overridden</Badge>
);
