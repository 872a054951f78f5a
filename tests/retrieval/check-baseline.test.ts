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
  expect(stderr).toContain("Gate failed: STATE-001 now fails 5 of 5.\n");
  const { verdict, gates, baseline, results_file, report_file } = JSON.parse(stdout) as CheckAnswer;
  expect(verdict).toMatchObject({
    outcome: "failed",
    headline: "Failed: STATE-001 now fails 5 of 5.",
    findings: [{ says: expect.stringContaining("It failed 5 of 5; in the baseline it passed 1 of 1.") }],
  });
  expect(baseline).toMatchObject({
    file: basename(shop.file),
    lost: [
      {
        test_id: "STATE-001",
        says: "missing: handler_welcome",
        now: { failed: 5, answered: 5, attempts: 5 },
        before: { passed: 1, attempts: 1 },
        regression: true,
      },
    ],
  });
  const why = "Gate failed: STATE-001 now fails 5 of 5.";
  expect(readResults(results_file!).outcome).toEqual({ verdict, gates, baseline });
  expect(readFileSync(junit, "utf8")).toContain(`<failure message="${why}"`);
  expect(readFileSync(comment, "utf8").replaceAll("\\", "")).toContain(`**Failed.** ${why}\n`);
  expect(readFileSync(report_file!, "utf8")).toContain("**Failed: STATE-001 now fails 5 of 5.**\n");
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
