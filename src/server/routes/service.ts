import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { answers, refusals } from "./asked.ts";

const INFO = {
  openapi: "3.1.0",
  info: {
    title: "Rehearse",
    version: "1",
    description:
      "Playtests of narrators, and test banks against a RAG system, over HTTP. Refusals carry `error: {code, message, remedy}`. Where the server was started with a token, every request needs it.",
  },
};

const tags = ["service"];

/** What the server says about itself. To be added last: the description is of what was added before. */
export function addService(app: OpenAPIHono, { withToken }: { withToken: boolean }): void {
  if (withToken)
    app.openAPIRegistry.registerComponent("securitySchemes", "bearer", { type: "http", scheme: "bearer" });
  app.openapi(
    createRoute({
      method: "get",
      path: "/healthz",
      tags,
      summary: "Whether the server answers",
      responses: { 200: answers(z.object({ status: z.literal("ok") }), "It does."), ...refusals() },
    }),
    (c) => c.json({ status: "ok" as const }, 200),
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/openapi.json",
      tags,
      summary: "This description",
      responses: { 200: answers(z.looseObject({ openapi: z.string() }), "OpenAPI 3.1."), ...refusals() },
    }),
    (c) => c.json(described(), 200),
  );

  let document: (ReturnType<typeof app.getOpenAPI31Document> & { openapi: string }) | undefined;
  const described = () =>
    (document ??= app.getOpenAPI31Document({ ...INFO, ...(withToken && { security: [{ bearer: [] }] }) }));
}
