import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { retrievalOverview, testPage, testQuery, testView } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import type { CheckWish } from "../../retrieval/index.ts";
import type { Checker } from "../check/index.ts";
import {
  createBankIndex,
  createRunIndex,
  overviewOf,
  savedAs,
  testCards,
  testPageOf,
  testViewOf,
} from "../retrieval/index.ts";
import { answers, refusals } from "./asked.ts";

const PATH = "/api/retrieval";
const tags = ["retrieval"];
const ofTarget = z.strictObject({ target: testQuery.shape.target });

export type RetrievalRoutes = { wish: CheckWish; checker: Checker; clock: Clock };

/** Saved runs and the banks side by side: nothing here asks a model. */
export function addRetrieval(app: OpenAPIHono, { wish, checker, clock }: RetrievalRoutes): void {
  const index = createRunIndex(wish.results);
  const own = savedAs(checker.usualTarget);
  const bankIndex = createBankIndex({
    testBanks: wish.testBanks,
    ...(wish.kb !== undefined && { kb: wish.kb }),
    clock,
  });

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/overview`,
      tags,
      summary: "How healthy the system under test is",
      request: { query: ofTarget },
      responses: {
        200: answers(
          retrievalOverview,
          "The newest run of all banks, the trend, and where expectations come from.",
        ),
        ...refusals(400, 422),
      },
    }),
    (c) =>
      c.json(
        overviewOf({
          ...index.read(),
          target: c.req.valid("query").target ?? own,
          banks: bankIndex.read(),
          checker,
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
          testCards(bankIndex.read(), { runs: index.read().runs, target: query.target ?? own }),
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
          shown: { runs: index.read().runs, target: c.req.valid("query").target ?? own },
          index,
        }),
        200,
      ),
  );
}
