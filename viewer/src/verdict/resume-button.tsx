import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { JobView, Recommendation } from "../../../src/contract/index.ts";
import { postJson } from "../api/index.ts";
import { exported } from "../exported/index.ts";
import { count, Problem } from "../ui/index.ts";

/** Plays on from where an experiment stopped, with more pairs or replays if all are played. */
export function ResumeButton({
  kind,
  id,
  more,
  unit,
}: {
  kind: "matrix" | "ab" | "bisect";
  id: string;
  more: NonNullable<Recommendation["more"]>;
  unit: string;
}) {
  const client = useQueryClient();
  const folder = { matrix: "matrices", ab: "abs", bisect: "bisects" }[kind];
  const resume = useMutation({
    mutationFn: () =>
      postJson<JobView>(
        `/api/${folder}/${encodeURIComponent(id)}/resume`,
        more.times === undefined ? {} : { times: more.times },
      ),
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
        {more.times === undefined || more.count === undefined
          ? "Resume"
          : `Play ${count(more.count, `more ${unit}`)}`}
      </button>
      {resume.error && <Problem error={resume.error} />}
    </>
  );
}
