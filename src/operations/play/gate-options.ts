/** Gates on the metrics of sessions. */
import type { MatrixPlan } from "../../contract/index.ts";
import { gateMetrics } from "../../playtest/index.ts";
import { list } from "../options.ts";

const gate = (limit: string, metrics: readonly string[]) =>
  list(
    `Exit 1 if a metric, or in a matrix its mean for a prompt and narrator, is ${limit} or missing: ${metrics.join(", ")}.`,
    "METRIC=N",
  );

export const gateOptions = {
  failUnder: gate("below N, such as overall=70,", gateMetrics.under),
  failOver: gate("above N, such as loops=0,", gateMetrics.over),
};

export type Gates = NonNullable<MatrixPlan["gates"]>;
