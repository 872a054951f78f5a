/** Lets a strong model propose expectations. Saves them only with `apply`. */
import { basename } from "node:path";
import { z } from "zod";
import { type CalibrateResult, calibrationScope } from "../../contract/index.ts";
import { optionText } from "../../kernel/errors/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../kernel/models/index.ts";
import { counted, noteLine } from "../../kernel/report/index.ts";
import {
  type CalibrationOptions,
  loadKb,
  requireKb,
  requireOwnBanks,
  runCalibration,
} from "../../retrieval/index.ts";
import { type Context, type Preview, type Ran, operation } from "../declaration.ts";
import { flag, list, model, runOptions } from "../options.ts";
import { refuseIdle } from "../read-input.ts";
import { bankFolders, bankOptions, kbVersion } from "./bank-options.ts";
import {
  affectedText,
  calibrationText,
  costText,
  neverCalibrated,
  planVerdict,
} from "./calibration-words.ts";

const input = z.strictObject({
  scope: calibrationScope.default("full").meta({
    description: `full: all tests; affected: those touched by a change; single: those of ${optionText("testIds")}.`,
  }),
  testIds: list(`With ${optionText("scope", "single")}: the tests.`, "ID"),
  addedEntities: list(`With ${optionText("scope", "affected")}: entities to treat as new.`, "ID"),
  kbVersion,
  apply: flag("Save the new expectations: history, calibration_log.json, opus_responses."),
  calibrator: model("The model that calibrates. Default: opus-4.5."),
  ...bankOptions,
  ...runOptions,
});

type Input = z.output<typeof input>;
type Plan = { input: Input; request: CalibrationOptions; calibrator: ResolvedModel };

export default operation({
  name: "calibrate",
  description:
    "A strong model reads the whole knowledge base and says what each message should retrieve. " +
    "Without --apply every change is shown with its reason, but not saved; " +
    "the answers are kept, so a later --apply costs nothing more and saves them as they are. " +
    "If you disagree with one, use `rehearse bank override`. " +
    "--dry-run lists the tests and the estimated cost without asking the calibrator.\n\n" +
    "`affected` selects the tests touched by changed or new entities: " +
    "those whose expectation names such an entity, and those whose message is close to one by its words. " +
    "Changes count from a test's last calibration. A person's override takes precedence over every calibration.",
  input,
  examples: [
    { input: { scope: "full", budget: 5 }, says: "Show new expectations for all tests." },
    {
      input: { scope: "single", testIds: ["V2-GR-001"], apply: true },
      says: "Calibrate one test and save the result.",
    },
  ],
  plan,
  ready: ({ calibrator }, { harness }) => harness.requireReady([{ role: "calibrator", model: calibrator }]),
  preview,
  run,
  show: (result) => [calibrationText(result)],
});

function plan(asked: Input, { harness, config }: Context): Plan {
  const { scope, testIds = [], addedEntities = [] } = asked;
  if (scope !== "single") refuseIdle({ testIds: asked.testIds }, `The scope is ${scope}, not single`);
  if (scope !== "affected")
    refuseIdle({ addedEntities: asked.addedEntities }, `The scope is ${scope}, not affected`);
  const folders = bankFolders(config, asked);
  if (asked.apply) requireOwnBanks(folders.testBanks, harness.workspace);
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
      model: asked.calibrator,
      apply: asked.apply ?? false,
    },
  };
}

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
    data: outcome,
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
    onPlan: (planned) => {
      const cost = costText(planned.estimate);
      note(`${counted(planned.tests.length, "test")} for ${planned.model}. Estimated cost: ${cost}.`);
      for (const each of localPriceNotes([calibrator])) note(noteLine(each));
      [...neverCalibrated(planned), ...affectedText(planned)].forEach(note);
    },
    onTest: ({ test_id }, { done, total }) =>
      on({ type: "progress", done, of: total, text: `${done}/${total} ${test_id}` }),
  });
  return { result: outcome, exit: outcome.failed.length > 0 ? 3 : undefined };
}

const record = ({ input: asked, request: { kb } }: Plan, context: Context): Promise<void> =>
  context.record({
    inputs: {
      scope: asked.scope,
      tests: asked.testIds,
      entities: asked.addedEntities,
      calibrator: asked.calibrator,
      knowledgeBase: { name: basename(kb), words: loadKb(kb).hash },
    },
  });
