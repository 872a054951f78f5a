import { queryOptions } from "@tanstack/react-query";
import type { Choices, JobView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

/** What can be asked for; it changes with files and keys, seldom. */
export const choicesQuery = queryOptions({
  queryKey: ["choices"],
  queryFn: ({ signal }) => getJson<Choices>("/api/choices", {}, signal),
  staleTime: 60_000,
});

export const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: ({ signal }) => getJson<{ jobs: JobView[] }>("/api/jobs", {}, signal),
});
