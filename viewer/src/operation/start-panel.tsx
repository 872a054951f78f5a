import { type ReactNode, useId } from "react";
import { EstimatePanel, Lines } from "./estimate-panel.tsx";
import { costOf, startWords } from "./estimate-words.ts";
import { labelOf, problemLines } from "./operation-schema.ts";
import type { PlannedOperation } from "./use-operation.ts";

/** What an operation would do and cost, and the button that starts it, at the end of its form. */
export function StartPanel({
  planned,
  missing = [],
  words,
  advice,
}: {
  planned: PlannedOperation;
  /** The options that are still needed. */ missing?: readonly string[];
  /** On the button. Default: what it costs. */ words?: string;
  /** What else to do, in place of the causes, which are folded. */ advice?: ReactNode;
}) {
  const id = useId();
  const { estimated, isCurrent, isStarting, problems } = planned;
  const canStart = estimated !== undefined && isCurrent && problems.length === 0;
  return (
    <aside className="start-estimate" aria-label="Estimate">
      <h2>Estimate</h2>
      <EstimatePanel
        planned={planned}
        id={id}
        missing={
          missing.length > 0 ? `Still needed: ${missing.map((each) => labelOf(each)).join(", ")}.` : ""
        }
      />
      <div className="start-go">
        <button
          type="submit"
          className="primary"
          disabled={!canStart || isStarting}
          aria-describedby={`${id} ${id}problems`}
        >
          {isStarting ? "Starting …" : (words ?? startWords(canStart ? costOf(estimated.data) : undefined))}
        </button>
        {(problems.length > 0 || advice) && (
          <div className="estimate-problem" id={`${id}problems`}>
            {advice}
            {problems.length > 0 && (
              <details open={!advice}>
                <summary>Cannot start yet.</summary>
                <Lines lines={problems.flatMap(problemLines)} />
              </details>
            )}
          </div>
        )}
      </div>
    </aside>
  );
}
