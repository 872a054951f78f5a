import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { checkResults, savedResults, type SavedResults } from "../../contract/index.ts";
import { checkName, fileError, resolveInside } from "../../kernel/store/index.ts";
import { readResults } from "../../retrieval/index.ts";
import { Refusal } from "../refusal.ts";
import { answers, refusals } from "./asked.ts";
import { page, pageOf, pageQuery } from "./page.ts";

const PATH = "/api/results";
const tags = ["results"];
/** As they are written: `results_2026-11-15-1128.json`, and `…_2.json` for a second of the same minute. */
const NAME = /^results_(\d{4}-\d{2}-\d{2}-\d{4})(?:_(\d{1,6}))?\.json$/;
const wholeResults = checkResults.meta({ id: "CheckResults" });

/** What earlier runs found, from the results folder. */
export function addResults(app: OpenAPIHono, dir: string): void {
  app.openapi(
    createRoute({ method: "get", path: PATH, tags, summary: "Saved results, newest first", request: { query: pageQuery }, responses: { 200: answers(pageOf(savedResults), "A page of files."), ...refusals(422) } }),
    (c) => {
      const { items, ...rest } = page(namesIn(dir), { ...c.req.valid("query"), nameOf: (name) => name, path: PATH });
      return c.json({ items: items.flatMap((name) => describe(dir, name)), ...rest }, 200);
    },
  );

  app.openapi(
    createRoute({ method: "get", path: `${PATH}/{name}`, tags, summary: "Complete results of one run", request: { params: z.object({ name: z.string().regex(NAME, "give a name as GET /api/results lists them") }) }, responses: { 200: answers(wholeResults, "All that the run found."), ...refusals(400, 404, 422) } }),
    (c) => {
      const { name } = c.req.valid("param");
      const path = resolveInside(dir, checkName(name, "results file"));
      if (!existsSync(path)) throw new Refusal({ status: 404, code: "unknown-results", message: `There are no results ${name}.`, remedy: "GET /api/results lists those that there are." });
      return c.json(readResults(path), 200);
    },
  );
}

function namesIn(dir: string): string[] {
  if (!existsSync(dir)) return [];
  try {
    // No links: one that leads out of the folder is nothing to show.
    return readdirSync(dir, { withFileTypes: true })
      .filter((file) => file.isFile() && NAME.test(file.name))
      .map(({ name }) => name)
      .sort(newestFirst);
  } catch (error) {
    throw fileError(error, { doing: "read", path: dir });
  }
}

/** The tenth of a minute comes after the ninth, whatever the alphabet says. */
function newestFirst(a: string, b: string): number {
  const [, minuteA = "", numberA = "1"] = NAME.exec(a)!;
  const [, minuteB = "", numberB = "1"] = NAME.exec(b)!;
  return minuteA === minuteB ? Number(numberB) - Number(numberA) : minuteA < minuteB ? 1 : -1;
}

function describe(dir: string, name: string): SavedResults[] {
  const stats = statSync(join(dir, name), { throwIfNoEntry: false });
  // Deleted meanwhile.
  if (!stats) return [];
  const [, day = "", time = ""] = /^results_(\d{4}-\d{2}-\d{2})-(\d{4})/.exec(name)!;
  const report = name.replace(/^results_/, "report_").replace(/json$/, "md");
  return [{ name, minute: `${day}T${time.slice(0, 2)}:${time.slice(2)}Z`, bytes: stats.size, report: existsSync(join(dir, report)) ? report : null }];
}
