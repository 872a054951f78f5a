/** Follows one run of the banks, whether it was started here or elsewhere. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CheckRunView } from "../../../../src/contract/index.ts";
import { deleteJson, postJson } from "../../api/index.ts";
import { RETRIEVAL, runQuery, runsQuery } from "../queries.ts";

type RunAsk = { banks?: string[]; test_ids?: string[]; topic?: string; target?: string };

export type CheckRunControls = {
  run: CheckRunView | undefined;
  error: unknown;
  starting: boolean;
  start: (ask: RunAsk) => Promise<void>;
  stop: () => Promise<void>;
  dismiss: () => void;
};

export function useCheckRun(): CheckRunControls {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const [starting, setStarting] = useState(false);
  const { data: runs } = useQuery({ ...runsQuery, enabled: id === null });
  const elsewhere = runs?.items.find(({ status }) => status === "running")?.id;
  useEffect(() => {
    if (id === null && elsewhere !== undefined) setId(elsewhere);
  }, [id, elsewhere]);
  const { data: run, error } = useQuery({ ...runQuery(id ?? ""), enabled: id !== null });
  const hasEnded = run !== undefined && run.status !== "running";
  useEffect(() => {
    if (!hasEnded) return;
    void client.invalidateQueries({ queryKey: RETRIEVAL });
    void client.invalidateQueries({ queryKey: runsQuery.queryKey, exact: true });
  }, [client, hasEnded, id]);

  const attempt = async (act: () => Promise<unknown>) => {
    setRefusal(null);
    try {
      await act();
    } catch (problem) {
      setRefusal(problem);
    }
  };
  return {
    run: id === null ? undefined : run,
    error: refusal ?? error,
    starting,
    async start(ask) {
      setStarting(true);
      await attempt(async () => {
        const begun = await postJson<CheckRunView>("/api/check-runs", ask);
        client.setQueryData(runQuery(begun.id).queryKey, begun);
        setId(begun.id);
      });
      setStarting(false);
    },
    stop: () => attempt(() => deleteJson(`/api/check-runs/${encodeURIComponent(id ?? "")}`)),
    dismiss() {
      setId(null);
      setRefusal(null);
    },
  };
}
