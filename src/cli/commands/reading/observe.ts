/** Reads a session that was played elsewhere, or one of our own again with another reader. */
import { problemsOf } from "../../../kernel/errors/index.ts";
import { basename } from "node:path";
import { observeAll, plannedReading, sourceAt } from "../../../api/observe.ts";
import { localPriceNotes } from "../../../kernel/models/index.ts";
import { counted, noteLine } from "../../../kernel/report/index.ts";
import type { ReaderScores } from "../../../playtest/index.ts";
import { defineCommand, table, terminalText } from "../../frame/index.ts";
import { timeoutFlag } from "../flags/ci-flags.ts";
import { estimateText } from "./reader-choice.ts";
import { dryExit, problemLines } from "../harness/dry-run-text.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import { recordingFlags, sayRecording, startRecording, withRecordings } from "../flags/recording-flags.ts";
import { largerBudget } from "../harness/resume-hint.ts";
import { resultText } from "../play/session-output.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "observe",
  summary: "Find faults in a transcript from elsewhere, or reread a session",
  description:
    "A model reads every turn and reports contradictions, loops, leaks and other faults with quotes; code checks each quote, and a second model call (the second look) confirms or refutes each finding.\n\n" +
    "Each session of a transcript file (docs/guide/observe.md) becomes a session folder that report, compare and the viewer accept. Metrics that need a guide or the cast are missing. With --classifier, a model first classifies each narration: its type, and which passages only some players hear; without it, these are not measured. A session folder is read again by another reader: its turns stay as they are, and the reader's result and report are written beside its readings. Turns that this reader has read are skipped, so repeating the command resumes; turns that failed are read again. If less than 90 % of the turns could be read, it exits with 3.\n\n" +
    "For a file with labels it also prints recall and precision of each kind of finding, with 95 % intervals. " +
    "The model never sees the labels.",
  args: {
    positionals: [{ name: "path", help: "A transcript file, or a session folder.", required: true }],
  },
  flags: {
    observer: { type: "string", value: "MODEL", help: "The model that reads. Required without --recording." },
    classifier: {
      type: "string",
      value: "MODEL",
      help: "For a file: the model that classifies each narration. Default: none; types and private moments are then not measured.",
    },
    out: {
      type: "string",
      value: "DIR",
      default: "sessions",
      help: "For a file: where to create the session folders.",
    },
    session: { type: "list", value: "ID", help: "For a file: only these sessions." },
    concurrency: {
      type: "integer",
      value: "N",
      min: 1,
      max: 100,
      default: 4,
      help: "Sessions read at once.",
    },
    findings: {
      type: "string",
      value: "FILE",
      help: "Write all confirmed findings to this file, one JSON line each.",
    },
    budget: budgetFlag("The most that reading may cost in all."),
    dryRun: { type: "boolean", help: "Print the estimated cost and stop." },
    ...settingsFlags,
    ...recordingFlags,
    ...timeoutFlag,
    json: {
      type: "boolean",
      help: "Print one JSON document: { observer, classifier, sessions }, and the scores if the file has labels.",
    },
  },
  examples: [
    { command: "rehearse observe evening.jsonl --observer haiku", does: "Read all sessions of a file." },
    {
      command: "rehearse observe evening.jsonl --session a01 --observer haiku --dry-run",
      does: "What one of them would cost.",
    },
    {
      command: "rehearse observe evening.jsonl --observer haiku --classifier gpt-4o-mini",
      does: "Also find the private moments.",
    },
    {
      command: "rehearse observe labelled.jsonl --observer haiku --findings found.jsonl",
      does: "Recall and precision of a reader on your labels.",
    },
    {
      command: "rehearse observe sessions/innsmouth-2026-11-15-081500 --observer deepseek-r2",
      does: "Read a session again with another reader.",
    },
  ],
  async run({ flags, positionals: [path], io, signal }) {
    const config = withRecordings(await configFrom(flags), flags, { command: "observe" });
    const source = sourceAt(path, flags.session, config.settings.findings);
    const harness = playtestHarness(config, io, signal);
    try {
      const planned = plannedReading(harness, source, flags);
      const { model, classifier, cap, estimate, check } = planned;
      const readers = `${model.label}${classifier ? `, classified by ${classifier.label}` : ""}`;
      if (flags.dryRun) {
        const problems = await problemsOf(check);
        if (flags.json) io.json({ observer: model.name, classifier: classifier?.name, estimate, problems });
        else io.out([estimateText(estimate, readers), ...problemLines(problems)].join("\n"));
        return dryExit({ problems });
      }
      check();
      if (!harness.recordings.offline && model.provider !== "house") io.say(estimateText(estimate, readers));
      await startRecording(harness, flags, planned.manifest);
      const progress = io.progress("reading", estimate.turns);
      const { observed, scores, stopped, spent } = await observeAll(harness, source, {
        ...planned,
        out: flags.out,
        concurrency: flags.concurrency,
        findings: flags.findings,
        signal,
        onClassifying: (dir, turn) => progress.show(`${basename(dir)}, classifying turn ${turn}`),
        onReading: (dir, turn) => progress.tick(`${basename(dir)}, turn ${turn}`),
        onRead: ({ dir, read, result }) =>
          io.warn(terminalText(`${basename(dir)}: ${read} of ${counted(result.turns, "turn")} read.`)),
      }).finally(() => progress.done());
      const sessions = observed.map(({ result }) => result);
      if (flags.json) io.json({ observer: model.name, classifier: classifier?.name, sessions, ...scores });
      else if (observed.length > 0)
        io.out(
          observed
            .map(({ result }) => `${terminalText(result.sessionId)}\n${resultText(result, io)}`)
            .join("\n\n"),
        );
      if (scores && !flags.json) io.out(`\n${scoresText(scores)}`);
      for (const note of localPriceNotes(planned.models)) io.warn(terminalText(noteLine(note)));
      sayRecording(io, harness, flags);
      if (!stopped) return 0;
      const more = stopped.exit === 4 ? ` with --budget ${largerBudget(cap, spent)}` : "";
      io.warn(
        terminalText(
          [
            stopped.message,
            ...(stopped.exit === 4 || stopped.exit === 130 ? [] : [stopped.remedy]),
            ...(stopped.code === "recording-miss"
              ? []
              : [`The work so far is saved. Repeat the command${more} to resume.`]),
          ].join("\n"),
        ),
      );
      return stopped.exit;
    } finally {
      await harness.close();
    }
  },
});

