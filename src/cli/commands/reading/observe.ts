/** Reads a session that was played elsewhere, or one of our own again with another reader. */
import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { createBudget } from "../../../kernel/budget/index.ts";
import { inProcessEngine } from "../../../kernel/engine/index.ts";
import { HarnessError, type ExitCode } from "../../../kernel/errors/index.ts";
import { localPriceNotes } from "../../../kernel/models/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { fileNotFound } from "../../../kernel/store/index.ts";
import {
  estimateReading,
  readingModels,
  requireReaders,
  isSessionFolder,
  observeFolder,
  readTranscripts,
  spentOnReading,
  storeTranscript,
  turnsToRead,
  type Observed,
  type Transcript,
} from "../../../playtest/index.ts";
import { defineCommand, terminalText, type Io } from "../../frame/index.ts";
import { estimateText, observerFrom } from "./reader-choice.ts";
import { dryExit, problemLines, problemsOf } from "../harness/dry-run-text.ts";
import { playtestHarness } from "../harness/playtest-harness.ts";
import {
  plain,
  portable,
  recordingFlags,
  sayRecording,
  startRecording,
  withRecordings,
} from "../flags/recording-flags.ts";
import { largerBudget } from "../harness/resume-hint.ts";
import { resultText } from "../play/session-output.ts";
import { budgetFlag, configFrom, settingsFlags } from "../flags/settings-flags.ts";

export default defineCommand({
  name: "observe",
  summary: "Find faults in a transcript from elsewhere, or reread a session",
  description:
    "A model reads every turn and reports contradictions, repetition, leaks and other faults with quotes; code checks each quote, and a second model call (the second look) confirms or refutes each finding.\n\n" +
    "Each session of a transcript file (docs/guide/observe.md) becomes a session folder that report, compare and the viewer accept. Metrics that need a guide or the cast are missing. A session folder is read again by another reader: its turns stay as they are, and the reader's result and report are written beside its readings. Turns that this reader has read are skipped, so repeating the command resumes; turns that failed are read again.",
  args: {
    positionals: [{ name: "path", help: "A transcript file, or a session folder.", required: true }],
  },
  flags: {
    observer: { type: "string", value: "MODEL", help: "The model that reads. Required without --recording." },
    out: {
      type: "string",
      value: "DIR",
      default: "sessions",
      help: "For a file: where to create the session folders.",
    },
    session: { type: "list", value: "ID", help: "For a file: only these sessions." },
    format: {
      type: "choice",
      choices: ["narrated"],
      default: "narrated",
      help: "The format of the file.",
    },
    concurrency: {
      type: "integer",
      value: "N",
      min: 1,
      max: 100,
      default: 4,
      help: "Sessions read at once.",
    },
    budget: budgetFlag("The most that reading may cost in all."),
    dryRun: { type: "boolean", help: "Print the estimated cost and stop." },
    ...settingsFlags,
    ...recordingFlags,
    json: { type: "boolean", help: "Print one JSON document: { observer, sessions }." },
  },
  examples: [
    { command: "rehearse observe evening.jsonl --observer haiku", does: "Read all sessions of a file." },
    {
      command: "rehearse observe evening.jsonl --session a01 --observer haiku --dry-run",
      does: "What one of them would cost.",
    },
    {
      command: "rehearse observe sessions/innsmouth-2026-11-15-081500 --observer deepseek-r2",
      does: "Read a session again with another reader.",
    },
  ],
  async run({ flags, positionals: [path], io, signal }) {
    const source = sourceAt(path, flags.session);
    const harness = playtestHarness(
      withRecordings(await configFrom(flags), flags, { command: "observe", io }),
      io,
      signal,
    );
    try {
      const model = observerFrom(harness, flags.observer, {
        command: "observe",
        house: source.kind === "folder",
      });
      const cap = flags.budget ?? harness.settings.budget;
      const folders =
        source.kind === "folder" ? [path] : source.sessions.map(({ session }) => join(flags.out, session));
      const check = () => {
        if (model.provider !== "house") requireReaders(harness, model, cap);
      };
      const estimate = estimateReading(
        source.kind === "folder"
          ? [{ turns: turnsToRead(path, model.name) }]
          : source.sessions.map((each) => ({
              turns: turnsToRead(join(flags.out, each.session), model.name, each),
            })),
        model,
      );
      if (flags.dryRun) {
        const problems = await problemsOf(check);
        if (flags.json) io.json({ observer: model.name, estimate, problems });
        else io.out([estimateText(estimate, model.label), ...problemLines(problems)].join("\n"));
        return dryExit({ problems });
      }
      check();
      if (!harness.recordings.offline && model.provider !== "house")
        io.say(estimateText(estimate, model.label));
      await startRecording(harness, flags, {
        command: "observe",
        plan: plain({ observer: model.name, path: portable(path) }),
        models: harness.pin(readingModels(harness, model)).models,
      });
      if (source.kind === "transcript")
        for (const transcript of source.sessions)
          await storeTranscript(harness, transcript, {
            out: flags.out,
            file: basename(path),
            observer: model.name,
            budget: cap,
            pinned: harness.pin(readingModels(harness, model)),
          });
      const spent = folders.reduce((sum, dir) => sum + spentOnReading(dir, model.name), 0);
      const { observed, stopped } = await observeAll(harness, {
        folders,
        reader: model.name,
        turns: estimate.turns,
        concurrency: flags.concurrency,
        budget: cap === undefined ? undefined : createBudget({ cap, spent }),
        io,
        signal,
      });
      if (flags.json) io.json({ observer: model.name, sessions: observed.map(({ result }) => result) });
      else if (observed.length > 0) io.out(terminalText(observed.map(observedText).join("\n\n")));
      for (const note of localPriceNotes(readingModels(harness, model))) io.warn(terminalText(note));
      sayRecording(io, harness, flags);
      if (!stopped) return observed.every(({ read }) => read === 0) ? 3 : 0;
      const more = stopped.exit === 4 ? ` with --budget ${largerBudget(cap, spent)}` : "";
      io.warn(
        terminalText(
          [
            stopped.message,
            ...(stopped.exit === 4 || stopped.exit === 130 ? [] : [stopped.remedy]),
            ...(stopped.code === "recording-miss"
              ? []
              : [`Readings so far are saved. Repeat the command${more} to resume.`]),
          ].join("\n"),
        ),
      );
      return stopped.exit;
    } finally {
      await harness.close();
    }
  },
});

