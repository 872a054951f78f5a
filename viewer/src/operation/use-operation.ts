import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { JobView, OperationEstimate } from "../../../src/contract/index.ts";
import { ApiProblem, postJson } from "../api/index.ts";
import { estimateQuery, type FoundProblem, operationPath } from "./operation-queries.ts";
import type { Input } from "./operation-schema.ts";

/** Typing pauses this long before the estimate is asked for. */
const PAUSE_MS = 400;

export type PlannedOperation = {
  estimated: OperationEstimate | undefined;
  /** Why there is no estimate. */ error: Error | null;
  /** The estimate is for the input as it is now. */ isCurrent: boolean;
  /** What keeps it from starting now. */ problems: readonly FoundProblem[];
  /** What a field may be about: the refusal, or the first of the problems. */ wrong:
    | FoundProblem
    | undefined;
  start: () => void;
  isStarting: boolean;
  /** Why it did not start. It goes as soon as the input changes. */ refused: Error | null;
};

/** Starts an operation, as a job that lists then show. */
export function useStart(name: string, onStarted?: (job: JobView) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => postJson<JobView>(operationPath(name), input),
    onSuccess: async (job) => {
      for (const what of ["runs", "session", "experiments"])
        void client.invalidateQueries({ queryKey: [what] });
      // The next page shows the job at once.
      await client.invalidateQueries({ queryKey: ["jobs"] });
      onStarted?.(job);
    },
  });
}

/** What an operation would do with an input, asked after each pause in typing, and its start. */
export function useOperation(
  name: string,
  input: Input,
  { isWhole = true, onStarted }: { isWhole?: boolean; onStarted: (job: JobView) => void },
): PlannedOperation {
  const wanted = JSON.stringify(input);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isFetching } = useQuery({
    ...estimateQuery(name, JSON.parse(asked) as Input),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const { mutate, reset, isPending, ...start } = useStart(name, onStarted);
  useEffect(() => reset(), [reset, wanted, data]);
  const refusal = start.error ?? error;
  const problems = error ? [] : (data?.problems ?? []);
  return {
    estimated: isWhole && !error ? data : undefined,
    error,
    isCurrent: wanted === asked && !isFetching,
    problems,
    wrong: refusal instanceof ApiProblem ? refusal : problems[0],
    start: () => mutate(input),
    isStarting: isPending,
    refused: start.error,
  };
}
