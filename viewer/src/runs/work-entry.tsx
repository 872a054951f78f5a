import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { JobView, WorkView } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { Badge, Command, Problem, when } from "../ui/index.ts";
import { kindWords, resumePath, stateWords, workFacts, workPage } from "./run-words.ts";
import { SessionProgress } from "./session-progress.tsx";

const tones = { playing: "live", stopped: "warn", spent: "warn", crashed: "bad" } as const;

/** Work that another process plays, or that was stopped and can be resumed. */
export function WorkEntry({ work }: { work: WorkView }) {
  const { kind, id, name, at, state, why, notResumable, command } = work;
  const facts = [...workFacts(work), when(at)].filter((fact) => fact !== "");
  return (
    <li className="run" aria-label={`${kindWords[kind]}: ${id}`}>
      <div className="run-head">
        <h3>
          <span className="muted">{kindWords[kind]}</span> <Link href={workPage(work)}>{name}</Link>
        </h3>
        <Badge tone={tones[state]}>{stateWords[state]}</Badge>
        {notResumable === undefined && <ResumeForm work={work} />}
      </div>
      <p className="small run-facts">{facts.join(" · ")}</p>
      {why !== "" && <p className="small muted">{why}</p>}
      {notResumable !== undefined && (
        <p className="small muted">
          {notResumable} {state !== "playing" && <Command>{command}</Command>}
        </p>
      )}
      {kind !== "session" && <SessionProgress kind={kind} id={id} startsOpen={false} />}
    </li>
  );
}

/** The budget can be raised; it must be if it is spent. */
function ResumeForm({ work }: { work: WorkView }) {
  const { id, state, budget, suggestedBudget } = work;
  const client = useQueryClient();
  const [raised, setRaised] = useState(suggestedBudget === undefined ? "" : String(suggestedBudget));
  const resume = useMutation({
    mutationFn: () => postJson<JobView>(resumePath(work), raised === "" ? {} : { budget: Number(raised) }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["jobs"] });
      await client.invalidateQueries({ queryKey: ["runs"] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    resume.mutate();
  };
  return (
    <form className="resume-form" onSubmit={submit}>
      {(state === "spent" || budget !== null) && (
        <label className="field inline">
          Budget, USD
          <input
            type="number"
            min={0.01}
            step="any"
            required={state === "spent"}
            placeholder={budget === null ? "" : String(budget)}
            value={raised}
            onChange={(event) => setRaised(event.target.value)}
          />
        </label>
      )}
      <button type="submit" disabled={resume.isPending} aria-label={`Resume ${id}`}>
        {resume.isPending ? "Resuming …" : state === "spent" ? "Raise the budget and resume" : "Resume"}
      </button>
      {resume.error && <Problem error={resume.error} />}
    </form>
  );
}
