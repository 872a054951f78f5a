/** Calibration over HTTP: the request to the model, the proposed changes, and saving them only on request. */
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { calibrationAnswer } from "../../../src/contract/index.ts";
import { makeWorkspace, serveWorkspace } from "../../support/server/served-workspace.ts";
import { expectProblem } from "../../support/server/expect-problem.ts";
import { startCalibrator } from "../../support/server/served-check.ts";
import { serveMade } from "../../support/server/served-playtests.ts";

const calibrator = await startCalibrator();
afterAll(() => calibrator[Symbol.asyncDispose]());
const { workspace, ask } = serveMade(makeWorkspace, { settings: calibrator.settings });

describe("calibration", () => {
  const post = (query: string) => ask(`/cli/calibrate?${query}`, { method: "POST" });
  const history = () => join(workspace.testBanks, "semantic", "history");

  test("errors name parameters as the address does", async () => {
    expect((await post("scope=single")).json).toMatchObject({
      error: { option: "test_ids", message: expect.stringContaining("scope=single") as string },
    });
  });

  test("a dry run shows the changes; only dry_run=false applies them", async () => {
    const dry = await post("scope=single&test_ids=V2-GR-001&test_ids=V2-LOY-001");
    const { changed, unchanged, failed, ...rest } = calibrationAnswer.strict().parse(dry.json);
    expect({ status: dry.status, ...rest }).toMatchObject({
      status: 200,
      dry_run: true,
      model: "local/judge",
      history_file: null,
      responses_file: null,
    });
    expect(changed).toMatchObject([
      { test_id: "V2-GR-001", updated: { expected_secondary: [] } },
      {
        test_id: "V2-LOY-001",
        previous: { expected_primary: ["loyalty_binds"] },
        updated: { expected_primary: ["gray_rock"] },
      },
    ]);
    expect({
      unchanged,
      failed,
      asked: calibrator.log.length,
      history: existsSync(history()),
    }).toEqual({ unchanged: [], failed: [], asked: 2, history: false });

    const applied = calibrationAnswer.parse(
      (await post("scope=single&test_ids=V2-GR-001&kb_version=v9&dry_run=false")).json,
    );
    expect(applied).toMatchObject({ dry_run: false, kb_version: "v9", tests: ["V2-GR-001"] });
    expect([
      existsSync(applied.history_file!),
      existsSync(applied.responses_file!),
      readdirSync(history()).length,
    ]).toEqual([true, true, 1]);
    // The dry run has paid for it.
    expect(calibrator.log).toHaveLength(2);
  });

  test("of shipped banks is kept in the workspace, and cannot be applied", async () => {
    using own = makeWorkspace();
    const shipped = { testBanks: "shipped", kb: "shipped" };
    await using served = await serveWorkspace(own, {
      settings: { ...calibrator.settings, retrieval: shipped },
      folders: shipped,
    });
    const ask = (dry: boolean) =>
      served.ask(`/cli/calibrate?scope=single&test_ids=V2-GR-001&dry_run=${dry}`, { method: "POST" });
    rmSync(own.testBanks, { recursive: true });
    expect((await ask(true)).status).toBe(200);
    expect(existsSync(join(own.dir, "calibration"))).toBe(true);
    expect(existsSync(fileURLToPath(new URL("../../../calibration", import.meta.url)))).toBe(false);
    expectProblem(await ask(false), { status: 400, code: "outside-folder", option: "test_banks" });
  });
});
