import type { ReactNode } from "react";
import type { OperationEstimate } from "../../../src/contract/index.ts";
import { ApiProblem } from "../api/index.ts";
import { Command, Problem } from "../ui/index.ts";
import { VerdictView } from "../verdict/index.ts";
import { costOf, costRange } from "./estimate-words.ts";
import { inPageWords } from "./operation-schema.ts";
import { problemLines } from "./problem-words.ts";
import type { PlannedOperation } from "./use-operation.ts";

/** What an operation would do and cost, and what keeps it from starting, under an id that its button refers to. */
export function EstimatePanel({
  planned: { estimated, error, isCurrent, refused },
  id,
  missing = "",
  children,
}: {
  planned: PlannedOperation;
  id: string;
  /** What is still to be chosen. */ missing?: string;
  /** What to do about a problem. */ children?: ReactNode;
}) {
  return (
    <>
      <div
        className={isCurrent ? "estimate" : "estimate is-stale"}
        role="status"
        aria-busy={!isCurrent}
        id={id}
      >
        {missing !== "" ? (
          <p className="muted">{missing}</p>
        ) : error ? (
          <Refused error={error} />
        ) : estimated ? (
          <Told estimated={estimated} />
        ) : (
          <p className="muted">Estimating …</p>
        )}
        {children}
      </div>
      {refused && (
        <div role="alert">
          <Refused error={refused} />
        </div>
      )}
      {isCurrent && estimated?.command !== undefined && (
        <details className="small">
          <summary>Equivalent command</summary>
          <Command>{estimated.command}</Command>
        </details>
      )}
    </>
  );
}

const Refused = ({ error }: { error: Error }) =>
  error instanceof ApiProblem ? <Lines lines={problemLines(error)} /> : <Problem error={error} />;

function Told({ estimated: { shown, data, problems, notes } }: { estimated: OperationEstimate }) {
  const cost = costOf(data);
  const verdicts = shown.filter((each) => typeof each !== "string");
  const facts = verdicts.flatMap((each) => each.facts).filter(({ label }) => SHOWN.has(label));
  const remarks = [...verdicts.flatMap((each) => each.cautions), ...notes];
  return (
    <>
      {cost && <p className="estimate-cost">{costRange(cost)}</p>}
      {cost?.likely !== undefined && cost.high > 0 && (
        <p className="muted small">probably about ${cost.likely.toFixed(2)}</p>
      )}
      <dl className="estimate-facts">
        {facts.map(({ label, value, note }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{[value, note].filter((part) => part != null).join(", ")}</dd>
          </div>
        ))}
      </dl>
      {remarks.map((remark) => (
        <p key={remark} className="small muted">
          {inPageWords(remark)}
        </p>
      ))}
      {problems.map((problem) => (
        <div key={problem.code} className="estimate-problem">
          <b>Cannot start yet.</b>
          <Lines lines={problemLines(problem)} />
        </div>
      ))}
      <details className="small">
        <summary>The whole plan</summary>
        {verdicts.map((verdict) => (
          <VerdictView key={verdict.headline} verdict={verdict} />
        ))}
      </details>
    </>
  );
}

/** What the form itself does not say. */
const SHOWN = new Set([
  "Sessions",
  "Turns",
  "Pairs",
  "Power",
  "Tests",
  "Repeats",
  "Calls",
  "Time",
  "First, once",
  "At the turn limit",
  "If no replay ends early",
  "Within the budget",
]);

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="problem-text small">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
