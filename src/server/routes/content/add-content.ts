/** Prompts and guides: read, saved, and as a session used them. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { contentText, saveGuide, savePrompt, sessionTexts } from "../../../contract/index.ts";
import { textsOf, type Content } from "../../content/index.ts";
import type { Playtests } from "../../playtest/index.ts";
import { answers, refusals, sessionParams } from "../route-schemas.ts";

const tags = ["content"];
const params = z.object({
  name: z.string().min(1).max(300).openapi({ description: "A name from GET /api/choices." }),
});
const saved =
  "Writes into the workspace. A name that exists is refused with 409, unless `replace` is true and `checksum` is that of the current text.";

export function addContent(
  app: OpenAPIHono,
  { content, index, reader }: Pick<Playtests, "index" | "reader"> & { content: Content },
): void {
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/prompts/{name}",
      tags,
      summary: "The text of a prompt",
      request: { params },
      responses: { 200: answers(contentText, "The prompt."), ...refusals(400, 404, 413, 422) },
    }),
    (c) => c.json(content.read("prompt", c.req.valid("param").name), 200),
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/stories/{name}",
      tags,
      summary: "The text of a guide",
      request: { params },
      responses: { 200: answers(contentText, "The guide."), ...refusals(400, 404, 413, 422) },
    }),
    (c) => c.json(content.read("story", c.req.valid("param").name), 200),
  );
  app.openapi(
    createRoute({
      method: "post",
      path: "/api/prompts",
      tags,
      summary: "Save a prompt in the workspace",
      description: `${saved} The file is \`prompts/NAME.md\`.`,
      request: { body: { required: true, content: { "application/json": { schema: savePrompt } } } },
      responses: {
        201: answers(contentText, "The prompt is saved."),
        ...refusals(400, 409, 413, 415, 422, 507),
      },
    }),
    async (c) => c.json(await content.save("prompt", c.req.valid("json")), 201),
  );
  app.openapi(
    createRoute({
      method: "post",
      path: "/api/stories",
      tags,
      summary: "Save a guide in the workspace",
      description: `${saved} The file is \`stories/NAME.json\` or \`stories/NAME.md\`. A guide with errors is refused.`,
      request: { body: { required: true, content: { "application/json": { schema: saveGuide } } } },
      responses: {
        201: answers(contentText, "The guide is saved."),
        ...refusals(400, 409, 413, 415, 422, 507),
      },
    }),
    async (c) => c.json(await content.save("story", c.req.valid("json")), 201),
  );
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/sessions/{id}/texts",
      tags: ["sessions"],
      summary: "The prompt and guide that a session was played with",
      description:
        "As stored in the session, and compared with the files of these names today. It includes the guide's secrets: `as` is not available here.",
      request: { params: sessionParams, query: z.strictObject({}) },
      responses: { 200: answers(sessionTexts, "The texts."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const { state } = reader.open(await index.get(c.req.valid("param").id));
      return c.json(textsOf(state.config, content), 200);
    },
  );
}
