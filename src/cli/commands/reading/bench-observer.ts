/** `bench observer`: measures a reader on sessions in which people or models have labelled every fault. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { observerFrom } from "../../../api/observe.ts";
import { shellWord } from "../../../config/started-by.ts";
import { createBudget } from "../../../kernel/budget/index.ts";
import { HarnessError, problemsOf } from "../../../kernel/errors/index.ts";
import { foldJournal } from "../../../kernel/journal/index.ts";
import { localPriceNotes, type ResolvedModel } from "../../../kernel/models/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import { type Harness, JOURNAL_FILE } from "../../../kernel/run/index.ts";
import { newRunFolder, writeFileSafely } from "../../../kernel/store/index.ts";
import {
  benchObserver,
  type Corpus,
  estimateReading,
  findingLines,
  kindOfLabel,
  type KindScore,
  type Mistake,
  observerBench,
  type ObserverBench,
  readCorpus,
  readingModels,
  requireReaders,
} from "../../../playtest/index.ts";
import { type Io, table, terminalText } from "../../frame/index.ts";
import { estimateText, numberText } from "./reader-choice.ts";
import { dryExit, problemLines } from "../harness/dry-run-text.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import {
  plain,
  recordingFlags,
  type RecordingFlags,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

export const observerFlags = {
  corpus: { type: "string", value: "DIR", help: "(bench observer) A folder with a labelled sessions.jsonl." },
  observer: { type: "string", value: "MODEL", help: "(bench observer) The model that reads." },
  sessions: { type: "list", value: "A,B", help: "(bench observer) Only these sessions." },
  findings: {
    type: "string",
    value: "FILE",
    help: "(bench observer) Write every confirmed finding here, one JSON line each.",
  },
  concurrency: {
    type: "integer",
    value: "N",
    min: 1,
    max: 100,
    default: 4,
    help: "(bench observer) Sessions read at once.",
  },
  run: {
    type: "string",
    value: "DIR",
    help: "(bench observer) Resume the bench that has its journals in this folder.",
  },
  verbose: { type: "boolean", help: "(bench observer) List misses and false positives with their quotes." },
  dryRun: { type: "boolean", help: "(bench observer) Print the estimated cost and stop." },
  budget: budgetFlag("(bench observer) The most that it may cost."),
  ...settingsFlags,
  ...recordingFlags,
} as const;

type Given = RecordingFlags & {
  corpus?: string;
  observer?: string;
  sessions: readonly string[];
  findings?: string;
  concurrency: number;
  run?: string;
  verbose: boolean;
  dryRun: boolean;
  budget?: number;
  config?: string;
  via?: string;
  oneKey?: string;
  json: boolean;
};

const COMMAND = "bench observer";

export async function runBenchObserver(flags: Given, io: Io, signal: AbortSignal): Promise<0 | 2 | 3 | void> {
  if (flags.corpus === undefined)
    throw new HarnessError({
      code: "missing-flag",
      message: "bench observer needs a labelled corpus.",
      remedy: "Add --corpus DIR, a folder with sessions.jsonl.",
    });
  const corpus = readCorpus(flags.corpus, flags.sessions);
  const harness = playtestHarness(
    withRecordings(await configFrom(flags), flags, { command: COMMAND, io }),
    io,
    signal,
  );
  try {
    const model = observerFrom(harness, flags.observer, { command: COMMAND });
    const cap = flags.budget ?? harness.settings.budget;
    const estimate = estimateReading(corpus.sessions, model);
    if (flags.dryRun) {
      const problems = await problemsOf(() => requireReaders(harness, model, cap));
      if (flags.json) io.json({ observer: model.name, estimate, problems });
      else io.out([estimateText(estimate, model.label), ...problemLines(problems)].join("\n"));
      return dryExit({ problems });
    }
    const offline = harness.recordings.offline;
    if (!offline) io.say(estimateText(estimate, model.label));
    await startRecording(harness, flags, {
      command: COMMAND,
      plan: plain({
        observer: model.name,
        corpus: basename(flags.corpus),
        sessions: corpus.sessions.map(({ session }) => session),
      }),
      models: harness.pin(readingModels(harness, model)).models,
    });
    const dir = offline
      ? mkdtempSync(join(tmpdir(), "rehearse-bench-"))
      : (flags.run ?? newRunFolder("calls", "bench-observer", harness.clock.date()));
    try {
      return await readAll(harness, { flags, corpus, model, dir, cap, io, signal });
    } finally {
      if (offline) rmSync(dir, { recursive: true, force: true });
    }
  } finally {
    await harness.close();
  }
}

type Reading = {
  flags: Given;
  corpus: Corpus;
  model: ResolvedModel;
  dir: string;
  cap: number | undefined;
  io: Io;
  signal: AbortSignal;
};

async function readAll(
  harness: Harness,
  { flags, corpus, model, dir, cap, io, signal }: Reading,
): Promise<0 | 3 | void> {
  const turns = corpus.sessions.reduce((sum, session) => sum + session.turns.length, 0);
  const progress = io.progress("reading", turns);
  const left = new Map(corpus.sessions.map((each) => [each.session, each.turns.length]));
  try {
    const { endedBy, ...outcome } = await benchObserver(harness, {
      sessions: corpus.sessions,
      model,
      dir,
      concurrency: flags.concurrency,
      budget: cap === undefined ? undefined : createBudget({ cap, spent: spentIn(dir, corpus) }),
      signal,
      onTurn(session, reading) {
        progress.tick(`${session}, turn ${reading.turn}`);
        left.set(session, left.get(session)! - 1);
        if (reading.status === "unread")
          io.warn(terminalText(`${session}, turn ${reading.turn} could not be read: ${reading.why}`));
        const done = [...left.values()].filter((count) => count === 0).length;
        if (left.get(session) === 0) io.warn(`Finished ${session} (${done} of ${left.size} sessions).`);
      },
    });
    progress.done();
    const bench = observerBench(outcome, { corpus, observer: model.name });
    if (flags.findings !== undefined) await writeFileSafely(flags.findings, findingLines(outcome.read));
    if (endedBy) {
      if (!harness.recordings.offline)
        io.warn(
          terminalText(
            `Read ${bench.turns.read} of ${turns} turns. Answers so far are saved. Resume: repeat the command with --run ${shellWord(dir)}.`,
          ),
        );
      throw endedBy;
    }
    for (const note of [
      ...localPriceNotes(readingModels(harness, model)),
      ...harness.recordings.playedFrom(),
    ])
      io.warn(terminalText(note));
    sayRecording(io, harness, flags);
    if (flags.json) io.json(bench);
    else {
      io.out(terminalText(observerText(bench)));
      if (flags.verbose) io.out(terminalText(mistakesText(bench)));
    }
    // Nothing was read: a script must not take that for a result.
    return bench.turns.read === 0 ? 3 : 0;
  } finally {
    progress.done();
  }
}

const spentIn = (dir: string, { sessions }: Corpus): number =>
  sessions
    .map(({ session }) => join(dir, session, JOURNAL_FILE))
    .filter((path) => existsSync(path))
    .reduce((sum, path) => sum + foldJournal(path).fold.atMostSpent(), 0);

function observerText(bench: ObserverBench): string {
  const { turns, hardNegatives, private: told, tangents, withoutSecondLook } = bench;
  return [
    `${bench.observer} read ${turns.read} of ${counted(turns.all, "turn")}.`,
    ...turns.unread.map(({ session, turn, why }) => `Unread: ${session}, turn ${turn}: ${why}`),
    "",
    kindTable(bench.kinds),
    "",
    `Hard negatives not flagged  ${hardNegatives.right} of ${hardNegatives.total}`,
    `Private passages            ${told.routed} of ${told.labelled} assigned to the right players, ${told.exposed} treated as public or assigned to others, ${counted(told.extra, "false positive")}`,
    `Tangents                    ${tangents.hits} of ${tangents.labelled} found, end turn correct ${tangents.endsRight}, kind of ending correct ${tangents.howRight}, ${counted(tangents.found - tangents.hits, "false positive")}`,
    `Quotes not in the text      ${bench.voidQuotes} of ${bench.quotes}`,
    `Second look                 ${bench.refuted} refuted, ${bench.unconfirmed} without a verdict`,
    `Cost                        ${counted(bench.calls, "call")}, ${numberText(bench.inputTokensPerTurn)} tokens in and ${numberText(bench.outputTokensPerTurn)} out per turn, ${bench.costPerTurn === null ? "price unknown" : `$${bench.costPerTurn.toFixed(5)} per turn`}`,
    "",
    `Without the second look (hard negatives not flagged: ${withoutSecondLook.hardNegatives.right} of ${withoutSecondLook.hardNegatives.total}):`,
    kindTable(withoutSecondLook.kinds),
  ].join("\n");
}

const kindTable = (kinds: readonly KindScore[]): string =>
  table(
    ["kind", "labelled", "found", "hits", "recall", "95 %", "precision", "95 %"],
    kinds.map(({ name, labelled, found, hits, recall, recallInterval, precision, precisionInterval }) => [
      name,
      ...[labelled, found, hits].map(String),
      share(recall),
      between(recallInterval),
      share(precision),
      between(precisionInterval),
    ]),
    { right: [1, 2, 3, 4, 5, 6, 7] },
  );

export const mistakesText = ({ misses, falseAlarms, fellFor }: ObserverBench): string =>
  [
    ...list("Missed:", misses),
    ...list("False positives:", falseAlarms),
    ...list("Hard negatives taken for faults:", fellFor),
  ].join("\n");

const list = (title: string, mistakes: readonly Mistake[]): string[] => [
  "",
  title,
  ...(mistakes.length === 0
    ? ["  none"]
    : mistakes.map(
        ({ session, turn, type, quote, about }) =>
          `  ${session}, turn ${turn}, ${kindOfLabel(type)}: “${bare(quote)}”${about === undefined ? "" : ` (${about})`}`,
      )),
];

/** The quote on one line, without surrounding quotation marks. */
const bare = (quote: string): string =>
  quote
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^["“](.*)["”]$/, "$1");

const share = (value: number | null): string => value?.toFixed(3) ?? "-";
const between = (bounds: readonly number[] | null): string =>
  bounds?.map((bound) => bound.toFixed(2)).join("-") ?? "-";
