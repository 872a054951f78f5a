import { queryOptions } from "@tanstack/react-query";
import type { OperationEstimate, OperationList } from "../../../src/contract/index.ts";
import { getJson, postJson } from "../api/index.ts";
import type { Input, OperationSchema } from "./operation-schema.ts";

/** What pages can start. It changes with the version of the server only. */
export const operationsQuery = queryOptions({
  queryKey: ["operations"],
  queryFn: ({ signal }) => getJson<OperationList>("/api/operations", {}, signal),
  staleTime: Infinity,
});

/** The input of an operation. Undefined: this server does not offer it. */
export const schemaOf = ({ operations }: OperationList, name: string): OperationSchema | undefined =>
  operations.find((each) => each.name === name)?.input as OperationSchema | undefined;

/** Why an operation cannot start as it is. */
export type FoundProblem = OperationEstimate["problems"][number];

export const operationPath = (name: string): string => `/api/operations/${encodeURIComponent(name)}`;

export const estimateQuery = (name: string, input: Input) =>
  queryOptions({
    queryKey: ["estimate", name, input],
    queryFn: () => postJson<OperationEstimate>(`${operationPath(name)}/estimate`, input),
    staleTime: 60_000,
  });
