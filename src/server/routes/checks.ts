/** Checks over HTTP: /cli/test-harness answers when they are done, /api/check-runs starts long ones. */
import { join } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  checkAnswer,
  checkedTest,
  checkRunRequest,
  checkRunView,
  mechanism,
  startEstimate,
  testVerdict,
  topicName,
  type Mechanism,
} from "../../contract/index.ts";
import { allResults, belowFull, modules, readResults, testVerdictOf } from "../../retrieval/index.ts";
import type { CheckAsk, Checker, CheckRuns } from "../check/index.ts";
import { invalid } from "../problem.ts";
import { resultsFiles } from "../retrieval/index.ts";
import { answers, checkRefusals, page, pageOf, pageQuery, refusals, someOf, yesNo } from "./route-schemas.ts";

/**
 * The blocking form: one request, one answer, however long it takes. A caller that disconnects stops the run,
 * resumably.
 */
export function addTestHarness(app: OpenAPIHono, checker: Checker): void {
  const target = z
    .enum(checker.targets)
    .optional()
    .openapi({
      description: `The system under test. Default: ${checker.usualTarget}.`,
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
      description: `The prefix of the id selects the bank: ${mechanism.options.map((name) => `${modules[name].bank.idPrefix}* ${name}`).join(", ")}. Nothing is saved.`,
      request: {
        params: z.object({ test_id: z.string().min(1).max(100) }),
        query: z.strictObject({ debug: yesNo(false, "Include every stage."), target }),
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
        "expectation_source" in result! ? { expectation_source: result!.expectation_source } : {};
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

const PATH = "/api/check-runs";
const tags = ["check runs"];
const params = z.object({ id: z.string().min(1).max(100) });

type CheckRunsRoutes = {
  runs: CheckRuns;
  checker: Checker;
  /** The folder of saved results. */ results: string;
};

export function addCheckRuns(app: OpenAPIHono, { runs, checker, results }: CheckRunsRoutes): void {
  const request = checkRunRequest.extend({ target: z.enum(checker.targets).optional() });
  // Without a body nothing was checked: then everything is requested.
  const askOf = (body: unknown): CheckAsk => {
    const { banks, test_ids, topic, pattern_type, target, save_results, baseline } = request.parse(body);
    const selection = {
      ...(test_ids && { testIds: test_ids }),
      ...(topic !== undefined && { topic }),
      ...(pattern_type && { patternType: pattern_type }),
    };
    return { banks, selection, target, save: save_results, baseline: earlierIn(results, baseline) };
  };

  app.openapi(
    createRoute({
      method: "post",
      path: PATH,
      tags,
      summary: "Start a run",
      description:
        "An empty body runs all banks. GET /api/events sends a `job` event with its id on each change. The same tests cannot run twice at once. A stopped run resumes where it stopped. Unknown tests and missing keys are refused at once.",
      request: { body: { content: { "application/json": { schema: request } } } },
      responses: {
        202: answers(checkRunView, "The run has started."),
        ...checkRefusals,
        ...refusals(413, 415, 429),
      },
    }),
    async (c) => {
      const { id, view } = await runs.start(askOf(c.req.valid("json")));
      return c.json(view(), 202, { Location: `${PATH}/${id}` });
    },
  );

  app.openapi(
    createRoute({
      method: "post",
      path: `${PATH}/estimate`,
      tags,
      summary: "Estimate the cost of a run, and list what would keep it from starting",
      description:
        "Like `check --dry-run`, it calls no model. It covers the models of the built-in target. A target of your own has no price: `unpriced` lists it.",
      request: { body: { content: { "application/json": { schema: request } } } },
      responses: { 200: answers(startEstimate, "The estimate."), ...refusals(400, 404, 413, 415, 422) },
    }),
    async (c) => c.json(await checker.estimate(askOf(c.req.valid("json"))), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Runs since the server started, newest first",
      request: { query: pageQuery },
      responses: { 200: answers(pageOf(checkRunView), "A page of runs."), ...refusals(422) },
    }),
    (c) =>
      c.json(
        page(
          runs.list().map(({ view }) => view()),
          { ...c.req.valid("query"), nameOf: ({ id }) => id, path: PATH },
        ),
        200,
      ),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}`,
      tags,
      summary: "Status, progress and summary of a run",
      request: { params },
      responses: { 200: answers(checkRunView, "The run."), ...refusals(404, 422) },
    }),
    (c) => c.json(runs.get(c.req.valid("param").id).view(), 200),
  );

  app.openapi(
    createRoute({
      method: "delete",
      path: `${PATH}/{id}`,
      tags,
      summary: "Stop a run",
      description:
        "Answers when it has stopped. Starting the same run again resumes it. A finished run is left unchanged.",
      request: { params },
      responses: {
        200: answers(checkRunView, "The stopped run."),
        ...refusals(404, 422),
      },
    }),
    async (c) => {
      const run = runs.get(c.req.valid("param").id);
      await run.stop();
      return c.json(run.view(), 200);
    },
  );
}

/** Listed results only: a request names no file. */
function earlierIn(dir: string, name: string | undefined): CheckAsk["baseline"] {
  if (name === undefined) return undefined;
  if (!resultsFiles(dir).includes(name))
    throw invalid([
      { field: "baseline", in: "body", message: "unknown results; GET /api/results lists all results" },
    ]);
  const file = join(dir, name);
  return { file, results: readResults(file) };
}
