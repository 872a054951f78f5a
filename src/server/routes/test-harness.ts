import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  checkAnswer,
  checkedTest,
  mechanism,
  testVerdict,
  topicName,
  type Mechanism,
} from "../../contract/index.ts";
import { allResults, belowFull, testVerdictOf } from "../../retrieval/index.ts";
import type { Checker } from "../check/index.ts";
import { answers, checkRefusals, someOf, yesNo } from "./asked.ts";

/** The blocking form: one request, one answer, however long it takes. A caller that goes away stops the run, resumably. */
export function addTestHarness(app: OpenAPIHono, checker: Checker): void {
  const target = z
    .enum(checker.targets)
    .optional()
    .openapi({
      description: `The system under test, of those that the server was started with. Usual: ${checker.usualTarget}.`,
    });
  const tags = ["testing"];

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
            description: "Which banks to run: all, or some of semantic, state, pattern, always, with commas.",
          }),
          verbose: yesNo(false, "With each test's verdict."),
          failures_only: yesNo(false, "With the verdicts of the tests below 100 only."),
          save_results: yesNo(true, "Keep results and report in the results folder."),
          target,
        }),
      },
      responses: {
        200: answers(
          checkAnswer.extend({
            tests: z.array(testVerdict).optional().openapi({ description: "With verbose or failures_only." }),
          }),
          "How healthy the system is.",
        ),
        ...checkRefusals,
      },
    }),
    async (c) => {
      const { banks, verbose, failures_only, save_results, target } = c.req.valid("query");
      const begun = await checker.begin({
        banks: banks.includes("all") ? undefined : (banks as Mechanism[]),
        target,
        save: save_results,
      });
      const { answer, results } = await begun.run({ signal: c.req.raw.signal });
      const shown = failures_only ? belowFull(results) : verbose ? allResults(results) : undefined;
      return c.json({ ...answer, ...(shown && { tests: shown.map(testVerdictOf) }) }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/cli/test-harness/test/{test_id}",
      tags,
      summary: "Run a single test",
      description:
        "The bank follows from the id: V2-* semantic, STATE-* state, PAT-* pattern, ALWAYS-* always. Nothing is saved.",
      request: {
        params: z.object({ test_id: z.string().min(1).max(100) }),
        query: z.strictObject({ debug: yesNo(false, "With every stage."), target }),
      },
      responses: { 200: answers(checkedTest, "The test's verdict."), ...checkRefusals },
    }),
    async (c) => {
      const { debug, target } = c.req.valid("query");
      const begun = await checker.begin({
        selection: { testIds: [c.req.valid("param").test_id] },
        target,
        save: false,
      });
      const { answer, results } = await begun.run({ signal: c.req.raw.signal });
      const [result] = allResults(results);
      const source =
        result!.mechanism === "semantic" ? { expectation_source: result!.expectation_source } : {};
      return c.json(
        { ...testVerdictOf(result!), ...source, notes: answer.notes, ...(debug && { debug: result! }) },
        200,
      );
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
      const begun = await checker.begin({
        selection: { topic },
        target: c.req.valid("query").target,
        save: false,
      });
      const { answer, results } = await begun.run({ signal: c.req.raw.signal });
      return c.json({ ...answer, topic, tests: allResults(results).map(testVerdictOf) }, 200);
    },
  );
}
