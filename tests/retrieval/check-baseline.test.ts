/** The command rehearse check --baseline. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { CheckAnswer } from "../../src/contract/index.ts";
import { readResults } from "../../src/retrieval/index.ts";
import { gardenShop, lossy, openShop } from "./garden-shop.ts";

test("--baseline --strict: exit 1 on a new hard fail, 0 otherwise; both report the changes, and so does the report", async () => {
  await using shop = await openShop();
  const { results_file } = JSON.parse((await shop.check("--json")).stdout) as CheckAnswer;
  const same = await shop.check("--baseline", results_file!);
  expect(same.exit).toBe(0);
  expect(same.stdout).toContain(
    "Against the baseline:\n  Combined 100 → 100, health EXCELLENT → EXCELLENT\n  0 tests better, 0 worse, 8 the same\n",
  );
  shop.target.answer = lossy;
  const [junit, comment] = [join(shop.dir, "junit.xml"), join(shop.dir, "comment.md")];
  const gated = ["--fail-under", "semantic=80", "--junit", junit, "--comment", comment];
  const worse = await shop.check("--baseline", results_file!, "--strict", "--json", ...gated);
  expect(worse.exit).toBe(1);
  expect(worse.stderr).toContain("3 worse");
  const why =
    "Regression: new hard fails (--strict): STATE-001 (missing: handler_welcome); health fell from EXCELLENT to FAIR.";
  expect(worse.stderr).toContain(`  ${why}\n`);
  const { report_file, results_file: lower, outcome } = JSON.parse(worse.stdout) as CheckAnswer;
  // The verdict has the same words everywhere, and stays with the results.
  expect(readFileSync(junit, "utf8")).toContain(`<failure message="${why}"`);
  expect(readFileSync(comment, "utf8").replaceAll("\\", "")).toContain(`**Failed.** ${why}\n`);
  expect(readFileSync(report_file!, "utf8").replaceAll("\\", "")).toContain(`**Gates:** Failed. ${why}\n`);
  expect(outcome).toEqual({
    version: 2,
    verdict: "failed",
    exit: 1,
    says: `Failed. ${why}`,
    gates: [
      { name: "no critical failure", is: "passed", says: "No critical failure." },
      { name: "no regression", is: "failed", says: why },
      { name: "semantic ≥ 80", is: "passed", says: "Gate passed: semantic 90 ≥ 80." },
    ],
  });
  const kept = readResults(lower!).outcome!;
  expect(kept).toMatchObject(outcome!);
  expect(kept.baseline).toMatchObject({
    files: [basename(results_file!)],
    regressions: [
      "new hard fails (--strict): STATE-001 (missing: handler_welcome)",
      "health fell from EXCELLENT to FAIR",
    ],
    worse: [{ test_id: "STATE-001", says: "missing: handler_welcome" }],
    lines: expect.arrayContaining(["0 tests better, 3 worse, 5 the same"]) as string[],
  });
  expect(readResults(results_file!).outcome).toEqual({
    version: 2,
    verdict: "no-gate",
    exit: 0,
    says: "No gate was set.",
    gates: [],
  });
  expect(readFileSync(report_file!, "utf8")).toMatch(
    /## Against the Baseline\n\n- Combined 100 → 79, health EXCELLENT → FAIR\n/,
  );
  expect((await shop.check("--baseline", lower!, "--strict")).exit).toBe(0);
  shop.target.answer = gardenShop;
  expect((await shop.check("--baseline", lower!)).stdout).toContain("3 tests better, 0 worse, 5 the same");
});

test("--baseline may be repeated; the same file counts once; --strict without it is refused", async () => {
  await using shop = await openShop();
  const files: string[] = [];
  for (let run = 0; run < 3; run += 1)
    files.push((JSON.parse((await shop.check("--json")).stdout) as CheckAnswer).results_file!);
  const against = async (...names: string[]) =>
    (
      JSON.parse(
        (await shop.check("--json", ...names.flatMap((name) => ["--baseline", name]))).stdout,
      ) as CheckAnswer
    ).baseline!;
  expect(await against(...files)).toMatchObject({
    runs: 3,
    hard_fail_test: { method: "Fisher within each test", now: 0, expected: 0, p: 1 },
  });
  expect(await against(files[0]!, files[0]!)).toMatchObject({ runs: 1 });
  expect(await shop.check("--strict")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--strict needs --baseline."),
  });
});
