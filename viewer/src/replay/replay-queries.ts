import { queryOptions } from "@tanstack/react-query";
import type { Choices, JobView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

/** The available choices. They depend on files and keys and rarely change. */
export const choicesQuery = queryOptions({
  queryKey: ["choices"],
  queryFn: ({ signal }) => getJson<Choices>("/api/choices", {}, signal),
  staleTime: 60_000,
});

export const jobsQuery = queryOptions({
  queryKey: ["jobs"],
  queryFn: ({ signal }) => getJson<{ jobs: JobView[] }>("/api/jobs", {}, signal),
});
