/** Words that the viewer defines itself, because it imports only types from the harness, must equal the harness's. */
import { expect, test } from "vitest";
import { gateMetrics, judgedMetricNames } from "../../../src/playtest/index.ts";
import { isJudged } from "../../../viewer/src/ui/metric-value.ts";

test("the metrics marked as not judged are those that only a judge gives", () => {
  expect([...gateMetrics.under, ...gateMetrics.over].filter(isJudged)).toEqual(judgedMetricNames);
});
