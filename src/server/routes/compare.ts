import { setImmediate } from "node:timers/promises";
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { choices, comparisonView } from "../../contract/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import { metricNames } from "../../playtest/index.ts";
import { choicesOf, compareThese, type Playtests } from "../playtest/index.ts";
import { answers, ids, refusals } from "./asked.ts";

/** Each is read whole and measured. */
const MOST_COMPARED = 12;

/** Sessions beside each other, and what a replay could change. */
export function addCompare(
  app: OpenAPIHono,
  { index, reader, harness }: Pick<Playtests, "index" | "reader"> & { harness: Harness },
): void {
  const query = z
    .strictObject({
      sessions: ids(
        `Two to ${MOST_COMPARED} sessions, with commas, or \`sessions\` once for each, where a name has a comma; the first is what the others are compared with.`,
      ),
      metric: z.enum(metricNames).default("overall").openapi({ description: "The metric that decides." }),
    })
    .superRefine(({ sessions = [] }, context) => {
      if (
        new Set(sessions).size !== sessions.length ||
        sessions.length < 2 ||
        sessions.length > MOST_COMPARED
      )
        context.addIssue({
          code: "custom",
          path: ["sessions"],
          message: `name 2 to ${MOST_COMPARED} different sessions`,
        });
    });
  app.openapi(
    createRoute({
      method: "get",
      path: "/api/compare",
      tags: ["sessions"],
      summary: "Sessions or branches side by side",
      description:
        "What differs, the first turn that does, and whether a difference is more than chance: `comparisons` holds each arm (one prompt, guide and narrator) beside the first, paired by checkpoint and dice.",
      request: { query },
      responses: { 200: answers(comparisonView, "The comparison."), ...refusals(400, 404, 422) },
    }),
    async (c) => {
      const { sessions = [], metric } = c.req.valid("query");
      const compared = [];
      for (const id of sessions) {
        const session = await index.get(id);
        compared.push({ session, open: await reader.open(session) });
        await setImmediate();
      }
      return c.json(await compareThese(compared, metric), 200);
    },
  );

  app.openapi(
    createRoute({
      method: "get",
      path: "/api/choices",
      tags: ["jobs"],
      summary: "Stories, prompts, narrators (and whether their key is set) and metrics",
      responses: { 200: answers(choices, "What there is to choose from."), ...refusals() },
    }),
    (c) => c.json(choicesOf(harness), 200),
  );
}
