import { useMutation } from "@tanstack/react-query";
import type { JobView } from "../../../src/contract/index.ts";
import { ApiProblem, deleteJson } from "../api/index.ts";
import { jobPath } from "./runs-queries.ts";

export const jobTones = {
  running: "live",
  stopping: "live",
  done: "good",
  stopped: "warn",
  failed: "bad",
} as const;

export const isOpen = ({ state }: Pick<JobView, "state">): boolean =>
  state === "running" || state === "stopping";

/** The most there may be is known only after a while. */
export const progressOf = ({ done, total }: Pick<JobView, "done" | "total">) => ({
  value: total === null ? undefined : done,
  max: Math.max(1, total ?? 1),
});

/** A refusal is shown below the button. */
export function StopJob({ id, words = "Stop" }: { id: string; words?: string }) {
  const stop = useMutation({ mutationFn: () => deleteJson(jobPath(id)) });
  return (
    <>
      <button type="button" className="danger" disabled={stop.isPending} onClick={() => stop.mutate()}>
        {stop.isPending ? "Stopping …" : words}
      </button>
      {stop.error && (
        <span className="problem-text small" role="alert">
          {stop.error instanceof ApiProblem
            ? `${stop.error.message} ${stop.error.remedy}`
            : stop.error.message}
        </span>
      )}
    </>
  );
}
