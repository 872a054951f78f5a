/** GET /api/retrieval and GET /api/results/{name}: saved runs and the banks. Nothing here calls a model. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { checkResults, retrievalOverview, testPage, testQuery, testView } from "../../contract/index.ts";
import type { Clock } from "../../kernel/clock/index.ts";
import { checkName, exists, resolveInside } from "../../kernel/store/index.ts";
import { readResults, type CheckRequest } from "../../retrieval/index.ts";
import { notFound } from "../problem.ts";
import type { Targets } from "../targets.ts";
import {
  createBankIndex,
  createRunIndex,
  overviewOf,
  RESULTS_NAME,
  savedAs,
  shownFirst,
  testCards,
  testPageOf,
  testViewOf,
} from "../retrieval/index.ts";
import { routesIn } from "./route-schemas.ts";

const ofTarget = z.strictObject({ target: testQuery.shape.target });

type RetrievalRoutes = { request: CheckRequest; targets: Targets; clock: Clock };

/** Saved runs and the banks side by side: no model is called. */
export function addRetrieval(app: OpenAPIHono, { request, targets, clock }: RetrievalRoutes): void {
  const index = createRunIndex(request.results);
  const bankIndex = createBankIndex({
    testBanks: request.testBanks,
    kb: request.kb,
    clock,
  });

  /** Without a target in the request: the usual one if it has results, otherwise the one that was checked last. */
  const shown = (target: string | undefined) => {
    const { runs } = index.read();
    return { runs, target: target ?? shownFirst(runs, savedAs(targets.usual)) };
  };
  const route = routesIn(app, "retrieval");

  route("get /api/retrieval/overview", {
    summary: "Health of the system under test",
    description: "The newest run of all banks, scores by topic, handler and pattern, and the trend.",
    query: ofTarget,
    answer: retrievalOverview,
    answerTo: ({ query: { target } }) =>
      overviewOf({ ...index.read(), ...shown(target), banks: bankIndex.read(), can: targets }),
  });

  route("get /api/retrieval/tests", {
    summary: "Tests of the banks, each with its newest saved result",
    query: testQuery,
    answer: testPage,
    answerTo: ({ query }) => testPageOf(testCards(bankIndex.read(), shown(query.target)), query),
  });

  route("get /api/retrieval/tests/{id}", {
    summary: "One test: every stage of its newest result, and its expectation",
    params: z.object({ id: z.string().min(1).max(100) }),
    query: ofTarget,
    answer: testView,
    answerTo: ({ params: { id }, query: { target } }) =>
      testViewOf(id, { banks: bankIndex.read(), shown: shown(target), index }),
  });
}

export const addResults = (app: OpenAPIHono, dir: string): void =>
  routesIn(app, "results")("get /api/results/{name}", {
    summary: "Results of one run",
    params: z.object({ name: z.string().regex(RESULTS_NAME, "expected the name of a results file") }),
    answer: checkResults.meta({ id: "CheckResults" }),
    answerTo({ params: { name } }) {
      const path = resolveInside(dir, checkName(name, "results file"));
      if (!exists(path)) throw notFound("Results", name, "GET /api/retrieval/overview names them.");
      return readResults(path);
    },
  });
