/** Checks that answer when they are done: GET /cli/test-harness. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { checkAnswer, checkedTest, mechanism, testVerdict, topicName } from "../../contract/index.ts";
import { type Found, FOUND } from "../../operations/check/check.ts";
import { allResults, belowFull, modules, testVerdictOf } from "../../retrieval/index.ts";
import { offeredNamed, type Jobs } from "../jobs/index.ts";
import type { Targets } from "../targets.ts";
import { answers, checkRefusals, someOf, yesNo } from "./route-schemas.ts";

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
  const tags = ["testing"];

  async function check(
    { target: asked, ...input }: { target: string | undefined; save: boolean } & Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Found> {
    const target = asked === undefined ? undefined : byName.get(asked);
    return jobs.during(await offeredNamed("check"), { ...input, target }, signal);
  }

  app.openapi(
    createRoute({
      method: "get",
      path: "/cli/test-harness",
      tags,
      summary: "Run the test banks",
      request: {
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
      },
      responses: {
        200: answers(
          checkAnswer.extend({
            tests: z
              .array(testVerdict)
              .optional()
              .openapi({ description: "Present with verbose or failures_only." }),
          }),
          "Score and health of the system under test.",
        ),
        ...checkRefusals,
      },
    }),
    async (c) => {
      const { banks, verbose, failures_only, save_results, target } = c.req.valid("query");
      const found = await check({ banks, target, save: save_results }, c.req.raw.signal);
      const failed = failures_only ? belowFull(found[FOUND]).map(testVerdictOf) : undefined;
      return c.json({ ...found, tests: failed ?? (verbose ? found.tests : undefined) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/cli/test-harness/test/{test_id}",
      tags,
      summary: "Run a single test",
      description: `The prefix of the id selects the bank: ${mechanism.options.map((name) => `${modules[name].bank.idPrefix}* ${name}`).join(", ")}. Nothing is saved.`,
      request: {
        params: z.object({ test_id: z.string().min(1).max(100) }),
        query: z.strictObject({ debug: yesNo(false, "Include every stage."), target }),
      },
      responses: { 200: answers(checkedTest, "The test's verdict."), ...checkRefusals },
    }),
    async (c) => {
      const { debug, target } = c.req.valid("query");
      const test = [c.req.valid("param").test_id];
      const { notes, [FOUND]: results } = await check({ test, target, save: false }, c.req.raw.signal);
      const result = allResults(results)[0]!;
      const expectation_source = "expectation_source" in result ? result.expectation_source : undefined;
      const told = { ...testVerdictOf(result), expectation_source, notes };
      return c.json({ ...told, debug: debug ? result : undefined }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/cli/test-harness/topic/{topic}",
      tags,
      summary: "Run the semantic tests of a topic",
      description: "Nothing is saved; the score is partial.",
      request: { params: z.object({ topic: topicName }), query: z.strictObject({ target }) },
      responses: {
        200: answers(
          checkAnswer.extend({ topic: z.string(), tests: z.array(testVerdict) }),
          "The tests' verdicts.",
        ),
        ...checkRefusals,
      },
    }),
    async (c) => {
      const { topic } = c.req.valid("param");
      const { target } = c.req.valid("query");
      const found = await check({ topic, target, save: false }, c.req.raw.signal);
      return c.json({ ...found, topic }, 200);
    },
  );
}
