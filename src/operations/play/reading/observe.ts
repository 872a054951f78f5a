/** Reads sessions that were played elsewhere, or one of our own again with another reader. */
import { z } from "zod";
import type { ObserveResult, ReaderScores, Verdict } from "../../../contract/index.ts";
import { localPriceNotes } from "../../../kernel/models/index.ts";
import { counted, noteLine, dollars } from "../../../kernel/report/index.ts";
import { largerBudget, requireReaders } from "../../../playtest/index.ts";
import { operation } from "../../declaration.ts";
import { priceText } from "../../dry-run.ts";
import { concurrency, file, folder, list, modelOptions, path, runOptions } from "../../options.ts";
import { sessionShown } from "../session-run.ts";
import { observeAll, planReading, type ReadingPlan, sourceAt, transcriptInput } from "./observe-run.ts";
import { answer, tableOf } from "../../../kernel/verdict-words/index.ts";

const input = z.strictObject({
  path: path().meta({ description: "A transcript file (docs/guide/findings.md), or a session folder." }),
  observer: modelOptions.observer.meta({
    description: "The model that reads. Required, unless a recording names it.",
    value: "MODEL",
  }),
  classifier: modelOptions.classifier.meta({
    description:
      "For a file: the model that classifies each narration. none (default): types and private moments are not measured.",
    value: "MODEL",
  }),
  session: list("For a file: only these sessions.", "ID"),
  out: folder("For a file: where the session folders are created.").default("sessions"),
  concurrency: concurrency(4),
  findings: file("Write all confirmed findings to this file, one JSON line each.").optional(),
  ...runOptions,
});

export default operation({
  name: "observe",
  surfaces: ["mcp"],
  description:
    "A model reads every turn and reports contradictions, loops, leaks and other faults with quotes; " +
    "code checks each quote, and a second model call (the second look) confirms or refutes each finding.\n\n" +
    "Each session of a transcript file becomes a session folder that report, compare and the viewer accept. " +
    "Metrics that need a guide or the cast are missing. " +
    "With --classifier, a model first classifies each narration: its type, and which passages only some players hear. " +
    "A session folder is read again by the named reader: " +
    "its turns stay unchanged, and the reader's result and report are written beside its readings. " +
    "If no model had read it, they become the session's own. " +
    "Turns that this reader has read are skipped, so repeating the command resumes; turns that failed are read again. " +
    "If less than 90 % of the turns could be read, it exits with 3.\n\n" +
    "For a file with labels it also prints recall and precision of each kind of finding, with 95 % intervals. " +
    "The model never sees the labels.",
  input,
  arguments: ["path"],
  examples: [
    { input: { path: "evening.jsonl", observer: "haiku" }, says: "Read all sessions of a file." },
    {
      input: { path: "labelled.jsonl", observer: "haiku", findings: "found.jsonl" },
      says: "Recall and precision of a reader on your labels.",
    },
  ],
  plan: ({ path, session = [], ...asked }, { harness }) =>
    planReading(harness, sourceAt(path, session, harness.settings.findings), asked),
  ready({ model, classifier }, { harness }) {
    if (model.provider !== "house")
      requireReaders(harness, { reader: model, classifier }, harness.settings.budget);
  },
  preview: (plan) => ({
    shown: [estimateVerdict(plan)],
    data: { observer: plan.model.name, classifier: plan.classifier?.name, estimate: plan.estimate },
  }),
  async run(plan, context) {
    const { harness, on, record } = context;
    const { source, model, models } = plan;
    const classifier = plan.classifier?.name;
    if (!harness.recordings.offline && model.provider !== "house")
      on({ type: "note", text: `Estimated cost: ${priceText(plan.estimate)}.` });
    await record({
      inputs: { transcript: transcriptInput(source), classifier, observer: model.name },
      models: harness.pin(models).models,
    });
    const { observed, scores, stopped, spent } = await observeAll(plan, context);
    for (const note of localPriceNotes(models)) on({ type: "note", level: "warning", text: noteLine(note) });
    const sessions = observed.map(({ result }) => result);
    const verdict = scores && scoresVerdict(model.name, scores);
    const result: ObserveResult = { observer: model.name, classifier, sessions, ...scores, verdict };
    const budget = stopped?.exit === 4 ? largerBudget(harness.settings.budget, spent) : undefined;
    return { result, stopped, resume: { budget } };
  },
  show: ({ sessions, verdict }) => [
    ...sessions.flatMap((session) => [session.sessionId, ...sessionShown(session)]),
    ...(verdict ? [verdict] : []),
  ],
});

function estimateVerdict(plan: ReadingPlan): Verdict {
  const { model, classifier, estimate } = plan;
  const range = ({ low, high }: { low: number; high: number }) =>
    `${Math.round(low).toLocaleString("en")} to ${Math.round(high).toLocaleString("en")}`;
  return answer(`Nothing was called. Estimated cost: ${priceText(plan.estimate)}.`, {
    cautions: localPriceNotes(plan.models).map(noteLine),
    facts: [
      { label: "Turns to read", value: estimate.turns, note: counted(plan.folders.length, "session") },
      { label: "Reader", value: model.label },
      { label: "Classifier", value: classifier?.label ?? "none" },
      { label: "Calls", value: range(estimate.calls) },
      { label: "Tokens in", value: range(estimate.input) },
      { label: "Tokens out", value: range(estimate.output) },
    ],
  });
}

function scoresVerdict(observer: string, scores: ReaderScores): Verdict {
  const { kinds, unscored, voidQuotes, calls, tokensPerTurn, costPerTurn } = scores;
  const notScored = Object.entries(unscored).map(([kind, count]) => `${kind} ${count}`);
  return answer(`Recall and precision of ${observer} on the labels.`, {
    facts: [
      { label: "Quotes not in the text", value: voidQuotes },
      { label: "Calls", value: calls },
      { label: "Tokens per turn", value: tokensPerTurn?.toFixed(0) ?? null },
      { label: "Cost per turn", value: costPerTurn === null ? "unknown" : dollars(costPerTurn) },
    ],
    tables: [
      tableOf(
        "Kinds",
        ["kind", ">labelled", ">found", ">hits", ">recall", ">95 %", ">precision", ">95 %"],
        kinds.map((kind) => [
          kind.name,
          kind.labelled,
          kind.found,
          kind.hits,
          ...shareCells(kind.recall, kind.recallInterval),
          ...shareCells(kind.precision, kind.precisionInterval),
        ]),
        notScored.length === 0
          ? undefined
          : `Not scored, because no label names them: ${notScored.join(", ")}.`,
      ),
    ],
  });
}

const shareCells = (value: number | null, interval: readonly number[] | null): Array<string | null> => [
  value?.toFixed(3) ?? null,
  interval?.map((bound) => bound.toFixed(2)).join("-") ?? null,
];
