/** Checks that answer when they are done: GET /cli/test-harness. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { checkAnswer, checkedTest, mechanism, testVerdict, topicName } from "../../contract/index.ts";
import { type Found, FOUND } from "../../operations/check/check.ts";
import { allResults, belowFull, modules, testVerdictOf } from "../../retrieval/index.ts";
import { offeredNamed, type Jobs } from "../jobs/index.ts";
import type { Targets } from "../targets.ts";
import { routesIn, someOf, yesNo } from "./route-schemas.ts";

/**
 * The blocking form: one request, one answer, however long it takes. A caller that disconnects stops the run,
 * resumably.
 */
export function addTestHarness(
  app: OpenAPIHono,
  { jobs, targets: { byName, usual } }: { jobs: Pick<Jobs, "during">; targets: Targets },
): void {
  const target = z
    .enum([...byName.keys()])
    .optional()
    .openapi({ description: `The system under test. Default: ${usual}.` });
  const route = routesIn(app, "testing");
  const prefixes = mechanism.options.map((name) => `${modules[name].bank.idPrefix}* ${name}`).join(", ");

  async function check(
    { target: asked, ...input }: { target: string | undefined; save: boolean } & Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Found> {
    const target = asked === undefined ? undefined : byName.get(asked);
    return jobs.during(await offeredNamed("check"), { ...input, target }, signal);
  }

  route("get /cli/test-harness", {
    summary: "Run the test banks",
    query: z.strictObject({
      banks: someOf(["all", ...mechanism.options], {
        usual: "all",
        description: `Banks to run: all, or a comma-separated list of ${mechanism.options.join(", ")}.`,
      }),
      verbose: yesNo(false, "Include the verdict of each test."),
      failures_only: yesNo(false, "Include the verdicts of tests below 100 only."),
      save_results: yesNo(true, "Save results and report in the results folder."),
      target,
    }),
    answer: checkAnswer.extend({
      tests: z
        .array(testVerdict)
        .optional()
        .openapi({ description: "Present with verbose or failures_only." }),
    }),
    async answerTo({ query: { banks, verbose, failures_only, save_results, target }, signal }) {
      const found = await check({ banks, target, save: save_results }, signal);
      const failed = failures_only ? belowFull(found[FOUND]).map(testVerdictOf) : undefined;
      return { ...found, tests: failed ?? (verbose ? found.tests : undefined) };
    },
  });

  route("get /cli/test-harness/test/{test_id}", {
    summary: "Run a single test",
    description: `The prefix of the id selects the bank: ${prefixes}. Nothing is saved.`,
    params: z.object({ test_id: z.string().min(1).max(100) }),
    query: z.strictObject({ debug: yesNo(false, "Include every stage."), target }),
    answer: checkedTest,
    async answerTo({ params: { test_id }, query: { debug, target }, signal }) {
      const { notes, [FOUND]: results } = await check({ test: [test_id], target, save: false }, signal);
      const result = allResults(results)[0]!;
      const expectation_source = "expectation_source" in result ? result.expectation_source : undefined;
      const told = { ...testVerdictOf(result), expectation_source, notes };
      return { ...told, debug: debug ? result : undefined };
    },
  });

  route("get /cli/test-harness/topic/{topic}", {
    summary: "Run the semantic tests of a topic",
    description: "Nothing is saved; the score is partial.",
    params: z.object({ topic: topicName }),
    query: z.strictObject({ target }),
    answer: checkAnswer.extend({ topic: z.string(), tests: z.array(testVerdict) }),
    answerTo: async ({ params: { topic }, query: { target }, signal }) => ({
      ...(await check({ topic, target, save: false }, signal)),
      topic,
    }),
  });
}
