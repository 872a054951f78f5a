/** The page of a session or an experiment as one HTML file, to keep or pass on. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import type { Harness } from "../../kernel/run/index.ts";
import { writePage, type OpenApp } from "../export/index.ts";
import { HOLDERS, holdersIn, type Playtests, SESSIONS } from "../playtest/index.ts";
import { notFound, oneAtATime } from "../problem.ts";
import { refused, sessionParams, yesNo } from "./route-schemas.ts";

type Downloads = Pick<Playtests, "index" | "workspace"> & {
  harness: Harness;
  /** An exported file is made by an app of its own. */ openApp: OpenApp;
};

export function addDownloads(app: OpenAPIHono, { harness, index, workspace, openApp }: Downloads): void {
  // An export copies and reads a whole folder.
  const inTurn = oneAtATime();

  async function folderOf(list: string, id: string): Promise<string> {
    if (list === SESSIONS) return (await index.get(id)).dir;
    const dir = holdersIn(workspace, list).get(id);
    if (dir === undefined) throw notFound("Experiment", id, "GET /api/experiments lists all of them.");
    return dir;
  }

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/{list}/{id}/download",
      tags: ["downloads"],
      summary: "Download a session or an experiment as one HTML file",
      description: "Everything that was said is included, private moments too, unless `public=true`.",
      request: {
        params: sessionParams.extend({ list: z.enum([SESSIONS, ...HOLDERS.map(([folder]) => folder)]) }),
        query: z.strictObject({ public: yesNo(false, "Only what every player heard.") }),
      },
      responses: {
        200: {
          description: "The file, as an attachment.",
          content: { "text/html": { schema: z.string() } },
        },
        ...refused,
      },
    }),
    async (c) => {
      const { list, id } = c.req.valid("param");
      const { public: isPublic } = c.req.valid("query");
      const path = await folderOf(list, id);
      const { html } = await inTurn(() => {
        // Its client may have left while others were made.
        c.req.raw.signal.throwIfAborted();
        return writePage({ harness, path, isPublic }, openApp);
      });
      return c.body(html, 200, {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Disposition": attachment(`${id}${isPublic ? "-public" : ""}.html`),
      }) as never;
    },
  );
}

/** Names from folders may contain anything: quotes and line ends must not end the header. */
export function attachment(name: string): string {
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${name.replaceAll(/[^\w.~ -]/g, "_")}"; filename*=UTF-8''${encoded}`;
}
