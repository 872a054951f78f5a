import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EngineRunView, EngineView } from "../../../src/contract/index.ts";
import { Command, count, DataTable, Loading, money, Problem, when } from "../ui/index.ts";
import { BudgetForm } from "./budget-form.tsx";
import { RunEntry } from "./run-entry.tsx";
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
  const { id, kind, state, sessions, planned, at, error, canStop, canResume, suggestedBudget } = run;
  const [open, setOpen] = useState(isNew);
  const isKnown = kind === "matrix" || kind === "ab";
  const verb = canStop ? "stop" : "resume";
  return (
    <RunEntry
      label={`Engine run ${id}`}
      kind={isKnown ? kindWords[kind] : kind}
      name={id}
      href={isKnown ? workPage({ kind, id }) : null}
      tone={tones[state]}
      state={state}
      head={
        <>
          <span className="muted small">{when(at)}</span>
          {(canStop || canResume) &&
            (control ? (
              <BudgetForm
                path={`/api/engine-runs/${encodeURIComponent(id)}/${verb}`}
                name={id}
                verb={canStop ? "Stop" : "Resume"}
                budget={
                  !canStop &&
                  suggestedBudget !== undefined && { now: null, suggested: suggestedBudget, required: true }
                }
              />
            ) : (
              <Command>{`rehearse runs ${verb} ${id}`}</Command>
            ))}
        </>
      }
      progress={state === "playing" && { done: sessions.played, total: planned }}
      facts={engineFacts(run)}
      problem={error ? `${error.message} ${error.remedy}` : undefined}
      isNew={isNew}
    >
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="small">Sessions</summary>
        {open && <EngineSessionTable id={id} />}
      </details>
    </RunEntry>
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
