import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { EstimateView, ReplayRequest } from "../../../src/contract/index.ts";
import { ApiProblem } from "../api/index.ts";
import { count, money } from "../ui/index.ts";
import { estimateQuery } from "./replay-queries.ts";

const PAUSE_MS = 500;

/** What the replay would cost, asked again after each pause in typing. */
export function Estimate({ request }: { request: ReplayRequest }) {
  const settled = useSettled(request);
  const { data, error, isFetching } = useQuery({
    ...estimateQuery(settled),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="estimate" role="status" aria-busy={isFetching}>
      {error ? (
        <ul className="problem-text small">
          {problemLines(error).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : data ? (
        <>
          <p>
            <b>{costWords(data)}</b>{" "}
            {(data.high > 0 || data.unpriced.length > 0) && (
              <span className="muted small">up to {count(data.calls, "model call")}</span>
            )}
          </p>
          {data.note !== undefined && <p className="muted small">{data.note}</p>}
          {data.problems.map(({ code, message, remedy }) => (
            <p key={code} className="problem-text small estimate-problem">
              {message.replaceAll(/\n +/g, "\n")}
              {"\n"}
              {remedies[code] ?? remedy}
            </p>
          ))}
        </>
      ) : (
        <p className="muted small">Estimating the cost …</p>
      )}
    </div>
  );
}

/** The API's advice is about flags. */
const remedies: Record<string, string> = {
  "missing-keys": "Set them where rehearse serve runs, and restart it.",
};

/** The API's problems in the words of the page: its fields have other names here. */
export const problemLines = (error: Error): string[] => [
  ...error.message
    .split(/\n|; (?=\w+: )/)
    .map((line) =>
      line.trim().replace(/^(\w+): /, (all, field: string) => (fields[field] ? `${fields[field]}: ` : all)),
    ),
  ...(error instanceof ApiProblem && error.code !== "invalid-request" ? [error.remedy] : []),
];

const fields: Record<string, string> = {
  promptText: "Prompt",
  storyGuideText: "Guide",
  storyGuide: "Guide",
  times: "Branches",
  turns: "Turns each",
  turn: "Replay turn",
};

export function costWords({ low, high, unpriced }: EstimateView): string {
  const known = high === 0 ? "" : low === high ? money(high) : `${money(low)} to ${money(high)}`;
  if (unpriced.length > 0)
    return `${known === "" ? "Unknown cost" : `${known}, and more`}: no price for ${unpriced.join(", ")}`;
  return known === "" ? "Costs nothing" : `Estimated cost: ${known}`;
}

/** The request after a pause, so that typing does not ask for every letter. */
function useSettled(request: ReplayRequest): ReplayRequest {
  const [settled, setSettled] = useState(request);
  const wanted = JSON.stringify(request);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(wanted) as ReplayRequest), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return settled;
}
