/** Gates on the metrics of sessions. */
import type { MatrixPlan } from "../../contract/index.ts";
import { gateMetrics } from "../../playtest/index.ts";
import { list } from "../options.ts";

export const gateOptions = {
  failUnder: list(
    `Exit 1 if a metric, or in a matrix its mean for a prompt and narrator, is below N or missing, such as overall=70: ${gateMetrics.under.join(", ")}.`,
    "METRIC=N",
  ),
  failOver: list(
    `Exit 1 if a metric, or in a matrix its mean for a prompt and narrator, is above N or missing, such as loops=0: ${gateMetrics.over.join(", ")}.`,
    "METRIC=N",
  ),
};

export type Gates = NonNullable<MatrixPlan["gates"]>;
