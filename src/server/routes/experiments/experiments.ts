/** GET /api/experiments, and A/B tests and bisections in full. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import {
  abView as abViewShape,
  bisectView as bisectViewShape,
  experimentKind,
  experimentPage,
  type ExperimentKind,
} from "../../../contract/index.ts";
import { abView, bisectView, cutPage, listExperiments, type Playtests } from "../../playtest/index.ts";
import { answers, limit, refusals } from "../route-schemas.ts";

const tags = ["experiments"];
const cursor = z.string().min(1).max(1_000).optional();
const page = { cursor, limit: limit(100, 50) };
const params = (list: string) =>
  z.object({
    id: z
      .string()
      .min(1)
      .max(300)
      .openapi({ description: `An id from GET ${list}.` }),
  });

export function addExperiments(
  app: OpenAPIHono,
  { experiments, index }: Pick<Playtests, "experiments" | "index">,
): void {
  const list = async (
    kinds: readonly ExperimentKind[],
    wish: { cursor?: string | undefined; limit: number },
  ) => {
    const { rows, ...found } = cutPage(await listExperiments(experiments, kinds), {
      ...wish,
      keyOf: ({ kind, id }) => `${kind} ${id}`,
    });
    return { experiments: rows, ...found };
  };

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/experiments",
      tags,
      summary: "Matrices, A/B tests and bisections, newest first",
      description:
        "Each with its verdict in one sentence. If its files cannot be read, `unreadable` says why.",
      request: {
        query: z.strictObject({
          kind: experimentKind.optional().openapi({ description: "Default: all kinds." }),
          ...page,
        }),
      },
      responses: { 200: answers(experimentPage, "A page of experiments."), ...refusals(400, 422) },
    }),
    async (c) => {
      const { kind, ...wish } = c.req.valid("query");
      return c.json(await list(kind === undefined ? experimentKind.options : [kind], wish), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/ab",
      tags,
      summary: "A/B tests, newest first",
      request: { query: z.strictObject(page) },
      responses: { 200: answers(experimentPage, "A page of A/B tests."), ...refusals(400, 422) },
    }),
    async (c) => c.json(await list(["ab"], c.req.valid("query")), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/ab/{id}",
      tags,
      summary: "One A/B test: its verdict, what differs, and its pairs",
      request: { params: params("/api/ab") },
      responses: {
        200: answers(abViewShape, "The test so far; it may still be running."),
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => {
      const test = await experiments.abs.open(c.req.valid("param").id);
      return c.json(await abView(test, await index.all()), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/bisects",
      tags,
      summary: "Bisections, newest first",
      request: { query: z.strictObject(page) },
      responses: { 200: answers(experimentPage, "A page of bisections."), ...refusals(400, 422) },
    }),
    async (c) => c.json(await list(["bisect"], c.req.valid("query")), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/bisects/{id}",
      tags,
      summary: "One bisection: the turn, its probability, every replay",
      request: { params: params("/api/bisects") },
      responses: {
        200: answers(bisectViewShape, "The search so far; it may still be running."),
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => {
      const search = await experiments.bisects.open(c.req.valid("param").id);
      return c.json(await bisectView(search, await index.all()), 200);
    },
  );
}
