import { z } from "zod";

/** Who is speaking: a suite names a role, the catalog and the settings say which model plays it. */
export const role = z.enum([
  "narrator",
  "player",
  "spokesperson",
  "classifier",
  "observer",
  "judge",
  "reranker",
  "embedder",
  "calibrator",
  "target",
]);
export type Role = z.infer<typeof role>;
