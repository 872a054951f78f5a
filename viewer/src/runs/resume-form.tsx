import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { exported } from "../exported/index.ts";
import { useStart } from "../operation/use-operation.ts";
import { Problem } from "../ui/index.ts";
import { jobsQuery } from "./runs-queries.ts";
import { isOpen } from "./stop-job.tsx";
import "./runs.css";

/** Plays on from where a run stopped. A budget can be raised, and must be if it is spent. */
export function ResumeForm({
  dir,
  name,
  words = "Resume",
  pairs,
  hasBudget = false,
  needsBudget = false,
}: {
  /** Its folder in the workspace. */ dir: string;
  /** The run, where there are several on a page. */ name?: string;
  words?: string;
  /** The new maximum of an A/B test. */ pairs?: number;
  /** A new budget can be given. */ hasBudget?: boolean;
  needsBudget?: boolean;
}) {
  const resume = useStart("resume");
  const [budget, setBudget] = useState("");
  const { data } = useQuery(jobsQuery);
  if (exported) return null;
  const last = data?.jobs.find(
    (job) => job.operation === "resume" && (job.dir === dir || job.id === resume.data?.id),
  );
  if (last && isOpen(last))
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
        resume.mutate({ dir, pairs, budget: budget === "" ? undefined : Number(budget) });
      }}
    >
      {hasBudget && (
        <label className="field inline">
          Budget, USD
          <input
            type="number"
            min={0.01}
            step="any"
            required={needsBudget}
            placeholder="as before"
            value={budget}
            onChange={(event) => setBudget(event.target.value)}
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
      {resume.error ? (
        <Problem error={resume.error} />
      ) : (
        last?.state === "failed" &&
        last.error && (
          <p className="small problem-text" role="alert">
            {last.error.message} {last.error.remedy}
          </p>
        )
      )}
    </form>
  );
}
