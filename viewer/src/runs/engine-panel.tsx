import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { EngineRunView, EngineView } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { Badge, Command, count, Loading, money, Problem, when, DataTable } from "../ui/index.ts";
import { engineFacts, kindWords, workPage } from "./run-words.ts";
import { engineSessionsQuery } from "./runs-queries.ts";

const tones = {
  queued: "calm",
  playing: "live",
  stopping: "warn",
  stopped: "warn",
  finished: "good",
  failed: "bad",
} as const;

/** A worker reports every five seconds. */
const LATE_SECONDS = 15;

/** The runs that workers play. With a role that may only read, commands change them instead. */
export function EnginePanel({
  engine,
  open,
}: {
  engine: EngineView;
  /** The run that was just queued. */ open: string | undefined;
}) {
  const { address, control, runs, workers, trouble } = engine;
  return (
    <section className="run-section" aria-labelledby="engine-runs">
      <h2 id="engine-runs">On the engine</h2>
      <p className="muted small">
        {address} ·{" "}
        {workers.length === 0
          ? "no worker is connected"
          : `${count(workers.length, "worker")}: ${workers
              .map(
                ({ id, playing, atOnce, silentSeconds }) =>
                  `${id} plays ${playing} of ${atOnce}${silentSeconds >= LATE_SECONDS ? `, last seen ${silentSeconds} s ago` : ""}`,
              )
              .join("; ")}`}
      </p>
      {trouble !== undefined && (
        <p className="small problem-text" role="alert">
          {trouble}
        </p>
      )}
      <p className="small muted">
        {control
          ? "Runs can be stopped and resumed here. To queue one, choose workers under New run, or type: "
          : "This server's database role can only read, so runs cannot be stopped or resumed here. Use a role that can write: "}
        <Command>
          {control
            ? "rehearse matrix --preset mini --engine postgres://… --detach"
            : "rehearse runs --engine postgres://…"}
        </Command>
      </p>
      {runs.length === 0 && trouble === undefined && <p className="muted">No runs.</p>}
      <ul className="runs">
        {runs.map((run) => (
          <EngineRun key={run.id} run={run} control={control} isNew={run.id === open} />
        ))}
      </ul>
    </section>
  );
}

function EngineRun({ run, control, isNew }: { run: EngineRunView; control: boolean; isNew: boolean }) {
  const { id, kind, state, sessions, planned, at, error, canStop, canResume } = run;
  const [open, setOpen] = useState(isNew);
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isNew) entry.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  const isKnown = kind === "matrix" || kind === "ab";
  return (
    <li className="run" aria-label={`Engine run ${id}`} ref={entry}>
      <div className="run-head">
        <h3>
          <span className="muted">{isKnown ? kindWords[kind] : kind}</span>{" "}
          {isKnown ? <Link href={workPage({ kind, id })}>{id}</Link> : id}
        </h3>
        <Badge tone={tones[state]}>{state}</Badge>
        <span className="muted small">{when(at)}</span>
        {control && (canStop || canResume) && <EngineControls run={run} />}
        {!control && (canStop || canResume) && (
          <Command>{`rehearse runs ${canStop ? "stop" : "resume"} ${id}`}</Command>
        )}
      </div>
      {state === "playing" && (
        <progress max={Math.max(1, planned)} value={sessions.played} aria-label={`Progress of ${id}`} />
      )}
      <p className="small run-facts">{engineFacts(run).join(" · ")}</p>
      {error && (
        <p className="small problem-text">
          {error.message} {error.remedy}
        </p>
      )}
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="small">Sessions</summary>
        {open && <EngineSessionTable id={id} />}
      </details>
    </li>
  );
}

function EngineControls({ run: { id, canStop, suggestedBudget } }: { run: EngineRunView }) {
  const client = useQueryClient();
  const [budget, setBudget] = useState(suggestedBudget === undefined ? "" : String(suggestedBudget));
  const path = `/api/engine-runs/${encodeURIComponent(id)}`;
  const change = useMutation({
    mutationFn: () =>
      canStop
        ? postJson(`${path}/stop`)
        : postJson(`${path}/resume`, budget === "" ? {} : { budget: Number(budget) }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["runs"] }),
  });
  return (
    <form
      className="resume-form"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      {!canStop && suggestedBudget !== undefined && (
        <label className="field inline">
          Budget, USD
          <input
            type="number"
            min={0.01}
            step="any"
            required
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
          />
        </label>
      )}
      <button type="submit" disabled={change.isPending} aria-label={`${canStop ? "Stop" : "Resume"} ${id}`}>
        {canStop ? "Stop" : "Resume"}
      </button>
      {change.error && <Problem error={change.error} />}
    </form>
  );
}

function EngineSessionTable({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(engineSessionsQuery(id));
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading what="sessions" />;
  if (data.sessions.length === 0) return <p className="muted small">No worker has started it yet.</p>;
  return (
    <DataTable
      label="Sessions of the run"
      className="run-sessions"
      columns={[
        { text: "Session" },
        { text: "State" },
        { number: "Turns" },
        { number: "Cost" },
        { text: "Worker or error" },
      ]}
    >
      {data.sessions.map((session) => (
        <tr key={session.id}>
          <td>{session.id}</td>
          <td>{session.state}</td>
          <td className="number" data-label="Turns">
            {session.turns}
          </td>
          <td className="number" data-label="Cost">
            {money(session.cost)}
          </td>
          <td>{session.worker ?? session.error ?? ""}</td>
        </tr>
      ))}
    </DataTable>
  );
}
