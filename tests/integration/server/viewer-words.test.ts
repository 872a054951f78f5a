/** Words that the viewer defines itself, because it imports only types from the harness, must equal the harness's. */
import { expect, test } from "vitest";
import { isJudged } from "../../../src/playtest/compare/index.ts";
import { metricNames } from "../../../src/playtest/index.ts";
import { withoutValue } from "../../../viewer/src/matrix/metric-scale.ts";
import { isJudged as isJudgedInViewer } from "../../../viewer/src/ui/metric-value.ts";

test("the metrics marked as not judged are those that only a judge gives", () => {
  expect(metricNames.filter(isJudgedInViewer)).toEqual(metricNames.filter(isJudged));
  expect([withoutValue("coherence"), withoutValue("segue-quality")]).toEqual(["not judged", "not measured"]);
});
