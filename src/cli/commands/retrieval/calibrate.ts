/** Expectations by a strong model: looked at again, shown, and made to count only when asked to. */
import {
  calibrationScope,
  type CalibrationResponse,
  type CalibrationScope,
  type Expectations,
} from "../../../contract/index.ts";
import { HarnessError } from "../../../kernel/errors/index.ts";
import { spentText } from "../../../kernel/journal/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../../kernel/models/index.ts";
import {
  findFolders,
  kbWords,
  requireKb,
  runCalibration,
  type CalibrationOutcome,
} from "../../../retrieval/index.ts";
import { defineCommand, terminalText } from "../../frame/index.ts";
import { dryExit, problemLines, problemsOf } from "../harness/dry-run-text.ts";
import {
  plain,
  recordingFlags,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { retrievalHarness } from "../harness/retrieval-harness.ts";
import { budgetFlag, configFrom, kbFlags, kbVersionFlag, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "calibrate",
  summary: "Expectations of semantic tests, by a strong model",
  description:
    "A strong model reads the whole knowledge base and says what each message should bring up. Without --apply it is a dry run: the model is asked, the differences are shown, and nothing counts; its answers are kept, so that --apply does not pay again. --plan shows the tests and what they would cost, and does not ask the calibrator (with --scope affected, messages are embedded to see what lies near them).\n\n" +
    "`affected` looks at the tests that changed or new entities touch: by content hashes since each test was last looked at, by expectation, by nearness, by keyword. A person's override counts before every calibration.",
  flags: {
    scope: {
      type: "choice",
      choices: calibrationScope.options,
      default: "affected",
      help: "All tests, those that a change touches, or some by id.",
    },
    testIds: { type: "list", value: "ID", help: "With --scope single: which tests." },
    addedEntities: { type: "list", value: "ID", help: "With --scope affected: entities to count as new." },
    kbVersion: kbVersionFlag,
    apply: { type: "boolean", help: "Make it count: history, calibration_log.json, opus_responses." },
    plan: { type: "boolean", help: "Only the tests and the estimate; the calibrator is not asked." },
    trigger: { type: "string", value: "WHY", help: "Why it is done, for the history." },
    model: { type: "string", value: "MODEL", help: "Another calibrator than opus-4.5." },
    embedder: {
      type: "string",
      value: "MODEL",
      help: "Another embedder for nearness; house-embedding needs no key.",
    },
    ...kbFlags,
    budget: budgetFlag("The most to spend."),
    ...settingsFlags,
    ...recordingFlags,
    json: { type: "boolean", help: "Print one JSON document." },
  },
  examples: [
    { command: "rehearse calibrate --scope full --plan", does: "What a full calibration would cost." },
    { command: "rehearse calibrate --scope affected --budget 2", does: "A dry run over what changed." },
    {
      command: "rehearse calibrate --scope single --test-ids V2-GR-001 --apply",
      does: "One test, and make it count.",
    },
  ],
  async run({ flags, io, signal }) {
    const scope = flags.scope as CalibrationScope;
    if (scope !== "single" && flags.testIds.length > 0)
      throw new HarnessError({
        code: "bad-flag",
        message: `--test-ids goes with --scope single, not with ${scope}.`,
        remedy: "Give --scope single.",
      });
    const config = await configFrom(flags);
    const { retrieval } = config.settings;
    const folders = findFolders({
      kb: flags.kb ?? retrieval.kb,
      testBanks: flags.testBanks ?? retrieval.testBanks,
    });
    const kb = requireKb(folders);
    const harness = retrievalHarness(withRecordings(config, flags, { command: "calibrate", io }), io);
    const progress = io.progress("calibrating");
    let calibrator: ResolvedModel | undefined;
    try {
      await startRecording(harness, flags, {
        command: "calibrate",
        plan: plain({
          scope,
          tests: flags.testIds,
          entities: flags.addedEntities,
          model: flags.model,
          embedder: flags.embedder,
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
          model: flags.model,
          embedder: flags.embedder,
          apply: flags.apply,
          planOnly: flags.plan,
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
                ? `No price is known for ${model.label}.`
                : `About $${low.toFixed(2)} to $${high.toFixed(2)}${uncached !== null && uncached > high * 1.01 ? `; up to $${uncached.toFixed(2)} where the vendor's cache does not hold` : ""}.`,
            );
            for (const note of localPriceNotes([model])) io.say(note);
            if (scope === "affected" && plan.neverLookedAt > 0)
              io.say(
                `${counted(plan.neverLookedAt, "test was", "tests were")} never calibrated: what changed since then is not known. --scope full looks at all.`,
              );
            for (const { testId, reasons } of plan.affected) io.say(`  ${testId}: ${reasons.join("; ")}`);
            if (flags.plan && scope !== "affected")
              for (const { test_id } of plan.tests) io.say(`  ${test_id}`);
          },
          onTest: (response, { done, total }) => progress.show(`${done}/${total} ${response.test_id}`),
        },
      );
      progress.done();
      sayRecording(io, harness, flags);
      const model = calibrator;
      const problems =
        flags.plan && model
          ? await problemsOf(() => harness.requireReady([{ role: "calibrator", model }]))
          : [];
      if (flags.json) io.json({ ...outcome, kb, ...(flags.plan && { problems }) });
      else io.out([outcomeText(outcome, flags.apply, flags.plan), ...problemLines(problems)].join("\n"));
      if (problems.length > 0) return dryExit({ problems });
      return outcome.calibrated && outcome.calibrated.failed.length > 0 ? 3 : 0;
    } finally {
      progress.done();
      await harness.close();
    }
  },
});

function outcomeText(
  { plan, calibrated, spent, run }: CalibrationOutcome,
  apply: boolean,
  planOnly: boolean,
): string {
  if (plan.tests.length === 0) return "No test is affected.";
  if (!calibrated) return planOnly ? "The calibrator was not asked: this is the plan." : "";
  const changed = calibrated.responses.filter((response) => response.changed);
  return [
    ...changed.flatMap(difference),
    ...calibrated.failed.map(({ test_id, message }) => `${test_id}: no answer: ${terminalText(message)}`),
    `${counted(changed.length, "test")} changed, ${calibrated.responses.length - changed.length} unchanged, ${calibrated.failed.length} without an answer. Cost ${spentText(spent)}.`,
    run
      ? `History: ${run.history_file}\nResponses: ${run.responses_file}`
      : apply
        ? ""
        : "A dry run: nothing counts yet. The same with --apply makes it count, and pays for no answer twice.",
  ].join("\n");
}

function difference({
  test_id,
  previous,
  previous_source,
  proposed,
  reasoning,
}: CalibrationResponse): string[] {
  const fields = ["expected_primary", "expected_secondary", "not_expected", "rank_check"] as const;
  const words = (expectations: Expectations, field: (typeof fields)[number]) =>
    field === "rank_check"
      ? expectations.rank_check.map(({ higher, lower }) => `${higher} > ${lower}`)
      : expectations[field];
  return [
    `${test_id} (was ${previous_source})`,
    ...fields.flatMap((field) => {
      const [before, now] = [words(previous, field), words(proposed, field)];
      const gone = before.filter((word) => !now.includes(word)).map((word) => `-${word}`);
      const come = now.filter((word) => !before.includes(word)).map((word) => `+${word}`);
      return gone.length + come.length === 0 ? [] : [`  ${field}: ${[...gone, ...come].join(" ")}`];
    }),
    `  ${terminalText(reasoning.replaceAll(/\s+/g, " "))}`,
    "",
  ];
}
