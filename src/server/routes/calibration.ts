/** POST /cli/calibrate, and the calibrations that it starts. */
import { createRoute, z, type OpenAPIHono } from "@hono/zod-openapi";
import { calibrationAnswer, calibrationScope, type CalibrationAnswer } from "../../contract/index.ts";
import { InterruptedError } from "../../kernel/models/index.ts";
import type { Harness } from "../../kernel/run/index.ts";
import {
  findFolders,
  requireKb,
  runCalibration,
  type CheckOverrides,
  type CalibrationOptions,
} from "../../retrieval/index.ts";
import { Refusal, serverClosing } from "../problem.ts";
import { answers, refusals, several, yesNo } from "./route-schemas.ts";

export function addCalibrate(app: OpenAPIHono, calibrator: Calibrator): void {
  app.openapi(
    createRoute({
      method: "post",
      path: "/cli/calibrate",
      tags: ["testing"],
      summary: "Let a strong model review the expectations of semantic tests",
      description:
        "Blocks until it is done. A dry run calls the model and shows the changes without saving them; its answers are kept, so repeating it with dry_run=false costs nothing more. plan_only does not call the calibrator; with scope=affected, it embeds messages to find the affected tests.",
      request: {
        query: z
          .strictObject({
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
            plan_only: yesNo(false, "Only list the tests and estimate the cost."),
          })
          .superRefine(({ scope, test_ids, added_entities }, context) => {
            const wrong = (field: string, message: string) =>
              context.addIssue({ code: "custom", path: [field], message });
            if (scope === "single" && !test_ids?.length) wrong("test_ids", "scope=single needs at least one");
            if (scope !== "single" && test_ids?.length) wrong("test_ids", `needs scope=single, not ${scope}`);
            if (scope !== "affected" && added_entities?.length)
              wrong("added_entities", `needs scope=affected, not ${scope}`);
          }),
      },
      responses: {
        200: answers(calibrationAnswer, "The proposed or saved changes."),
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

type Calibrator = {
  calibrate(
    wish: Omit<CalibrationOptions, "kb" | "testBanks">,
    signal: AbortSignal,
  ): Promise<CalibrationAnswer>;
  close(): Promise<void>;
};

/** One at a time: two that write the same history would each report a state that the other has changed. */
export function createCalibrator({
  harness,
  folders,
}: {
  harness: Harness;
  folders: CheckOverrides;
}): Calibrator {
  const closing = new AbortController();
  let running: Promise<CalibrationAnswer> | undefined;

  async function run(
    wish: Parameters<Calibrator["calibrate"]>[0],
    signal: AbortSignal,
  ): Promise<CalibrationAnswer> {
    const { retrieval } = harness.settings;
    const found = findFolders({
      kb: folders.kb ?? retrieval.kb,
      testBanks: folders.testBanks ?? retrieval.testBanks,
    });
    const stop = new AbortController();
    const either = AbortSignal.any([closing.signal, signal]);
    either.addEventListener("abort", () => stop.abort(new InterruptedError()), { once: true });
    let model = "";
    const { plan, estimate, calibrated, review, cost, run } = await runCalibration(
      harness,
      {
        ...wish,
        kb: requireKb(found, { reads: "The calibrator reads the documents behind the ids." }),
        testBanks: found.testBanks,
        results: folders.results ?? retrieval.results,
      },
      { signal: stop.signal, onPlan: (_plan, _estimate, { label }) => void (model = label) },
    );
    const responses = calibrated?.responses ?? [];
    return {
      scope: wish.scope,
      kb_version: wish.kbVersion,
      dry_run: run === undefined,
      model,
      tests: plan.tests.map(({ test_id }) => test_id),
      affected: plan.affected.map(({ testId, reasons }) => ({ test_id: testId, reasons: [...reasons] })),
      never_calibrated: plan.neverLookedAt,
      estimate: {
        kb_tokens: estimate.kbTokens,
        low: estimate.low,
        high: estimate.high,
        uncached: estimate.uncached,
      },
      changed: responses.filter(({ changed }) => changed),
      unchanged: responses.filter(({ changed }) => !changed).map(({ test_id }) => test_id),
      ...(review && { review }),
      failed: calibrated?.failed ?? [],
      cost,
      history_file: run?.history_file ?? null,
      responses_file: run?.responses_file ?? null,
    };
  }

  return {
    async calibrate(wish, signal) {
      if (closing.signal.aborted) throw serverClosing();
      if (running)
        throw new Refusal({
          status: 409,
          code: "already-running",
          message: "A calibration is already running.",
          remedy: "Wait until it ends.",
        });
      running = run(wish, signal);
      try {
        return await running;
      } finally {
        running = undefined;
      }
    },
    async close() {
      closing.abort();
      await running?.catch(() => {});
    },
  };
}
