/** The command rehearse check --baseline. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { CheckAnswer } from "../../src/contract/index.ts";
import { readResults } from "../../src/retrieval/index.ts";
import { gardenFolder, gardenShop, openShop, type Answer, type TargetRequest } from "./garden-shop.ts";

const badly = ({ ask }: TargetRequest) =>
  ask === "retrieve" ? { selections: [] } : ask === "match" ? { matches: [] } : { handlers: [] };

/** The first so many requests for a test get a bad answer, or this status. */
const failsFirst = (times: number, testId: string, status?: number): Answer => {
  let asked = 0;
  return (request) =>
    request.test_id === testId && asked++ < times ? (status ?? badly(request)) : gardenShop(request);
};

/** A shop with an earlier run, and how often each test was asked since. */
async function shopWithBaseline(flags: readonly string[] = [], garden = gardenFolder()) {
  const shop = await openShop(gardenShop, garden);
  const { results_file: file } = JSON.parse((await shop.check("--json", ...flags)).stdout) as CheckAnswer;
  shop.asked();
  const requests = () => Object.groupBy(shop.asked(), (id) => id);
  return {
    ...shop,
    file: file!,
    async against(answer: Answer, ...more: string[]) {
      shop.target.answer = answer;
      const ran = await shop.check("--baseline", file!, ...more);
      const asked = requests();
      return { ...ran, times: (id: string) => asked[id]?.length ?? 0 };
    },
  };
}

test("a broken test is asked four more times and fails the command, in the same words everywhere", async () => {
  await using shop = await shopWithBaseline();
  const [junit, comment] = [join(shop.dir, "junit.xml"), join(shop.dir, "comment.md")];
  const broken = failsFirst(Infinity, "STATE-001");
  const { exit, stdout, stderr, times } = await shop.against(
    broken,
    "--json",
    "--junit",
    junit,
    "--comment",
    comment,
  );
  expect({ exit, broken: times("STATE-001"), other: times("V2-TOM-001") }).toEqual({
    exit: 1,
    broken: 5,
    other: 1,
  });
  expect(stderr).toContain("Against the baseline: STATE-001 now fails 5 of 5.\n");
  const { baseline, outcome, results_file, report_file } = JSON.parse(stdout) as CheckAnswer;
  expect(baseline).toMatchObject({
    file: basename(shop.file),
    verdict: {
      outcome: "failed",
      headline: "Failed: STATE-001 now fails 5 of 5.",
      findings: [
        { says: expect.stringContaining("The baseline needs 5 attempts to show that it is stable.") },
      ],
    },
    lost: [
      {
        test_id: "STATE-001",
        says: "missing: handler_welcome",
        now: { failed: 5, attempts: 5 },
        before: { passed: 1, attempts: 1 },
        regression: true,
      },
    ],
  });
  const why = "Against the baseline: STATE-001 now fails 5 of 5.";
  expect(outcome).toMatchObject({ verdict: "failed", exit: 1, says: `Failed. ${why}` });
  expect(readResults(results_file!).outcome).toEqual({ ...outcome, baseline });
  expect(readFileSync(junit, "utf8")).toContain(`<failure message="${why}"`);
  expect(readFileSync(comment, "utf8").replaceAll("\\", "")).toContain(`**Failed.** ${why}\n`);
  expect(readFileSync(report_file!, "utf8")).toContain(
    "## Against the Baseline\n\n**Failed: STATE-001 now fails 5 of 5.**\n",
  );
});

test("a flaky test is asked again and passes; its score is the mean", async () => {
  await using shop = await shopWithBaseline();
  const { exit, stdout, times } = await shop.against(failsFirst(1, "V2-LAWN-001"));
  expect({ exit, flaky: times("V2-LAWN-001"), other: times("V2-TOM-001") }).toEqual({
    exit: 0,
    flaky: 5,
    other: 1,
  });
  expect(stdout).toContain("Repeats: 1 test that passed in the baseline was asked again.\nFlaky Tests (1):");
  expect(stdout).toContain(
    "Passed: no test fails often enough to be a regression (V2-LAWN-001 failed 1 of 5).\n",
  );
  // Without a baseline nothing is asked again.
  shop.target.answer = failsFirst(1, "V2-LAWN-001");
  await shop.check();
  expect(shop.asked()).toHaveLength(8);
});

test.each([
  [["--repeat", "5"], 1],
  [[], 0],
])("four failures of five, with a baseline of %j: exit %i", async (flags, exit) => {
  await using shop = await shopWithBaseline(flags);
  const ran = await shop.against(failsFirst(4, "V2-LAWN-001"));
  expect(ran.exit).toBe(exit);
  expect(ran.stdout.includes("--repeat 5")).toBe(exit === 0);
});

test("outages are not a regression: of the whole test, or of its further attempts", async () => {
  await using shop = await shopWithBaseline();
  const silent = await shop.against(failsFirst(Infinity, "V2-LAWN-001", 500));
  expect({ exit: silent.exit, asked: silent.times("V2-LAWN-001") }).toEqual({ exit: 3, asked: 1 });
  expect(silent.stdout).toContain("1 test had a score in the baseline and no answer now: V2-LAWN-001.");
  expect(silent.stderr).toContain("No verdict on 1 test without an answer: V2-LAWN-001.\n");
  let asked = 0;
  const fails = ["bad", 500, 500, "bad", 500];
  const partly = await shop.against((request) => {
    const fault = request.test_id === "V2-LAWN-001" ? fails[asked++] : undefined;
    return fault === undefined ? gardenShop(request) : fault === "bad" ? badly(request) : 500;
  });
  expect({ exit: partly.exit, asked }).toEqual({ exit: 3, asked: 5 });
});

test("a deterministic target fails at the first failure, and a critical failure is not asked again", async () => {
  await using shop = await shopWithBaseline();
  const critical = await shop.against(failsFirst(1, "PAT-CRISIS-001"));
  expect({ exit: critical.exit, asked: critical.times("PAT-CRISIS-001") }).toEqual({ exit: 1, asked: 1 });
  expect(critical.stdout).toContain("Failed: PAT-CRISIS-001 is a new critical failure.\n");
  const garden = gardenFolder();
  garden.write(
    "rehearse.config.mjs",
    "export default { retrieval: { deterministic: true }, retry: { attempts: 1 } };\n",
  );
  await using same = await shopWithBaseline([], garden);
  const declared = await same.against(failsFirst(1, "V2-LAWN-001"));
  expect({ exit: declared.exit, asked: declared.times("V2-LAWN-001") }).toEqual({ exit: 1, asked: 1 });
  expect(declared.stdout).toContain("Failed: V2-LAWN-001 now fails.\n");
});

test("a recording has no further attempts: its first failure counts", async () => {
  await using shop = await shopWithBaseline();
  const recording = join(shop.dir, "recording");
  shop.target.answer = failsFirst(1, "V2-LAWN-001");
  await shop.check("--record", recording);
  shop.asked();
  const { exit, stdout } = await shop.against(gardenShop, "--recording", recording);
  expect({ exit, asked: shop.asked() }).toEqual({ exit: 1, asked: [] });
  expect(stdout).toContain("Failed: V2-LAWN-001 now fails.\n");
});
