import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { calibrationAnswer, calibrationScope } from "../../contract/index.ts";
import type { Calibrator } from "../calibrator.ts";
import { answers, refusals, several, yesNo } from "./asked.ts";

export function addCalibrate(app: OpenAPIHono, calibrator: Calibrator): void {
  app.openapi(
    createRoute({
      method: "post",
      path: "/cli/calibrate",
      tags: ["testing"],
      summary: "Look at expectations again, by a strong model",
      description:
        "Blocking. A dry run asks the model and shows what it would change; its answers are kept, so that the same with dry_run=false pays for none of them again. plan_only does not ask the calibrator; with scope affected, messages are embedded to see what lies near them.",
      request: {
        query: z
          .strictObject({
            scope: calibrationScope
              .default("full")
              .openapi({ description: "All tests, those that a change touches, or some by id." }),
            test_ids: several("With scope=single: which tests. Repeatable."),
            added_entities: several("With scope=affected: entities to count as new. Repeatable."),
            kb_version: z
              .string()
              .min(1)
              .max(100)
              .default("v2.0")
              .openapi({ description: "What this state of the knowledge base is called." }),
            dry_run: yesNo(true, "Don't save results."),
            plan_only: yesNo(false, "Only the tests and what they would cost."),
          })
          .superRefine(({ scope, test_ids, added_entities }, context) => {
            const wrong = (field: string, message: string) =>
              context.addIssue({ code: "custom", path: [field], message });
            if (scope === "single" && !test_ids?.length)
              wrong("test_ids", "with scope=single, name at least one");
            if (scope !== "single" && test_ids?.length)
              wrong("test_ids", `goes with scope=single, not with ${scope}`);
            if (scope !== "affected" && added_entities?.length)
              wrong("added_entities", `goes with scope=affected, not with ${scope}`);
          }),
      },
      responses: {
        200: answers(calibrationAnswer, "What the model would change, or has changed."),
        ...refusals(400, 402, 404, 409, 422, 502, 503, 504, 507),
      },
    }),
    async (c) => {
      const { scope, test_ids, added_entities, kb_version, dry_run, plan_only } = c.req.valid("query");
      const answer = await calibrator.calibrate(
        {
          scope,
          testIds: test_ids ?? [],
          addedEntities: added_entities ?? [],
          kbVersion: kb_version,
          apply: !dry_run,
          planOnly: plan_only,
        },
        c.req.raw.signal,
      );
      return c.json(answer, 200);
    },
  );
}