function scoresText({
  kinds,
  others,
  unscored,
  voidQuotes,
  calls,
  tokensPerTurn,
  costPerTurn,
}: ReaderScores): string {
  const share = (value: number | null, interval: readonly number[] | null) => [
    value?.toFixed(3) ?? "–",
    interval?.map((bound) => bound.toFixed(2)).join("-") ?? "–",
  ];
  const rows = [...kinds, ...others].map((kind) => [
    kind.name,
    ...[kind.labelled, kind.found, kind.hits].map(String),
    ...share(kind.recall, kind.recallInterval),
    ...share(kind.precision, kind.precisionInterval),
  ]);
  const head = ["kind", "labelled", "found", "hits", "recall", "95 %", "precision", "95 %"];
  const price = costPerTurn === null ? "price unknown" : `$${costPerTurn.toFixed(5)}`;
  return [
    table(head, rows, { right: [1, 2, 3, 4, 5, 6, 7] }),
    ...(Object.keys(unscored).length === 0
      ? []
      : [
          `Not scored, because no label names them: ${Object.entries(unscored)
            .map(([kind, count]) => `${kind} ${count}`)
            .join(", ")}.`,
        ]),
    `${counted(voidQuotes, "quote")} not in the text. ${counted(calls, "call")}.`,
    `Per turn: ${tokensPerTurn?.toFixed(0) ?? "–"} tokens, ${price}.`,
  ].join("\n");
}
