/** POST /cli/calibrate, and the calibrations that it starts. */
import { type OpenAPIHono, z } from "@hono/zod-openapi";
import { type CalibrateResult, calibrationAnswer, calibrationScope } from "../../contract/index.ts";
import calibrate from "../../operations/check/calibrate.ts";
import type { Declaration } from "../../operations/declaration.ts";
import type { Jobs } from "../jobs/index.ts";
import { busy } from "../problem.ts";
import { routesIn, several, yesNo } from "./route-schemas.ts";

export function addCalibrate(app: OpenAPIHono, { jobs }: { jobs: Pick<Jobs, "during"> }): void {
  // Two that write the same history would each report a state that the other has changed.
  let isRunning = false;
  routesIn(app, "testing")("post /cli/calibrate", {
    summary: "Let a strong model review the expectations of semantic tests",
    description:
      "Blocks until it is done. A dry run calls the model and shows the changes without saving them; " +
      "its answers are kept, so repeating it with dry_run=false costs nothing more.",
    query: z.strictObject({
      scope: calibrationScope
        .default("full")
        .openapi({ description: "All tests, tests affected by a change, or tests by id." }),
      test_ids: several("With scope=single: the test ids. Repeatable."),
      added_entities: several("With scope=affected: entities to count as new. Repeatable."),
      kb_version: z
        .string()
        .min(1)
        .max(100)
        .default("v2.0")
        .openapi({ description: "A name for this version of the knowledge base." }),
      dry_run: yesNo(true, "Do not save changes."),
    }),
    answer: calibrationAnswer,
    async answerTo({ query: { scope, test_ids, added_entities, kb_version, dry_run }, signal }) {
      if (isRunning) throw busy(409, "A calibration is already running.", "Wait until it ends.");
      isRunning = true;
      try {
        const input = {
          scope,
          testIds: test_ids,
          addedEntities: added_entities,
          kbVersion: kb_version,
          apply: !dry_run,
        };
        return await jobs.during<CalibrateResult>(calibrate as Declaration, input, signal);
      } finally {
        isRunning = false;
      }
    },
  });
}
