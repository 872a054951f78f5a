/** Files to keep or pass on: the report, the page as one HTML file, the result as JSON. */
import { join } from "node:path";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Harness } from "../../kernel/run/index.ts";
import { fileInfo, readStored } from "../../kernel/store/index.ts";
import { REPORT_FILE, RESULT_FILE } from "../../playtest/index.ts";
import { writePage, type OpenApp } from "../export/index.ts";
import { holdersIn, sessionView, type Playtests } from "../playtest/index.ts";
import { invalid, Refusal } from "../problem.ts";
import { refusals, sessionParams, yesNo } from "./route-schemas.ts";

/** Where a kind of experiment is kept, and the file of its result. */
const experiments = {
  matrices: { name: "Matrix", result: RESULT_FILE },
  ab: { name: "A/B test", result: "ab.json" },
  bisects: { name: "Bisection", result: "bisect.json" },
} as const;
type List = "sessions" | keyof typeof experiments;

const forms = {
  report: { type: "text/markdown; charset=utf-8", ending: ".md" },
  json: { type: "application/json", ending: ".json" },
  html: { type: "text/html; charset=utf-8", ending: ".html" },
} as const;
const query = z.strictObject({
  form: z.enum(["report", "html", "json"]).openapi({ description: "report: Markdown; json: the result." }),
  public: yesNo(false, "With html: only what every player heard."),
});

export function addDownloads(
  app: OpenAPIHono,
  {
    harness,
    index,
    reader,
    workspace,
    openApp,
  }: Pick<Playtests, "index" | "reader" | "workspace"> & {
    harness: Harness;
    /** An exported file is made by an app of its own. */ openApp: OpenApp;
  },
): void {
  const oneAtATime = createTurnstile();

  const sources: Record<List, (id: string) => Promise<Source>> = {
    async sessions(id) {
      const session = await index.get(id);
      return {
        dir: session.dir,
        report: async () => reader.report(session),
        json: async () => {
          const { result } = sessionView(session, reader.open(session), { all: await index.all() });
          return `${JSON.stringify(result, null, 2)}\n`;
        },
      };
    },
    matrices: (id) => stored("matrices", id),
    ab: (id) => stored("ab", id),
    bisects: (id) => stored("bisects", id),
  };

  async function stored(list: keyof typeof experiments, id: string): Promise<Source> {
    const { name, result } = experiments[list];
    const dir = holdersIn(workspace, list).get(id);
    if (dir === undefined)
      throw new Refusal({
        status: 404,
        code: "not-found",
        message: `${name} ${JSON.stringify(id.slice(0, 200))} not found.`,
        remedy: `GET /api/${list} lists all of them.`,
      });
    return {
      dir,
      report: async () => writtenIn(dir, REPORT_FILE),
      json: async () => writtenIn(dir, result),
    };
  }

  for (const list of Object.keys(sources) as List[])
    app.openapi(
      createRoute({
        method: "get",
        path: `/api/${list}/{id}/download`,
        tags: ["downloads"],
        summary: `Download ${list === "sessions" ? "a session" : `one of /api/${list}`}: report, one HTML file, or JSON`,
        description:
          "Everything that was said is included, private moments too, unless `form=html&public=true`. The report and the JSON of an experiment are the files in its folder.",
        request: { params: sessionParams, query },
        responses: {
          200: {
            description: "The file, as an attachment.",
            content: {
              "text/markdown": { schema: z.string() },
              "text/html": { schema: z.string() },
              "application/json": { schema: z.looseObject({}) },
            },
          },
          ...refusals(400, 404, 422, 429),
        },
      }),
      async (c) => {
        const { id } = c.req.valid("param");
        const { form, public: isPublic } = c.req.valid("query");
        if (isPublic && form !== "html")
          throw invalid("public", "only a download with form=html can be public");
        const source = await sources[list](id);
        const text =
          form === "html"
            ? (await oneAtATime(() => writePage({ harness, path: source.dir, isPublic }, openApp), c.req.raw))
                .html
            : await source[form]();
        const name = `${id}${form === "html" && isPublic ? "-public" : ""}${forms[form].ending}`;
        return c.body(text, 200, {
          "Content-Type": forms[form].type,
          "Content-Disposition": attachment(name),
        }) as never;
      },
    );
}

type Source = { dir: string; report(): Promise<string>; json(): Promise<string> };

/** How many exports may wait. */
const MOST_WAITING = 4;

/** An export copies and reads a whole folder, so they wait for each other. One whose client has left is not made. */
export function createTurnstile() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return <Out>(work: () => Promise<Out>, { signal }: { signal: AbortSignal }): Promise<Out> => {
    if (waiting > MOST_WAITING)
      throw new Refusal({
        status: 429,
        code: "busy",
        message: "Several HTML files are already being made.",
        remedy: "Try again in a moment.",
      });
    waiting++;
    const start = () => {
      signal.throwIfAborted();
      return work();
    };
    const mine = last.then(start, start).finally(() => waiting--);
    last = mine.catch(() => undefined);
    return mine;
  };
}

function writtenIn(dir: string, file: string): string {
  const path = join(dir, file);
  if (fileInfo(path, { links: true })?.kind !== "file")
    throw new Refusal({
      status: 404,
      code: "not-found",
      message: `${file} does not exist yet.`,
      remedy: "It is written when the run ends or stops. Try again then.",
    });
  return readStored(path);
}

/** Names from folders may contain anything: quotes and line ends must not end the header. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.~ -]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
