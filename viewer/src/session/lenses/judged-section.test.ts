import { expect, test } from "vitest";
import type { VerdictView } from "../../../../src/contract/index.ts";
import { trustWords } from "./judged-section.tsx";

const score = (
  metric: string,
  given: Partial<VerdictView["scores"][number]> = {},
): VerdictView["scores"][number] => ({
  metric,
  score: 5,
  why: "",
  quotes: [],
  state: "uncalibrated",
  stateWhy: "never compared",
  ...given,
});

test("scores that cannot be trusted say so and why, each reason once", () => {
  expect(
    trustWords([
      score("coherence"),
      score("pacing"),
      score("fun-factor", { score: null, missing: "no answer" }),
    ]),
  ).toEqual(["Not trusted (all scores), uncalibrated: never compared."]);
  expect(
    trustWords([
      score("coherence", { state: "trusted" }),
      score("player-agency", { state: "stale", stateWhy: "another rubric" }),
    ]),
  ).toEqual(["Not trusted (player agency), stale: another rubric."]);
  expect(trustWords([score("coherence", { state: "trusted" })])).toEqual([]);
});
