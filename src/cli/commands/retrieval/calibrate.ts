/** Lets a strong model propose expectations. Saves them only with --apply. */
import { basename } from "node:path";
import { calibrationScope, type CalibrationScope } from "../../../contract/index.ts";
import { HarnessError, problemsOf } from "../../../kernel/errors/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted, noteLine } from "../../../kernel/report/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../../kernel/models/index.ts";
import {
  findFolders,
  kbWords,
  loadKb,
  requireKb,
  reviewLines,
  runCalibration,
  type CalibrationOutcome,
} from "../../../retrieval/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { timeoutFlag } from "../flags/ci-flags.ts";
import { dryExit, problemLines } from "../harness/dry-run-text.ts";
import { recordingFlags, sayRecording, startRecording, withRecordings } from "../flags/recording-flags.ts";
import { retrievalHarness } from "../harness/retrieval-harness.ts";
import { budgetFlag, configFrom, kbFlags, kbVersionFlag, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "calibrate",
  summary: "Let a strong model set the expectations of semantic tests",
  description:
    "A strong model reads the whole knowledge base and says what each message should retrieve. Without --apply the differences are shown but not saved as expectations; the answers are kept, so a later --apply costs nothing more. Changes are ordered by what they would do to the scores of the last run. Additions to not_expected and rank_check are proposals: they count only if a person accepts them, with --accept or later with `rehearse override TEST --accept`. --dry-run lists the tests and the estimated cost without asking the calibrator (with --scope affected, messages are embedded to find entities close to them).\n\n" +
    "`affected` selects the tests touched by changed or new entities: by content hash since the last calibration, by expectation, by embedding distance, or by keyword. A person's override takes precedence over every calibration.",
  flags: {
    scope: {
      type: "choice",
      choices: calibrationScope.options,
      default: "affected",
      help: "full: all tests; affected: those touched by a change; single: those of --test-ids.",
    },
    testIds: { type: "list", value: "ID", help: "With --scope single: the tests." },
    addedEntities: { type: "list", value: "ID", help: "With --scope affected: entities to treat as new." },
    kbVersion: kbVersionFlag,
    apply: {
      type: "boolean",
      help: "Save the new expectations: history, calibration_log.json, opus_responses.",
    },
    accept: {
      type: "list",
      value: "ID",
      help: "With --apply: tests whose additions to not_expected and rank_check count, or all. Needs --by.",
    },
    by: { type: "string", value: "NAME", help: "With --accept: who accepts, for the history." },
    results: {
      type: "string",
      value: "FILE",
      help: "The results file whose scores order the changes. Default: the newest in the folder of results.",
    },
    verbose: { type: "boolean", help: "List every change with the calibrator's reason." },
    dryRun: { type: "boolean", help: "Print the tests and the estimated cost and stop." },
    trigger: { type: "string", value: "WHY", help: "The reason, for the history." },
    calibrator: { type: "string", value: "MODEL", help: "The model that calibrates. Default: opus-4.5." },
    embedder: {
      type: "string",
      value: "MODEL",
      help: "The embedder for distances; house-embedding needs no key.",
    },
    ...kbFlags,
    budget: budgetFlag("The maximum cost."),
    ...settingsFlags,
    ...recordingFlags,
    ...timeoutFlag,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  renamed: { plan: "dry-run", model: "calibrator" },
  examples: [
    { command: "rehearse calibrate --scope full --dry-run", does: "Estimate a full calibration." },
    {
      command: "rehearse calibrate --scope affected --budget 2",
      does: "Show new expectations for affected tests.",
    },
    {
      command: "rehearse calibrate --scope single --test-ids V2-GR-001 --apply",
      does: "Calibrate one test and save the result.",
    },
    {
      command: 'rehearse calibrate --scope full --apply --accept V2-GR-001 --by "Dr. Ames"',
      does: "Save everything, and accept one test's proposed additions.",
    },
  ],
  async run({ flags, io, signal }) {
    const scope = flags.scope as CalibrationScope;
    if (scope !== "single" && flags.testIds.length > 0)
      throw new HarnessError({
        code: "bad-combination",
        message: `--test-ids works only with --scope single, not ${scope}.`,
        remedy: "Add --scope single, or remove --test-ids.",
      });
    if (flags.accept.length > 0 !== (flags.by !== undefined))
      throw new HarnessError({
        code: "bad-combination",
        message: flags.by === undefined ? "--accept needs --by." : "--by works only with --accept.",
        remedy: 'Name the tests and who accepts: --accept V2-GR-001 --by "Dr. Ames".',
      });
    const config = await configFrom(flags);
    const { retrieval } = config.settings;
    const folders = findFolders({
      kb: flags.kb ?? retrieval.kb,
      testBanks: flags.testBanks ?? retrieval.testBanks,
    });
    const kb = requireKb(folders, { reads: "The calibrator reads the documents behind the ids." });
    const harness = retrievalHarness(withRecordings(config, flags, { command: "calibrate" }), io);
    const progress = io.progress("calibrating");
    let calibrator: ResolvedModel | undefined;
    try {
      await startRecording(harness, flags, {
        command: "calibrate",
        inputs: () => ({
          scope,
          tests: flags.testIds,
          entities: flags.addedEntities,
          calibrator: flags.calibrator,
          embedder: flags.embedder,
          knowledgeBase: { name: basename(kb), words: loadKb(kb).hash },
        }),
      });
      const outcome = await runCalibration(
        harness,
        {
          testBanks: folders.testBanks,
          kb,
          scope,
          testIds: flags.testIds,
          addedEntities: flags.addedEntities,
          kbVersion: flags.kbVersion,
          trigger: flags.trigger,
          model: flags.calibrator,
          embedder: flags.embedder,
          apply: flags.apply,
          ...(flags.by !== undefined && {
            accept: { tests: flags.accept.includes("all") ? "all" : flags.accept, by: flags.by },
          }),
          results: flags.results ?? retrieval.results,
          planOnly: flags.dryRun,
        },
        {
          signal,
          onNote: (note) => io.say(note),
          onPlan: (plan, { kbTokens, low, high, uncached }, model) => {
            calibrator = model;
            io.say(kbWords(kb));
            io.say(
              `${counted(plan.tests.length, "test")} for ${model.label}; the knowledge base has about ${kbTokens} tokens, sent as a cached prefix.`,
            );
            io.say(
              low === null || high === null
                ? `The price of ${model.label} is unknown.`
                : `Estimated cost: $${low.toFixed(2)} to $${high.toFixed(2)}${uncached !== null && uncached > high * 1.01 ? `; up to $${uncached.toFixed(2)} without the provider's cache` : ""}.`,
            );
            for (const note of localPriceNotes([model])) io.say(noteLine(note));
            if (scope === "affected" && plan.neverLookedAt > 0)
              io.say(
                `${counted(plan.neverLookedAt, "test was", "tests were")} never calibrated, so changes since then are unknown. Use --scope full to calibrate all tests.`,
              );
            for (const { testId, reasons } of plan.affected) io.say(`  ${testId}: ${reasons.join("; ")}`);
            if (flags.dryRun && scope !== "affected")
              for (const { test_id } of plan.tests) io.say(`  ${test_id}`);
          },
          onTest: (response, { done, total }) => progress.show(`${done}/${total} ${response.test_id}`),
        },
      );
      progress.done();
      sayRecording(io, harness, flags);
      const model = calibrator;
      const problems =
        flags.dryRun && model && outcome.plan.tests.length > 0
          ? await problemsOf(() => harness.requireReady([{ role: "calibrator", model }]))
          : [];
      if (flags.json) io.json({ ...outcome, kb, ...(flags.dryRun && { problems }) });
      else io.out([outcomeText(outcome, flags), ...problemLines(problems)].join("\n"));
      if (problems.length > 0) return dryExit({ problems });
      return outcome.calibrated && outcome.calibrated.failed.length > 0 ? 3 : 0;
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

function outcomeText(
  { plan, calibrated, review, spent, run }: CalibrationOutcome,
  { apply, dryRun, verbose }: { apply: boolean; dryRun: boolean; verbose: boolean },
): string {
  if (plan.tests.length === 0) return "No tests are affected.";
  if (!calibrated || !review) return dryRun ? "Dry run: the calibrator was not asked." : "";
  const { responses, failed } = calibrated;
  const changed = responses.filter((response) => response.changed).length;
  const reasons = new Map(responses.map(({ test_id, reasoning }) => [test_id, reasoning]));
  const reasonOf = (testId: string) => reasons.get(testId)?.replaceAll(/\s+/g, " ");
  const open = responses.some(({ additions }) => additions);
  return [
    ...reviewLines(review, { all: verbose, reasonOf }).map(terminalText),
    ...failed.map(({ test_id, message }) => `${test_id}: no answer: ${terminalText(message)}`),
    `${counted(changed, "test")} changed, ${responses.length - changed} unchanged, ${failed.length} without an answer. Cost ${spentText(spent)}.`,
    ...(run
      ? [
          `History: ${run.history_file}`,
          `Responses: ${run.responses_file}`,
          ...(run.report_file === undefined ? [] : [`Report: ${run.report_file}`]),
          ...(open
            ? ["Accept the proposals of a test with `rehearse override TEST --accept --reason … --by …`."]
            : []),
        ]
      : apply
        ? []
        : [
            `Not saved. Repeat the command with --apply to save these expectations${open ? " (and --accept ID,… or all, --by NAME to accept proposals)" : ""}; the answers are kept and cost nothing more.`,
          ]),
  ].join("\n");
}
