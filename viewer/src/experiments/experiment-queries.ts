import { queryOptions } from "@tanstack/react-query";
import type { AbView, BisectView, ExperimentKind, MatrixView } from "../../../src/contract/index.ts";
import { getJson } from "../api/index.ts";

export const experimentPlaces = {
  matrix: { path: "/matrices", name: "Matrix" },
  ab: { path: "/ab", name: "A/B test" },
  bisect: { path: "/bisects", name: "Bisection" },
} as const satisfies Record<ExperimentKind, { path: string; name: string }>;

export const experimentPath = (kind: ExperimentKind, id: string): string =>
  `${experimentPlaces[kind].path}/${encodeURIComponent(id)}`;

export type Experiment =
  | { kind: "ab"; view: AbView }
  | { kind: "bisect"; view: BisectView }
  | { kind: "matrix"; view: MatrixView };

export const experimentQuery = (kind: ExperimentKind, id: string) =>
  queryOptions({
    queryKey: [kind, id],
    queryFn: async ({ signal }) =>
      ({ kind, view: await getJson(`/api${experimentPath(kind, id)}`, {}, signal) }) as Experiment,
  });