type Source = { kind: "folder" } | { kind: "transcript"; sessions: Transcript[] };

function sourceAt(path: string, only: readonly string[]): Source {
  if (!existsSync(path)) throw fileNotFound(path);
  if (!statSync(path).isDirectory())
    return { kind: "transcript", sessions: chosen(readTranscripts(path), path, only) };
  if (!isSessionFolder(path))
    throw new HarnessError({
      code: "no-session",
      message: `${path} is not a session folder: it has no turn files.`,
      remedy: "Name a transcript file, or the folder of one session.",
    });
  if (only.length === 0) return { kind: "folder" };
  throw new HarnessError({
    code: "idle-flag",
    message: `--session ${only.join(",")} does not apply: ${path} is one session.`,
    remedy: "Remove --session.",
  });
}

function chosen(all: Transcript[], path: string, only: readonly string[]): Transcript[] {
  const unknown = only.find((name) => !all.some(({ session }) => session === name));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-session",
      message: `${path} has no session ${JSON.stringify(unknown)}.`,
      remedy: `Known sessions: ${all.map(({ session }) => session).join(", ")}.`,
    });
  return only.length === 0 ? all : all.filter(({ session }) => only.includes(session));
}

async function observeAll(
  harness: Harness,
  {
    folders,
    reader,
    turns,
    concurrency,
    budget,
    io,
    signal,
  }: {
    folders: readonly string[];
    reader: string;
    turns: number;
    concurrency: number;
    budget: ReturnType<typeof createBudget> | undefined;
    io: Io;
    signal: AbortSignal;
  },
): Promise<{ observed: Observed[]; stopped?: HarnessError & { exit: ExitCode } }> {
  const progress = io.progress("reading", turns);
  const done = new Map<string, Observed>();
  try {
    const { endedBy } = await inProcessEngine.run<string, void>(
      {
        name: "observe",
        async run(dir, { signal: stop }) {
          const each = await observeFolder(harness, dir, {
            reader,
            budget,
            signal: stop,
            onReading: ({ turn }) => progress.tick(`${basename(dir)}, turn ${turn}`),
          });
          done.set(dir, each);
          if (each.stopped) throw each.stopped;
          io.warn(
            terminalText(`${basename(dir)}: ${each.read} of ${counted(each.result.turns, "turn")} read.`),
          );
        },
      },
      folders.map((dir) => ({ id: dir, input: dir })),
      { concurrency, isFinal: () => true, signal },
    );
    return {
      observed: folders.flatMap((dir) => done.get(dir) ?? []),
      ...(endedBy && { stopped: endedBy }),
    };
  } finally {
    progress.done();
  }
}

const observedText = ({ result }: Observed): string => `${result.sessionId}\n${resultText(result)}`;
