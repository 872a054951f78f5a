/** How often null controls are wrong about judges of known honesty. */
import { expect, test } from "vitest";
import { controlVerdicts } from "../../../src/playtest/index.ts";
import { HONEST, LED, shareOf, type SimulatedJudge } from "../../support/playtest/simulated-controls.ts";

const RUNS = process.env.REHEARSE_FULL ? 5_000 : 200;
/** Two standard errors of a share of 5 %. */
const SLACK = 2 * Math.sqrt((0.05 * 0.95) / RUNS);
const failed = (judge: SimulatedJudge) =>
  shareOf(judge, RUNS, (results) => controlVerdicts(results).some(({ verdict }) => verdict === "failed"));

test.each([
  { sessions: 5, noise: 1 },
  { sessions: 10, noise: 0.75, quality: 8.5 },
  { sessions: 10, noise: 0.5, mood: 0.7 },
  // Sessions that are alike: the sample is at fault and not the judge.
  { sessions: 20, noise: 1, between: 0.5 },
  { sessions: 20, noise: 0.75, between: 0 },
])("an honest judge hardly ever fails: %j", (judge) => {
  expect(failed({ ...judge, moves: HONEST })).toBeLessThanOrEqual(0.05 + SLACK);
});

test.each([0.5, 0.75, 1])(
  "a judge swayed by 0.6 points is caught with 10 sessions, at a noise of %f",
  (noise) => {
    const injected = shareOf({ sessions: 10, noise, moves: LED }, RUNS, (results) =>
      controlVerdicts(results).some(({ name, verdict }) => name === "injected" && verdict === "failed"),
    );
    expect(injected).toBeGreaterThanOrEqual(0.9);
  },
);
