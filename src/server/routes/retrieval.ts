/** GET /api/retrieval and GET /api/results: saved runs and the banks. Nothing here calls a model. */
import { join } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  checkResults,
  retrievalOverview,
  savedResults,
  testPage,
  testQuery,
  testView,
  type SavedResults,
} from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { checkName, exists, fileInfo, resolveInside } from "../../kernel/store/index.ts";
import { readResults, type CheckRequest } from "../../retrieval/index.ts";
import { Refusal } from "../problem.ts";
import type { Targets } from "../targets.ts";
import {
  createBankIndex,
  createRunIndex,
  overviewOf,
  RESULTS_NAME,
  resultsFiles,
  savedAs,
  shownFirst,
  testCards,
  testPageOf,
  testViewOf,
} from "../retrieval/index.ts";
import { answers, page, pageOf, pageQuery, refusals } from "./route-schemas.ts";

const PATH = "/api/retrieval";
const tags = ["retrieval"];
const ofTarget = z.strictObject({ target: testQuery.shape.target });

type RetrievalRoutes = { request: CheckRequest; targets: Targets; clock: Clock };

/** Saved runs and the banks side by side: no model is called. */
export function addRetrieval(app: OpenAPIHono, { request, targets, clock }: RetrievalRoutes): void {
  const index = createRunIndex(request.results);
  /** Without a target in the request: the usual one if it has results, otherwise the one that was checked last. */
  const targetOf = (asked: string | undefined): string =>
    asked ?? shownFirst(index.read().runs, savedAs(targets.usual));
  const bankIndex = createBankIndex({
    testBanks: request.testBanks,
    ...(request.kb !== undefined && { kb: request.kb }),
    clock,
  });

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/overview`,
      tags,
      summary: "Health of the system under test",
      request: { query: ofTarget },
      responses: {
        200: answers(
          retrievalOverview,
          "The newest run of all banks, scores by topic, handler and pattern, the trend, and the sources of expectations.",
        ),
        ...refusals(400, 422),
      },
    }),
    (c) =>
      c.json(
        overviewOf({
          ...index.read(),
          target: targetOf(c.req.valid("query").target),
          banks: bankIndex.read(),
          can: targets,
        }),
        200,
      ),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/tests`,
      tags,
      summary: "Tests of the banks, each with its newest saved result",
      request: { query: testQuery },
      responses: { 200: answers(testPage, "A page of tests."), ...refusals(400, 422) },
    }),
    (c) => {
      const query = c.req.valid("query");
      return c.json(
        testPageOf(
          testCards(bankIndex.read(), { runs: index.read().runs, target: targetOf(query.target) }),
          query,
        ),
        200,
      );
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/tests/{id}`,
      tags,
      summary: "One test: every stage of its newest result, and the history of its expectation",
      request: { params: z.object({ id: z.string().min(1).max(100) }), query: ofTarget },
      responses: { 200: answers(testView, "The test."), ...refusals(400, 404, 422) },
    }),
    (c) =>
      c.json(
        testViewOf(c.req.valid("param").id, {
          banks: bankIndex.read(),
          shown: { runs: index.read().runs, target: targetOf(c.req.valid("query").target) },
          index,
        }),
        200,
      ),
  );
}

const RESULTS_PATH = "/api/results";
const wholeResults = checkResults.meta({ id: "CheckResults" });

export function addResults(app: OpenAPIHono, dir: string): void {
  app.openapi(
    createRoute({
      method: "get",
      path: RESULTS_PATH,
      tags: ["results"],
      summary: "Saved results, newest first",
      request: { query: pageQuery },
      responses: { 200: answers(pageOf(savedResults), "A page of files."), ...refusals(422) },
    }),
    (c) => {
      const { items, ...rest } = page(resultsFiles(dir), {
        ...c.req.valid("query"),
        nameOf: (name) => name,
        path: RESULTS_PATH,
      });
      return c.json({ items: items.flatMap((name) => describe(dir, name)), ...rest }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${RESULTS_PATH}/{name}`,
      tags: ["results"],
      summary: "Results of one run",
      request: {
        params: z.object({
          name: z.string().regex(RESULTS_NAME, "expected a name from GET /api/results"),
        }),
      },
      responses: { 200: answers(wholeResults, "The complete results."), ...refusals(400, 404, 422) },
    }),
    (c) => {
      const { name } = c.req.valid("param");
      const path = resolveInside(dir, checkName(name, "results file"));
      if (!exists(path))
        throw new Refusal({
          status: 404,
          code: "not-found",
          message: `Results ${name} not found.`,
          remedy: "GET /api/results lists all results.",
        });
      return c.json(readResults(path), 200);
    },
  );
}

function describe(dir: string, name: string): SavedResults[] {
  const file = fileInfo(join(dir, name));
  // Deleted meanwhile.
  if (!file) return [];
  const [, day = "", time = ""] = /^results_(\d{4}-\d{2}-\d{2})-(\d{4})/.exec(name)!;
  const report = name.replace(/^results_/, "report_").replace(/json$/, "md");
  return [
    {
      name,
      minute: `${day}T${time.slice(0, 2)}:${time.slice(2)}Z`,
      bytes: file.size,
      report: exists(join(dir, report)) ? report : null,
    },
  ];
}
