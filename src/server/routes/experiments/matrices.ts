/** GET /api/matrices and the parts of a matrix. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { matrixPage, matrixRowPage, matrixView as matrixViewShape } from "../../../contract/index.ts";
import { cutPage, listMatrices, matrixView, rowViews, type Playtests } from "../../playtest/index.ts";
import { answers, limit, refusals } from "../route-schemas.ts";

const PATH = "/api/matrices";
const tags = ["matrices"];
const params = z.object({
  id: z.string().min(1).max(300).openapi({ description: "An id from GET /api/matrices." }),
});
const cursor = z.string().min(1).max(1_000).optional();

export function addMatrices(app: OpenAPIHono, { matrices }: Pick<Playtests, "matrices">): void {
  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Matrices, newest first",
      description: "If a plan cannot be read, its matrix is listed with `unreadable` only.",
      request: { query: z.strictObject({ cursor, limit: limit(100, 50) }) },
      responses: { 200: answers(matrixPage, "A page of matrices."), ...refusals(400, 422) },
    }),
    async (c) => {
      const { rows, ...page } = cutPage(await listMatrices(matrices), {
        ...c.req.valid("query"),
        keyOf: ({ id }) => id,
      });
      return c.json({ matrices: rows, ...page }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}`,
      tags,
      summary: "One matrix: verdict, comparisons, means, ranking, cost",
      request: { params },
      responses: {
        200: answers(matrixViewShape, "The matrix so far; it may still be running."),
        ...refusals(400, 404, 422),
      },
    }),
    async (c) => c.json(await matrixView(await matrices.open(c.req.valid("param").id)), 200),
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{id}/rows`,
      tags,
      summary: "The metrics of each session of a matrix",
      description:
        "In the order of the plan, including sessions not played yet. `session` is the session's id.",
      request: {
        params,
        query: z.strictObject({
          story: z.string().max(300).optional(),
          prompt: z.string().max(300).optional(),
          narrator: z.string().max(300).optional(),
          outcome: z.string().max(30).optional(),
          cursor,
          limit: limit(500, 100),
        }),
      },
      responses: { 200: answers(matrixRowPage, "A page of sessions."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const { cursor, limit, ...cell } = c.req.valid("query");
      const matrix = await matrices.open(c.req.valid("param").id);
      const wanted = rowViews(matrix, matrix.rows).filter((row) =>
        (["story", "prompt", "narrator", "outcome"] as const).every(
          (part) => cell[part] === undefined || cell[part] === row[part],
        ),
      );
      return c.json(cutPage(wanted, { cursor, limit, keyOf: ({ sessionId }) => sessionId }), 200);
    },
  );
}
