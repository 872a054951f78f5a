/** Lets a strong model propose expectations. Saves them only with `apply`. */
import { basename } from "node:path";
import { z } from "zod";
import { type CalibrateResult, calibrationScope } from "../../contract/index.ts";
import { HarnessError, optionText } from "../../kernel/errors/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../kernel/models/index.ts";
import { counted, noteLine } from "../../kernel/report/index.ts";
import { type CalibrationOptions, loadKb, requireKb, runCalibration } from "../../retrieval/index.ts";
import type { Context, Preview, Ran } from "../declaration.ts";
import { operation } from "../operation.ts";
import { file, flag, list, model, runOptions } from "../options.ts";
import { bankFolders, bankOptions, kbVersion } from "./bank-options.ts";
import { calibrationText, costText, planVerdict } from "./calibration-words.ts";

const input = z.strictObject({
  scope: calibrationScope.default("affected").meta({
    description: `full: all tests; affected: those touched by a change; single: those of ${optionText("testIds")}.`,
  }),
  testIds: list(`With ${optionText("scope", "single")}: the tests.`, "ID"),
  addedEntities: list(`With ${optionText("scope", "affected")}: entities to treat as new.`, "ID"),
  kbVersion,
  apply: flag("Save the new expectations: history, calibration_log.json, opus_responses."),
  accept: list(
    `With ${optionText("apply")} and ${optionText("by")}: tests whose additions to not_expected and rank_check count, or all.`,
    "ID",
  ),
  by: z
    .string()
    .min(1)
    .optional()
    .meta({ description: `With ${optionText("accept")}: who accepts, for the history.`, value: "NAME" }),
  results: file("The results file whose scores order the changes. Default: the newest.").optional(),
  verbose: flag("List every change with the calibrator's reason."),
  trigger: z.string().min(1).optional().meta({ description: "The reason, for the history.", value: "WHY" }),
  calibrator: model("The model that calibrates. Default: opus-4.5."),
  embedder: model("The embedder for distances; house-embedding needs no key."),
  ...bankOptions,
  ...runOptions,
});

type Input = z.output<typeof input>;
type Plan = { input: Input; request: CalibrationOptions; calibrator: ResolvedModel };

export default operation({
  name: "calibrate",
  description:
    "A strong model reads the whole knowledge base and says what each message should retrieve. Without --apply the differences are shown but not saved as expectations; the answers are kept, so a later --apply costs nothing more. Changes are ordered by what they would do to the scores of the last run. Additions to not_expected and rank_check are proposals: they count only if a person accepts them, with --accept or later with `rehearse bank override TEST --accept`. --dry-run lists the tests and the estimated cost without asking the calibrator (with --scope affected, messages are embedded to find entities close to them).\n\n" +
    "`affected` selects the tests touched by changed or new entities: by content hash since the last calibration, by expectation, by embedding distance, or by keyword. A person's override takes precedence over every calibration.",
  input,
  examples: [
    { input: { scope: "full", budget: 5 }, says: "Show new expectations for all tests." },
    { input: { scope: "affected", budget: 2 }, says: "Show new expectations for affected tests." },
    {
      input: { scope: "single", testIds: ["V2-GR-001"], apply: true },
      says: "Calibrate one test and save the result.",
    },
    {
      input: { scope: "full", apply: true, accept: ["V2-GR-001"], by: "Dr. Ames" },
      says: "Save everything, and accept one test's proposed additions.",
    },
  ],
  plan,
  ready: ({ calibrator }, { harness }) => harness.requireReady([{ role: "calibrator", model: calibrator }]),
  preview,
  run,
  show: (result, { apply, verbose }) => [calibrationText(result, { apply, verbose })],
});

function plan(asked: Input, { harness, config }: Context): Plan {
  const { scope, testIds = [], addedEntities = [], accept = [], by } = asked;
  if (scope !== "single" && testIds.length > 0)
    throw new HarnessError({
      code: "bad-combination",
      option: "testIds",
      message: `${optionText("testIds")} works only with ${optionText("scope", "single")}, not ${scope}.`,
      remedy: `Add ${optionText("scope", "single")}, or remove ${optionText("testIds")}.`,
    });
  if (accept.length > 0 !== (by !== undefined))
    throw new HarnessError({
      code: "bad-combination",
      option: "by",
      message:
        by === undefined
          ? `${optionText("accept")} needs ${optionText("by")}.`
          : `${optionText("by")} works only with ${optionText("accept")}.`,
      remedy: `Name the tests and who accepts: ${optionText("accept", "V2-GR-001")}, ${optionText("by", "NAME")}.`,
    });
  const { retrieval } = config.settings;
  const folders = bankFolders(config, asked);
  return {
    input: asked,
    calibrator: harness.casting.modelFor("calibrator", { asked: asked.calibrator }),
    request: {
      testBanks: folders.testBanks,
      kb: requireKb(folders, { reads: "The calibrator reads the documents behind the ids." }),
      scope,
      testIds,
      addedEntities,
      kbVersion: asked.kbVersion,
      trigger: asked.trigger,
      model: asked.calibrator,
      embedder: asked.embedder,
      apply: asked.apply ?? false,
      accept: by === undefined ? undefined : { tests: accept.includes("all") ? "all" : accept, by },
      results: asked.results ?? retrieval.results,
    },
  };
}

/** With scope `affected`, messages are embedded: the tests are not known without their distances. */
async function preview(planned: Plan, context: Context): Promise<Preview> {
  const { calibrator, request } = planned;
  await record(planned, context);
  const outcome = await runCalibration(
    context.harness,
    { ...request, planOnly: true },
    { signal: context.signal, onNote: (text) => context.on({ type: "note", text }) },
  );
  return {
    shown: [planVerdict(outcome, { calibrator, request })],
    data: { ...outcome, kb: request.kb },
  };
}

async function run(planned: Plan, context: Context): Promise<Ran<CalibrateResult>> {
  const { request, calibrator } = planned;
  const { harness, signal, on } = context;
  await record(planned, context);
  const note = (text: string) => on({ type: "note", text });
  const outcome = await runCalibration(harness, request, {
    signal,
    onNote: note,
    onPlan: ({ tests, affected, neverLookedAt }, estimate) => {
      note(
        `${counted(tests.length, "test")} for ${calibrator.label}. Estimated cost: ${costText(estimate)}.`,
      );
      for (const each of localPriceNotes([calibrator])) note(noteLine(each));
      if (request.scope === "affected" && neverLookedAt > 0)
        note(
          `${counted(neverLookedAt, "test was", "tests were")} never calibrated, so changes since then are unknown. Use ${optionText("scope", "full")} to calibrate all tests.`,
        );
      for (const { testId, reasons } of affected) note(`  ${testId}: ${reasons.join("; ")}`);
    },
    onTest: ({ test_id }, { done, total }) =>
      on({ type: "progress", done, of: total, text: `${done}/${total} ${test_id}` }),
  });
  return {
    result: { ...outcome, kb: request.kb },
    exit: outcome.calibrated && outcome.calibrated.failed.length > 0 ? 3 : undefined,
  };
}

const record = ({ input: asked, request: { kb } }: Plan, context: Context): Promise<void> =>
  context.record({
    inputs: {
      scope: asked.scope,
      tests: asked.testIds,
      entities: asked.addedEntities,
      calibrator: asked.calibrator,
      embedder: asked.embedder,
      knowledgeBase: { name: basename(kb), words: loadKb(kb).hash },
    },
  });
