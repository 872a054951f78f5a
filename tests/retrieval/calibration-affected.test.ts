/** Which tests a calibration reviews after a change, and how overrides and calibrations compete. */
import { expect, test } from "vitest";
import { startCalibrationServer } from "./calibration-server.ts";
import { agrees, createWorkspace, type Workspace } from "./calibration-workspace.ts";

test("affected: nothing without a change, then what a change touches, counted from each test's review", async () => {
  await using server = await startCalibrationServer(agrees());
  const workspace = createWorkspace({ env: server.env });
  const affected = async (more: Parameters<Workspace["calibrate"]>[0] = {}) =>
    workspace.calibrate({ scope: "affected", planOnly: true, ...more });
  // Never calibrated: it is unknown what changed since.
  expect(await affected()).toMatchObject({ tests: [], never_calibrated: 6 });
  await workspace.calibrate({ apply: true });
  expect(await affected()).toMatchObject({ tests: [], affected: [], never_calibrated: 0 });
  const quiet = await workspace.calibrate({ scope: "affected", apply: true });
  expect({
    saved: quiet.history_file,
    asked: server.log.length,
    history: Object.keys(workspace.history()).length,
    running: workspace.records().running,
  }).toEqual({ saved: null, asked: 6, history: 1, running: [] });

  workspace.entity("loyalty_binds", { content: "Quite another text of what tears children apart." });
  const { affected: touched } = await affected();
  expect(touched.find(({ test_id }) => test_id === "V2-LOY-001")).toEqual({
    test_id: "V2-LOY-001",
    reasons: ["loyalty_binds: part of the expectation"],
  });

  // A test that is reviewed without a change is no longer affected; the others are as before.
  workspace.clock.today = "2026-11-16T10:00:00.000Z";
  await workspace.calibrate({ scope: "single", testIds: ["V2-LOY-001"], apply: true });
  expect((await affected()).affected).toEqual(touched.filter(({ test_id }) => test_id !== "V2-LOY-001"));
});
