import { useState } from "react";
import { Link } from "wouter";
import { exported } from "../exported/index.ts";
import { useStart } from "../operation/use-operation.ts";
import { Problem } from "../ui/index.ts";

/** Plays on from where a run stopped. A budget can be raised, and must be if it is spent. */
export function ResumeForm({
  dir,
  name,
  words = "Resume",
  pairs,
  budget = false,
}: {
  /** Its folder in the workspace. */ dir: string;
  /** The run, where there are several on a page. */ name?: string;
  words?: string;
  /** The new maximum of an A/B test. */ pairs?: number;
  /** False: it does not matter now. */
  budget?: { now: number | null; suggested: number | undefined; required: boolean } | false;
}) {
  const resume = useStart("resume");
  const suggested = budget ? budget.suggested : undefined;
  const [raised, setRaised] = useState(suggested === undefined ? "" : String(suggested));
  if (exported) return null;
  if (resume.isSuccess)
    return (
      <span role="status">
        Playing. <Link href="/runs">Runs</Link> shows its progress.
      </span>
    );
  return (
    <form
      className="resume-form"
      onSubmit={(event) => {
        event.preventDefault();
        resume.mutate({ dir, pairs, budget: raised === "" ? undefined : Number(raised) });
      }}
    >
      {budget && (
        <label className="field inline">
          Budget, USD
          <input
            type="number"
            min={0.01}
            step="any"
            required={budget.required}
            placeholder={String(budget.now ?? "")}
            value={raised}
            onChange={(event) => setRaised(event.target.value)}
          />
        </label>
      )}
      <button
        type="submit"
        className="primary"
        disabled={resume.isPending}
        aria-label={name && `Resume ${name}`}
      >
        {resume.isPending ? "Resuming …" : words}
      </button>
      {resume.error && <Problem error={resume.error} />}
    </form>
  );
}
