/** Follows one check, whether it was started here or elsewhere. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useStart } from "../../operation/index.ts";
import { isOpen, jobsQuery } from "../../runs/index.ts";
import { RETRIEVAL } from "../queries.ts";

export function useCheckRun() {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const start = useStart("check", (job) => setId(job.id));
  const { data, error } = useQuery(jobsQuery);
  const elsewhere = data?.jobs.find((job) => job.operation === "check" && isOpen(job))?.id;
  useEffect(() => {
    if (id === null && elsewhere !== undefined) setId(elsewhere);
  }, [id, elsewhere]);
  const run = data?.jobs.find((job) => job.id === id);
  const hasEnded = run !== undefined && !isOpen(run);
  useEffect(() => {
    if (hasEnded) void client.invalidateQueries({ queryKey: RETRIEVAL });
  }, [client, hasEnded, id]);
  return {
    run,
    error: start.error ?? error,
    isBusy: start.isPending || (run !== undefined && !hasEnded),
    start: start.mutate,
    startWords: (words: string) => (start.isPending ? "Starting …" : words),
    dismiss() {
      setId(null);
      start.reset();
    },
  };
}

export type CheckRunControls = ReturnType<typeof useCheckRun>;
