import type { OperationEstimate } from "../../../src/contract/index.ts";
import { ApiProblem } from "../api/index.ts";
import { Problem } from "../ui/index.ts";
import { costOf, costRange } from "./estimate-words.ts";
import { inPageWords, problemLines } from "./operation-schema.ts";
import type { PlannedOperation } from "./use-operation.ts";

/** What an operation would do and cost, and what keeps it from starting, under an id that its button refers to. */
export function EstimatePanel({
  planned: { estimated, error, isCurrent, refused },
  id,
  missing,
}: {
  planned: PlannedOperation;
  id: string;
  /** What is still to be chosen. */ missing: string;
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
      </div>
      {refused && (
        <div role="alert">
          <Refused error={refused} />
        </div>
      )}
    </>
  );
}

const Refused = ({ error }: { error: Error }) =>
  error instanceof ApiProblem ? <Lines lines={problemLines(error)} /> : <Problem error={error} />;

function Told({ estimated: { shown, data, problems, notes } }: { estimated: OperationEstimate }) {
  const cost = costOf(data);
  const verdicts = shown.filter((each) => typeof each !== "string");
  const facts = verdicts.flatMap((each) => each.facts);
  const remarks = [...verdicts.flatMap((each) => each.cautions), ...notes];
  return (
    <>
      {cost && problems.length === 0 && <p className="estimate-cost">{costRange(cost)}</p>}
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
    </>
  );
}

export const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="problem-text small">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
