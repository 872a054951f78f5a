/** Which tests a calibration reviews after a change, and how overrides and calibrations compete. */
import { expect, test } from "vitest";
import { checkReport, loadKb, recordOverride } from "../../src/retrieval/index.ts";
import { startCalibrationServer, type Verdict } from "./calibration-server.ts";
import { agrees, createWorkspace, torn, type Workspace } from "./calibration-workspace.ts";

test("affected: nothing without a change, then what a change touches, counted from each test's review", async () => {
  await using server = await startCalibrationServer(agrees());
  const workspace = createWorkspace({ env: server.env });
  const affected = async (more: Parameters<Workspace["calibrate"]>[0] = {}) =>
    (await workspace.calibrate({ scope: "affected", planOnly: true, ...more })).plan;
  // Never calibrated: it is unknown what changed since.
  expect(await affected()).toMatchObject({ tests: [], neverLookedAt: 6 });
  await workspace.calibrate({ apply: true });
  expect(await affected()).toMatchObject({ tests: [], affected: [], neverLookedAt: 0 });
  const quiet = await workspace.calibrate({ scope: "affected", apply: true });
  expect({
    calibrated: quiet.calibrated,
    asked: server.log.length,
    history: Object.keys(workspace.history()).length,
    running: workspace.records().running,
  }).toEqual({ calibrated: undefined, asked: 6, history: 1, running: [] });

  workspace.entity("loyalty_binds", { content: "Quite another text of what tears children apart." });
  const { affected: touched } = await affected();
  expect(touched.find(({ testId }) => testId === "V2-LOY-001")).toEqual({
    testId: "V2-LOY-001",
    reasons: ["loyalty_binds: part of the expectation"],
  });
  expect(
    (await workspace.check()).semantic!.results.flatMap(({ test_id, stale }) =>
      stale.length > 0 ? [{ test_id, stale }] : [],
    ),
  ).toEqual([{ test_id: "V2-LOY-001", stale: ["loyalty_binds"] }]);

  // A test that is reviewed without a change is fresh and no longer affected; the others are as before.
  workspace.clock.today = "2026-11-16T10:00:00.000Z";
  await workspace.calibrate({ scope: "single", testIds: ["V2-LOY-001"], apply: true });
  expect((await affected()).affected).toEqual(touched.filter(({ testId }) => testId !== "V2-LOY-001"));
  expect((await workspace.check()).semantic!.results.flatMap(({ stale }) => stale)).toEqual([]);
});

test("a person's override survives a newer calibration; the report lists it until a calibration agrees", async () => {
  let verdict: Verdict = torn;
  await using server = await startCalibrationServer((message) => agrees({ "V2-LOY-001": verdict })(message));
  const workspace = createWorkspace({ env: server.env });
  workspace.clock.today = "2026-11-02T10:00:00.000Z";
  const person = {
    expected_primary: ["loyalty_binds"],
    expected_secondary: ["parallel_parenting"],
    not_expected: [],
    rank_check: [],
  };
  await recordOverride(
    { testId: "V2-LOY-001", expectations: person, reason: "clinical judgement", author: "Dr. Ames" },
    {
      testBanks: workspace.testBanks,
      kb: loadKb(workspace.kb),
      kbVersion: "v2.0",
      previous: workspace.expectationsOf("V2-LOY-001"),
      clock: workspace.clock,
    },
  );
  workspace.clock.today = "2026-11-15T10:00:00.000Z";
  const { calibrated } = await workspace.calibrate({ apply: true });
  expect(calibrated!.responses.find(({ test_id }) => test_id === "V2-LOY-001")).toMatchObject({
    previous: person,
    previous_source: "human_override_2026-11-02",
    changed: true,
  });
  expect(workspace.expectationsOf("V2-LOY-001")).toMatchObject({
    source: "human_override_2026-11-02",
    expectations: person,
    contestedBy: "2026-11-15T10:00:00.000Z",
  });
  const results = await workspace.check();
  expect(results.summary.expectation_sources).toEqual({ original: 5, opus: 0, human_override: 1 });
  expect(checkReport(results)).toContain(
    "A newer calibration disagrees with these overrides: V2-LOY-001. The overrides take precedence.",
  );

  workspace.clock.today = "2026-11-16T10:00:00.000Z";
  workspace.entity("parallel_parenting", { content: "Now it says what Dr. Ames meant." });
  verdict = person;
  await workspace.calibrate({ apply: true });
  expect(workspace.expectationsOf("V2-LOY-001")).toMatchObject({
    source: "human_override_2026-11-02",
    contestedBy: undefined,
  });
  expect(checkReport(await workspace.check())).not.toContain("disagrees");
});
