import { afterAll, beforeAll } from "vitest";
import { startCalibrator } from "./served-check.ts";
import { makeWorkspace, serveWorkspace, type Ask, type Served, type Workspace } from "./served-workspace.ts";

/** One workspace and its server for all tests of a file; `calibrated`: with a model that calibrates, over a port of its own. */
export function serveForAll({ calibrated = false } = {}): {
  workspace: Workspace;
  served: Served;
  ask: Ask;
  calibrator: Awaited<ReturnType<typeof startCalibrator>>;
} {
  const all = {} as ReturnType<typeof serveForAll>;
  beforeAll(async () => {
    all.workspace = makeWorkspace();
    if (calibrated) all.calibrator = await startCalibrator();
    all.served = await serveWorkspace(all.workspace, calibrated ? { settings: all.calibrator.settings } : {});
    all.ask = all.served.ask;
  });
  afterAll(async () => {
    await all.served[Symbol.asyncDispose]();
    if (calibrated) await all.calibrator.server[Symbol.asyncDispose]();
    all.workspace[Symbol.dispose]();
  });
  return all;
}
