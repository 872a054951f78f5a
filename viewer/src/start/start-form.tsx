import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { StartEstimate } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { Lines, problemWords } from "../replay/estimate.tsx";
import { Command, Problem } from "../ui/index.ts";
import { costRange, estimateFacts, startWords } from "./estimate-words.ts";
import { rememberChoice } from "./last-choice.ts";
import { isIncomplete, type Read } from "./start-requests.ts";

/** Typing pauses this long before the estimate is asked for. */
const PAUSE_MS = 350;

/** A form with its estimate beside it. The estimate comes from the plan that the start would use. */
export function StartForm({
  path,
  read,
  label,
  remedies = {},
  children,
}: {
  /** Of the API: it starts, and `/estimate` below it estimates. */ path: string;
  read: (form: FormData) => Read;
  label: string;
  /** By the code of a problem: what to change in this form. */ remedies?: Readonly<Record<string, string>>;
  /** `changed` tells that a field without an event of its own has changed. */
  children: (changed: () => void) => ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [request, setRequest] = useState<Read>({ missing: "" });
  const [asked, setAsked] = useState<Read>({ missing: "" });
  const [, go] = useLocation();
  const client = useQueryClient();
  const look = useCallback(() => {
    // After React has drawn the change.
    queueMicrotask(() => form.current && setRequest(read(new FormData(form.current))));
  }, [read]);
  useEffect(look, [look]);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(request), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [request]);
  const estimate = useQuery({
    queryKey: ["estimate", path, asked],
    queryFn: () => postJson<StartEstimate>(`${path}/estimate`, asked),
    enabled: !isIncomplete(asked),
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
  const start = useMutation({
    mutationFn: (wish: Read) => postJson<{ id: string }>(path, wish),
    onSuccess: async (job) => {
      void client.invalidateQueries({ queryKey: ["runs"] });
      // The next page shows the job at once.
      await client.invalidateQueries({ queryKey: ["jobs"] });
      go(`/runs?job=${encodeURIComponent(job.id)}`);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget);
    rememberChoice(chosen);
    start.mutate(read(chosen));
  };
  const isCurrent = JSON.stringify(request) === JSON.stringify(asked) && !estimate.isFetching;
  return (
    <form className="start-form" aria-label={label} ref={form} onChange={look} onSubmit={submit}>
      <div className="start-fields">{children(look)}</div>
      <aside className="start-estimate" aria-label="Estimate" aria-busy={!isCurrent}>
        <h2>Estimate</h2>
        <EstimatePart
          missing={isIncomplete(request) ? request.missing : null}
          estimate={isIncomplete(request) ? undefined : estimate.data}
          error={isIncomplete(request) ? null : estimate.error}
          isCurrent={isCurrent}
          remedies={remedies}
        />
        {start.error && <Problem error={start.error} />}
        <StartButton
          estimate={isIncomplete(request) || estimate.isError ? undefined : estimate.data}
          isCurrent={isCurrent}
          isStarting={start.isPending}
        />
        {isCurrent && estimate.data && !isIncomplete(request) && (
          <details className="small">
            <summary>Equivalent command</summary>
            <Command>{estimate.data.command}</Command>
          </details>
        )}
      </aside>
    </form>
  );
}

function StartButton({
  estimate,
  isCurrent,
  isStarting,
}: {
  estimate: StartEstimate | undefined;
  isCurrent: boolean;
  isStarting: boolean;
}) {
  const blocked = estimate === undefined || estimate.problems.length > 0;
  return (
    <button type="submit" className="primary" disabled={blocked || isStarting || !isCurrent}>
      {isStarting ? "Starting …" : !blocked && isCurrent ? startWords(estimate) : "Start"}
    </button>
  );
}

function EstimatePart({
  missing,
  estimate,
  error,
  isCurrent,
  remedies,
}: {
  missing: string | null;
  estimate: StartEstimate | undefined;
  error: Error | null;
  isCurrent: boolean;
  remedies: Readonly<Record<string, string>>;
}) {
  if (missing) return <p className="muted">{missing}</p>;
  if (error && isCurrent) return <Problem error={error} />;
  if (!estimate)
    return (
      <p className="muted" role="status">
        Estimating …
      </p>
    );
  const unexplained = estimate.unpriced.filter((name) => !estimate.notes.some((note) => note.includes(name)));
  return (
    <div className={isCurrent ? "" : "is-stale"} role="status">
      {estimate.count > 0 && <p className="start-cost">{costRange(estimate)}</p>}
      {estimate.likely !== undefined && estimate.high > 0 && (
        <p className="muted small">probably about ${estimate.likely.toFixed(2)}</p>
      )}
      <dl className="start-facts">
        {(estimate.count > 0 ? estimateFacts(estimate) : []).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {unexplained.length > 0 && <p className="small">Price unknown: {unexplained.join(", ")}.</p>}
      {estimate.notes.map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
      {estimate.problems.map(({ code, message, remedy }) => (
        <div key={code} className="start-problem" role="alert">
          <b>Cannot start yet.</b>
          {code === "missing-keys" && remedies[code] === undefined ? (
            <Lines lines={problemWords({ code, message, remedy })} />
          ) : (
            <>
              <p>{message}</p>
              <p>{remedies[code] ?? remedy}</p>
            </>
          )}
        </div>
      ))}
    </div>
  );
}
