/** What a calibration shows, and that its additions count only once a person accepts them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { saveResults } from "../../src/retrieval/index.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { startCalibrationServer } from "./calibration-server.ts";
import { agrees, createWorkspace, torn } from "./calibration-workspace.ts";

const lists = { not_expected: ["handler_crisis"], rank_check: torn.rank_check };

test("additions count only once accepted: with --accept, or later by an override that names the person", async () => {
  await using server = await startCalibrationServer(
    agrees({
      "V2-LOY-001": torn,
      "V2-TRA-001": {
        ...torn,
        expected_primary: ["transition_bridge"],
        expected_secondary: [],
        rank_check: [],
      },
    }),
  );
  const workspace = createWorkspace({ env: server.env });
  await workspace.calibrate({ apply: true, accept: { tests: ["V2-TRA-001"], by: "Dr. Ames" } });
  expect(workspace.expectationsOf("V2-LOY-001")).toMatchObject({
    expectations: { expected_secondary: ["transition_bridge"], not_expected: [], rank_check: [] },
    proposals: lists,
  });
  const taken = workspace.expectationsOf("V2-TRA-001");
  expect(taken.expectations.not_expected).toEqual(["handler_crisis"]);
  expect(taken.proposals).toBeUndefined();
  expect(Object.values(workspace.history())[0]).toMatchObject({
    accepted: { by: "Dr. Ames", tests: ["V2-TRA-001"] },
    proposals: [{ test_id: "V2-LOY-001", ...lists }],
  });

  const override = (...argv: string[]) =>
    runCommand([
      "bank",
      "override",
      ...argv,
      "--kb",
      workspace.kb,
      "--test-banks",
      workspace.testBanks,
      "--reason",
      "read",
      "--by",
      "Dr. Ames",
    ]);
  expect(await override("V2-LOY-001", "--accept")).toMatchObject({ exit: 0 });
  expect(workspace.expectationsOf("V2-LOY-001")).toMatchObject({
    source: expect.stringContaining("human_override"),
    expectations: { expected_primary: ["loyalty_binds"], ...lists },
  });
  expect(Object.keys(workspace.history())).toHaveLength(2);
  for (const id of ["V2-LOY-001", "V2-GR-001"])
    expect(await override(id, "--accept")).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`No calibration proposes anything for ${id} that is not accepted yet.`),
    });

  // An override is not changed by accepting a calibration beside it: the proposal stays open.
  expect(await override("V2-LOY-001", "--not-expected", "none")).toMatchObject({ exit: 0 });
  await workspace.calibrate({ apply: true, accept: { tests: ["V2-LOY-001"], by: "Dr. Ames" } });
  expect(Object.values(workspace.history()).at(-1)).not.toHaveProperty("accepted");
  expect(workspace.expectationsOf("V2-LOY-001").proposals).toMatchObject({
    not_expected: ["handler_crisis"],
  });
  expect(await override("V2-LOY-001", "--accept")).toMatchObject({ exit: 0 });
  expect(workspace.expectationsOf("V2-LOY-001").expectations.not_expected).toEqual(["handler_crisis"]);
});

test("leaving an entry out is not a statement: it stays, unless the proposal contradicts it", async () => {
  await using server = await startCalibrationServer(
    agrees({ "V2-LOY-001": { expected_primary: ["loyalty_binds"], expected_secondary: ["gray_rock"] } }),
  );
  const workspace = createWorkspace({ env: server.env });
  const bank = join(workspace.testBanks, "semantic", "parent_test_bank.json");
  const { tests, ...rest } = JSON.parse(readFileSync(bank, "utf8")) as { tests: Array<{ test_id: string }> };
  const forbidding = tests.map((one) =>
    one.test_id === "V2-LOY-001" ? { ...one, not_expected: ["gray_rock", "biff_response"] } : one,
  );
  workspace.write(
    "test_banks/semantic/parent_test_bank.json",
    JSON.stringify({ ...rest, tests: forbidding }),
  );
  const { review } = await workspace.calibrate({ apply: true });
  expect(review!.agreement.contradictions).toEqual({ agreed: 7, all: 8 });
  expect(review!.changes).toMatchObject([
    {
      kind: "contradiction",
      what: ["expects forbidden gray_rock", "secondary +gray_rock", "not_expected -gray_rock"],
    },
  ]);
  expect(workspace.expectationsOf("V2-LOY-001").expectations.not_expected).toEqual(["biff_response"]);
});

test("an override goes on counting; a damaged results file is skipped with a note", async () => {
  await using server = await startCalibrationServer(
    agrees({ "V2-LOY-001": { expected_primary: ["filler_a"] } }),
  );
  const workspace = createWorkspace({ env: server.env });
  const results = join(workspace.dir, "results");
  await saveResults(results, await workspace.check(), "");
  workspace.write("results/results_2999-01-01-0000.json", "{");
  const notes: string[] = [];
  const calibrate = () => workspace.calibrate({ results }, { onNote: (note) => notes.push(note) });
  const before = await calibrate();
  expect(notes).toEqual([expect.stringMatching(/^Not used to order the changes: .*results_2999/)]);
  expect(before.review!.changes).toMatchObject([{ kind: "primary", now: 100, applied: 0 }]);
  expect(before.review!.last_run!.semantic).toEqual({ now: 50, applied: 33.3, accepted: 33.3 });
  await runCommand([
    "bank",
    "override",
    "V2-LOY-001",
    "--secondary",
    "none",
    "--kb",
    workspace.kb,
    "--test-banks",
    workspace.testBanks,
    "--reason",
    "read",
    "--by",
    "Dr. Ames",
  ]);
  const after = await calibrate();
  expect(after.review!.changes).toMatchObject([
    { now: 100, applied: 100, what: ["primary -loyalty_binds +filler_a", "the override still counts"] },
  ]);
});
