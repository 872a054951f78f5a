import type { WorkView } from "../../../src/contract/index.ts";
import { Command, when } from "../ui/index.ts";
import { ResumeForm } from "./resume-form.tsx";
import { RunEntry } from "./run-entry.tsx";
import { kindWords, stateWords, workFacts, workPage } from "./run-words.ts";
import { SessionProgress } from "./session-progress.tsx";

const tones = { playing: "live", stopped: "warn", spent: "warn", crashed: "bad" } as const;

/** Work that another process plays, or that was stopped and can be resumed. */
export function WorkEntry({ work }: { work: WorkView }) {
  const { kind, id, dir, name, at, state, why, notResumable, command, budget, suggestedBudget } = work;
  const isSpent = state === "spent";
  return (
    <RunEntry
      label={`${kindWords(kind)}: ${id}`}
      kind={kindWords(kind)}
      name={name}
      href={workPage(work)}
      tone={tones[state]}
      state={stateWords[state]}
      head={
        notResumable === undefined && (
          <ResumeForm
            dir={dir}
            name={id}
            words={isSpent ? "Raise the budget and resume" : "Resume"}
            budget={
              (isSpent || budget !== null) && { now: budget, suggested: suggestedBudget, required: isSpent }
            }
          />
        )
      }
      facts={[...workFacts(work), when(at)].filter((fact) => fact !== "")}
    >
      {why !== "" && <p className="small muted">{why}</p>}
      {notResumable !== undefined && (
        <p className="small muted">
          {notResumable} {state !== "playing" && <Command>{command}</Command>}
        </p>
      )}
      {kind !== "session" && <SessionProgress kind={kind} id={id} startsOpen={false} />}
    </RunEntry>
  );
}
