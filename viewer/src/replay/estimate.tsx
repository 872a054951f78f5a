import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import type { EstimateView, ReplayEstimate, ReplayRequest } from "../../../src/contract/index.ts";
import { ApiProblem } from "../api/index.ts";
import { count, money, words } from "../ui/index.ts";
import { estimateQuery } from "./replay-queries.ts";

const PAUSE_MS = 500;

export type ReplayCost = UseQueryResult<ReplayEstimate>;

/** What the replay would cost, asked again after each pause in typing. */
export function useEstimate(request: ReplayRequest): ReplayCost {
  const settled = useSettled(request);
  return useQuery({ ...estimateQuery(settled), placeholderData: keepPreviousData });
}

/** The estimate, and what keeps the replay from starting, under an id that its button refers to. */
export function Estimate({
  cost: { data, error, isFetching },
  id,
  children,
}: {
  cost: ReplayCost;
  id: string;
  /** What to do about a problem. */ children?: ReactNode;
}) {
  return (
    <div className="estimate" role="status" aria-busy={isFetching} id={id}>
      {error ? (
        <Lines lines={problemLines(error)} />
      ) : data ? (
        <>
          <p>
            <b>{costWords(data)}</b>{" "}
            {(data.high > 0 || data.unpriced.length > 0) && (
              <span className="muted small">up to {count(data.calls, "model call")}</span>
            )}
          </p>
          {data.note !== undefined && <p className="muted small">{data.note}</p>}
          {data.problems.map((problem) => (
            <Lines key={problem.code} lines={problemWords(problem)} />
          ))}
          {children}
        </>
      ) : (
        <p className="muted small">Estimating the cost …</p>
      )}
    </div>
  );
}

export const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className="problem-text small">
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);

/** A problem of the API in the words of the page. The API's advice is about flags. */
export function problemWords({ code, message, remedy }: ReplayEstimate["problems"][number]): string[] {
  if (code === "missing-keys")
    return [
      ...keyLines(message),
      "Set the keys where rehearse serve runs, and restart it. Or choose other models.",
    ];
  return [...message.split("\n").map((line) => line.trim()), remedy];
}

/** Why the replay cannot start, in a line beside its button. The estimate says what to do about it. */
export function blockedBy({ data, error }: Pick<ReplayCost, "data" | "error">): string | undefined {
  const first = error ? undefined : data?.problems[0];
  return first && problemWords(first)[0];
}

/** Which models need which key, by role. A message of another form stays as it is. */
export function keyLines(message: string): string[] {
  const needs = new Map<string, string[]>();
  for (const line of message.split("\n")) {
    const [, key, unfit = "", users = ""] = /^\s+(\w+)( \([^)]*\))?\s+needed by (.*)$/.exec(line) ?? [];
    for (const user of key === undefined ? [] : users.split(/, (?=[a-z]+ \()/)) {
      const [, role = "", model] = /^(\w+) \((.*?)(?: = .*)?\)$/.exec(user) ?? [];
      // The spokesperson is one of the players.
      if (model !== undefined && role !== "spokesperson")
        needs.set(role, [...(needs.get(role) ?? []), `${model} (${key}${unfit})`]);
    }
  }
  return needs.size === 0
    ? message.split("\n").map((line) => line.trim())
    : [...needs].map(
        ([role, models]) =>
          `${role === "player" ? "Players need" : `The ${role === "observer" ? "reader" : words(role)} needs`} a key: ${models.join(", ")}`,
      );
}

/** The API's problems in the words of the page: its fields have other names here. */
export const problemLines = (error: Error): string[] =>
  error instanceof ApiProblem && error.code === "missing-keys"
    ? problemWords(error)
    : [
        ...error.message
          .split(/\n|; (?=\w+: )/)
          .map((line) =>
            line
              .trim()
              .replace(/^(\w+): /, (all, field: string) => (fields[field] ? `${fields[field]}: ` : all)),
          ),
        ...(error instanceof ApiProblem && error.code !== "invalid-request" ? [error.remedy] : []),
      ];

const fields: Record<string, string> = {
  promptText: "Prompt",
  storyGuideText: "Guide",
  storyGuide: "Guide",
  times: "Replays",
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
