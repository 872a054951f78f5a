/** How often null controls are wrong about judges of known honesty. */
import { expect, test } from "vitest";
import { controlVerdicts, failedControls } from "../../../src/playtest/index.ts";
import {
  BARELY_HONEST,
  HONEST,
  LED,
  shareOf,
  type SimulatedJudge,
} from "../../support/playtest/simulated-controls.ts";

const RUNS = process.env.REHEARSE_FULL ? 5_000 : 200;
/** Two standard errors of a share of 5 %. */
const SLACK = 2 * Math.sqrt((0.05 * 0.95) / RUNS);
const failed = (judge: SimulatedJudge) =>
  shareOf(judge, RUNS, (results) => failedControls(results).length > 0);

test.each([
  { sessions: 5, noise: 0.5 },
  { sessions: 5, noise: 1 },
  { sessions: 10, noise: 0.75 },
  { sessions: 10, noise: 1 },
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

test("a blind judge is caught; a random one never passes `again`", () => {
  expect(failed({ sessions: 10, noise: 0.75 })).toBeGreaterThan(0.95);
  const dice = { sessions: 20, noise: 1.5, between: 0, moves: HONEST };
  const passed = shareOf(dice, RUNS, (results) =>
    controlVerdicts(results).some(({ name, verdict }) => name === "again" && verdict === "passed"),
  );
  expect(passed).toBe(0);
});

test("half a point hidden by whole scores is not a failure", () => {
  // Each session moves by 0 or −1: chance gives five zeros in 3 %, and the control may be wrong in 0.8 %.
  const shares = { sessions: 5, noise: 0, between: 0, quality: 6, moves: BARELY_HONEST };
  const shuffled = shareOf(shares, RUNS, (results) =>
    controlVerdicts(results).some(({ name, verdict }) => name === "shuffled" && verdict === "failed"),
  );
  expect(shuffled).toBe(0);
});

test.each([0, 1, 4])("%i sessions never pass and never fail", (sessions) => {
  for (const moves of [HONEST, LED, {}])
    expect(
      shareOf({ sessions, noise: 1, moves }, 50, (results) =>
        controlVerdicts(results).some(({ verdict }) => verdict !== "not enough sessions"),
      ),
    ).toBe(0);
});
