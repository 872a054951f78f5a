import { useMutation } from "@tanstack/react-query";
import { ApiProblem, postJson } from "../api/index.ts";

/** Ends a running session after the turn that is being spoken; it can be resumed. */
export function StopButton({ id }: { id: string }) {
  const stop = useMutation({ mutationFn: () => postJson(`/api/sessions/${encodeURIComponent(id)}/stop`) });
  const said = stop.error instanceof ApiProblem ? `${stop.error.message} ${stop.error.remedy}` : "";
  return (
    <>
      <button
        type="button"
        className="danger"
        onClick={() => stop.mutate()}
        disabled={stop.isPending || stop.isSuccess}
      >
        {stop.isSuccess ? "Stopping …" : "Stop"}
      </button>
      {said !== "" && (
        <span role="alert" className="small problem-text">
          {said}
        </span>
      )}
    </>
  );
}
