/** Words that the viewer has of its own, because it takes nothing but types from the harness: they must be the harness's. */
import { expect, test } from "vitest";
import { isJudged } from "../../../src/playtest/compare/index.ts";
import { metricNames } from "../../../src/playtest/index.ts";
import { judged, withoutValue } from "../../../viewer/src/matrix/metric-scale.ts";

test("the metrics of which it is said that nobody judged are those that only a judge gives", () => {
  expect([...judged].toSorted()).toEqual(metricNames.filter(isJudged).toSorted());
  expect([withoutValue("coherence"), withoutValue("segue-quality")]).toEqual(["not judged", "not measured"]);
});
