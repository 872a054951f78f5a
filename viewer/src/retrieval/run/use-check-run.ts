/** Follows one run of the banks by its events, whether it was started here or elsewhere. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CheckRunView, Problem, TestVerdict } from "../../../../src/contract/index.ts";
import { ApiProblem, deleteJson, getJson, postJson } from "../../api/index.ts";
import { RETRIEVAL, runsQuery } from "../queries.ts";

export type RunAsk = { banks?: string[]; test_ids?: string[]; topic?: string; target?: string };

export type FollowedRun = {
  view: CheckRunView;
  /** Tests that lost points so far: how many, and the latest. */ below: number;
  failed: readonly TestVerdict[];
};

export type CheckRunControls = {
  run: FollowedRun | null;
  error: unknown;
  starting: boolean;
  start: (ask: RunAsk) => Promise<void>;
  stop: () => Promise<void>;
  dismiss: () => void;
};

/** More is not readable during a run; the list has all of them afterwards. */
const SHOWN = 8;

export function useCheckRun(): CheckRunControls {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const [run, setRun] = useState<FollowedRun | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [starting, setStarting] = useState(false);
  const { data: known } = useQuery(runsQuery);
  const goingOn = known?.items.find(({ status }) => status === "running")?.id ?? null;
  const following = id ?? goingOn;

  useEffect(() => {
    if (following === null) return;
    return follow(following, {
      change: (next) => setRun(next),
      lost: setError,
      ended: () => {
        void client.invalidateQueries({ queryKey: RETRIEVAL });
        void client.invalidateQueries({ queryKey: runsQuery.queryKey });
      },
    });
  }, [client, following]);

  const attempt = async (act: () => Promise<unknown>) => {
    setError(null);
    try {
      await act();
    } catch (problem) {
      setError(problem);
    }
  };
  return {
    run,
    error,
    starting,
    async start(ask) {
      setStarting(true);
      await attempt(async () => setId((await postJson<{ id: string }>("/api/check-runs", ask)).id));
      setStarting(false);
    },
    stop: () => attempt(() => deleteJson(`/api/check-runs/${following}`)),
    dismiss() {
      setId(null);
      setRun(null);
      setError(null);
    },
  };
}

type Hearing = { change: (run: FollowedRun) => void; lost: (error: unknown) => void; ended: () => void };

function follow(id: string, { change, lost, ended }: Hearing): () => void {
  const path = `/api/check-runs/${encodeURIComponent(id)}`;
  const source = new EventSource(`${path}/events`);
  let run: FollowedRun | undefined;
  let failed: readonly TestVerdict[] = [];
  let below = 0;
  let gone = false;

  const show = (view: CheckRunView) => {
    if (gone) return;
    run = { view, below, failed };
    change(run);
  };
  const look = async () => {
    try {
      show(await getJson<CheckRunView>(path));
    } catch (problem) {
      if (!gone) lost(problem);
    }
  };
  const end = async () => {
    source.close();
    await look();
    if (!gone) ended();
  };
  const on = <Data>(type: string, hear: (data: Data) => void) =>
    source.addEventListener(
      type,
      (event) => "data" in event && hear(JSON.parse(event.data as string) as Data),
    );

  on<CheckRunView["progress"]>("progress", (progress) => run && show({ ...run.view, progress }));
  on<TestVerdict>("result", (verdict) => {
    if (verdict.score === 100) return;
    below += 1;
    failed = [verdict, ...failed].slice(0, SHOWN);
  });
  on<CheckRunView>("reset", show);
  on("done", () => void end());
  // The run failed. A broken connection fires the same event without data, and reconnects by itself.
  on<Problem>("error", () => void end());
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED && !gone && run?.view.status === "running")
      lost(
        new ApiProblem({
          status: 0,
          code: "lost",
          message: "The connection to the run was lost.",
          remedy: "The server may have been restarted. Reload the page.",
        }),
      );
  });
  void look();
  return () => {
    gone = true;
    source.close();
  };
}
