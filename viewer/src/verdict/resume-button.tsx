import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ExperimentKind, JobView, ResumeRequest } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { Problem } from "../ui/index.ts";

const lists: Record<ExperimentKind, string> = { matrix: "matrices", ab: "ab", bisect: "bisects" };

/** Plays on from where an experiment stopped, or with more pairs. */
export function ResumeButton({
  kind,
  id,
  request = {},
  label = "Resume",
}: {
  kind: ExperimentKind;
  id: string;
  request?: ResumeRequest;
  label?: string;
}) {
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: () => postJson<JobView>(`/api/${lists[kind]}/${encodeURIComponent(id)}/resume`, request),
    onSuccess: () => client.invalidateQueries(),
  });
  if (exported) return null;
  if (resume.isSuccess)
    return (
      <span role="status">
        Playing. <Link href="/runs">Runs</Link> shows its progress.
      </span>
    );
  return (
    <>
      <button type="button" className="primary" disabled={resume.isPending} onClick={() => resume.mutate()}>
        {label}
      </button>
      {resume.error && <Problem error={resume.error} />}
    </>
  );
}
