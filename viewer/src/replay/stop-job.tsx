import { useMutation } from "@tanstack/react-query";
import { deleteJson } from "../api/index.ts";

export const jobTones = { running: "live", done: "good", stopped: "warn", failed: "bad" } as const;

/** A refusal is shown below the button. */
export function StopJob({ id, className }: { id: string; className?: string }) {
  const stop = useMutation({ mutationFn: () => deleteJson(`/api/jobs/${encodeURIComponent(id)}`) });
  return (
    <>
      <button type="button" className={className} disabled={stop.isPending} onClick={() => stop.mutate()}>
        {stop.isPending ? "Stopping …" : "Stop"}
      </button>
      {stop.error && (
        <span className="problem-text small" role="alert">
          {stop.error.message}
        </span>
      )}
    </>
  );
}
