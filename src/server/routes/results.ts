import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { checkResults, savedResults, type SavedResults } from "../../contract/index.ts";
import { checkName, resolveInside } from "../../kernel/store/index.ts";
import { readResults } from "../../retrieval/index.ts";
import { Refusal } from "../refusal.ts";
import { RESULTS_NAME, resultsFiles } from "../retrieval/index.ts";
import { answers, refusals } from "./asked.ts";
import { page, pageOf, pageQuery } from "./page.ts";

const PATH = "/api/results";
const tags = ["results"];
const wholeResults = checkResults.meta({ id: "CheckResults" });

/** What earlier runs found, from the results folder. */
export function addResults(app: OpenAPIHono, dir: string): void {
  app.openapi(
    createRoute({
      method: "get",
      path: PATH,
      tags,
      summary: "Saved results, newest first",
      request: { query: pageQuery },
      responses: { 200: answers(pageOf(savedResults), "A page of files."), ...refusals(422) },
    }),
    (c) => {
      const { items, ...rest } = page(resultsFiles(dir), {
        ...c.req.valid("query"),
        nameOf: (name) => name,
        path: PATH,
      });
      return c.json({ items: items.flatMap((name) => describe(dir, name)), ...rest }, 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: `${PATH}/{name}`,
      tags,
      summary: "Complete results of one run",
      request: {
        params: z.object({
          name: z.string().regex(RESULTS_NAME, "give a name as GET /api/results lists them"),
        }),
      },
      responses: { 200: answers(wholeResults, "All that the run found."), ...refusals(400, 404, 422) },
    }),
    (c) => {
      const { name } = c.req.valid("param");
      const path = resolveInside(dir, checkName(name, "results file"));
      if (!existsSync(path))
        throw new Refusal({
          status: 404,
          code: "unknown-results",
          message: `There are no results ${name}.`,
          remedy: "GET /api/results lists those that there are.",
        });
      return c.json(readResults(path), 200);
    },
  );
}

function describe(dir: string, name: string): SavedResults[] {
  const stats = statSync(join(dir, name), { throwIfNoEntry: false });
  // Deleted meanwhile.
  if (!stats) return [];
  const [, day = "", time = ""] = /^results_(\d{4}-\d{2}-\d{2})-(\d{4})/.exec(name)!;
  const report = name.replace(/^results_/, "report_").replace(/json$/, "md");
  return [
    {
      name,
      minute: `${day}T${time.slice(0, 2)}:${time.slice(2)}Z`,
      bytes: stats.size,
      report: existsSync(join(dir, report)) ? report : null,
    },
  ];
}
