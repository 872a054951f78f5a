/** `observe`: reads sessions that were played elsewhere, or one of ours again with another reader. */
import { hash } from "node:crypto";
import { basename, join } from "node:path";
import type { SessionResult } from "../contract/index.ts";
import { createBudget } from "../kernel/budget/index.ts";
import { inProcessEngine } from "../kernel/engine/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";
import type { ResolvedModel } from "../kernel/models/index.ts";
import { counted } from "../kernel/report/index.ts";
import type { Harness } from "../kernel/run/index.ts";
import { fileInfo, fileNotFound, readBytes, writeFileSafely } from "../kernel/store/index.ts";
import {
  classifyTranscript,
  ENOUGH_READ,
  estimateClassifying,
  estimateReading,
  findingLines,
  houseCast,
  isSessionFolder,
  loadLatest,
  observeFolder,
  type FaultLabels,
  type Observed,
  type OwnKinds,
  type ReaderScores,
  readingModels,
  readFaultLabels,
  readTranscripts,
  requireReaders,
  scoreReader,
  spentOnReading,
  storeTranscript,
  type Transcript,
  turnsToRead,
  unreadText,
  unstoredTurns,
  withClassifying,
} from "../playtest/index.ts";
import {
  configOf,
  plainResult,
  requireOptions,
  runNames,
  withHarness,
  type OptionNames,
  type RunOptions,
} from "./harness.ts";
import { checkpointInput } from "../operations/play/branch.ts";
import { startRecording, type RecordedCommand } from "./recorded.ts";

/** Sessions read at once. */
const USUAL_READERS = 4;

export type ObserveOptions = RunOptions & {
  /** A transcript file (docs/guide/observe.md), or a session folder. */
  path: string;
  /** The model that reads. Required without `recording`. */
  observer?: string;
  /** For a file: the model that classifies each narration. Without it, types and private moments are not measured. */
  classifier?: string;
  /** For a file: only these sessions. */
  sessions?: readonly string[];
  /** For a file: the folder in which session folders are created. Default: `sessions`. */
  out?: string;
  /** Sessions read at once. Default: 4. */
  concurrency?: number;
  /** A file for all confirmed findings, one JSON line each. */
  findings?: string;
};

const observeNames: OptionNames<ObserveOptions> = {
  ...runNames,
  path: true,
  observer: true,
  classifier: true,
  sessions: true,
  out: true,
  concurrency: true,
  findings: true,
};

/** What `observe --json` prints: with recall and precision by kind if the file has labels. */
export type ObserveResult = {
  observer: string;
  /** Absent: none was named. */
  classifier?: string;
  sessions: SessionResult[];
} & Partial<ReaderScores>;

/**
 * Finds faults in a transcript from elsewhere, or reads a session again. Returns what `rehearse observe --json` prints.
 * Reading that is stopped, or reads less than 90 % of the turns, rejects with a `HarnessError`; calling it again resumes
 * it.
 *
 * @example
 * import { observe, play } from "rehearse-llm";
 *
 * const { dir } = await play({ narrator: "house/looping", seed: 7, maxTurns: 9, observer: "none" });
 * const { sessions } = await observe({ path: dir, observer: "house" });
 * console.log(sessions[0]?.issues.map(({ turn, kind }) => `turn ${turn}: ${kind}`));
 */
export async function observe(options: ObserveOptions): Promise<ObserveResult> {
  requireOptions("observe", options, observeNames);
  const { path, budget, signal, out = "sessions", concurrency = USUAL_READERS } = options;
  const config = await configOf(options, { budget });
  return withHarness(
    config,
    { command: "observe", options, house: houseCast, settings: config.settings },
    async (harness) => {
      const source = sourceAt(path, options.sessions ?? [], harness.settings.findings);
      const planned = plannedReading(harness, source, { ...options, out });
      planned.check();
      await startRecording(harness, options, planned.manifest);
      const { observed, scores, stopped } = await observeAll(harness, source, {
        ...planned,
        out,
        concurrency,
        findings: options.findings,
        signal,
      });
      if (stopped) throw stopped;
      return plainResult({
        observer: planned.model.name,
        classifier: planned.classifier?.name,
        sessions: observed.map(({ result }) => result),
        ...scores,
      });
    },
  );
}

type Source = { path: string } & (
  | { kind: "folder" }
  | { kind: "transcript"; sessions: Transcript[]; labels: FaultLabels | undefined; own: OwnKinds }
);

export function sourceAt(path: string, only: readonly string[], own: OwnKinds = {}): Source {
  const info = fileInfo(path);
  if (!info) throw fileNotFound(path);
  if (info.kind !== "folder")
    return {
      path,
      kind: "transcript",
      sessions: chosen(readTranscripts(path), path, only),
      labels: readFaultLabels(path, own),
      own,
    };
  if (!isSessionFolder(path))
    throw new HarnessError({
      code: "wrong-folder",
      message: `${path} is not a session folder: it has no turn files.`,
      remedy: "Name a transcript file, or the folder of one session.",
    });
  if (only.length === 0) return { path, kind: "folder" };
  throw new HarnessError({
    code: "bad-combination",
    message: `--session ${only.join(",")} does not apply: ${path} is one session.`,
    remedy: "Remove --session.",
  });
}

function chosen(all: Transcript[], path: string, only: readonly string[]): Transcript[] {
  const unknown = only.find((name) => !all.some(({ session }) => session === name));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      message: `${path} has no session ${JSON.stringify(unknown)}.`,
      remedy: `Known sessions: ${all.map(({ session }) => session).join(", ")}.`,
    });
  return only.length === 0 ? all : all.filter(({ session }) => only.includes(session));
}

/** The model that reads: the requested one, or that of a recording. */
function observerFrom(
  harness: Harness,
  asked: string | undefined,
  { house }: { house: boolean },
): ResolvedModel {
  const recorded = harness.recordings.manifest?.inputs["observer"];
  const name = asked ?? (typeof recorded === "string" ? recorded : undefined);
  const remedy =
    "Name a model with --observer, such as --observer haiku; `rehearse models` lists them. An estimate (--dry-run) needs no key.";
  if (name === undefined)
    throw new HarnessError({ code: "missing-option", message: "observe needs a reader.", remedy });
  if (name === "none")
    throw new HarnessError({
      code: "wrong-model",
      message: "observe does not accept --observer none.",
      remedy,
    });
  const model = harness.casting.modelFor("observer", { asked: name });
  if (model.kind === "language" && (model.provider !== "house" || (house && name === "house"))) return model;
  throw new HarnessError({
    code: "wrong-model",
    message:
      model.provider === "house"
        ? `--observer ${name} works only on sessions that a house narrator played in Rehearse.`
        : `${model.label} cannot read transcripts.`,
    remedy,
  });
}

/** The model that classifies the narrations of a file: the requested one, or that of a recording. */
function classifierFrom(
  harness: Harness,
  { kind, path }: Source,
  asked: string | undefined,
): ResolvedModel | undefined {
  const isNone = asked === "none" || asked === "house";
  if (kind === "folder" && asked !== undefined && !isNone)
    throw new HarnessError({
      code: "bad-combination",
      message: `--classifier ${asked} does not apply: ${path} is a session folder, and its turns stay as they are.`,
      remedy: "Remove --classifier.",
    });
  const recorded = harness.recordings.manifest?.inputs["classifier"];
  const name = asked ?? (typeof recorded === "string" ? recorded : undefined);
  if (kind === "folder" || isNone || name === undefined || name === "none") return undefined;
  const model = harness.casting.modelFor("classifier", { asked: name });
  if (model.kind === "language" && model.provider !== "house") return model;
  throw new HarnessError({
    code: "wrong-model",
    message: `${model.label} cannot classify transcripts.`,
    remedy: "Name a language model, such as --classifier haiku; `rehearse models` lists them.",
  });
}

/** A script must not take a few turns for the whole. */
function tooFewRead(observed: readonly Observed[]): HarnessError | undefined {
  const sessions = observed.flatMap(({ result }) => result.read ?? []);
  const turns = sessions.reduce((sum, { of }) => sum + of, 0);
  const read = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  if (read >= ENOUGH_READ * turns) return undefined;
  const first = sessions.find(({ unread }) => unread.length > 0);
  const required = `at least ${100 * ENOUGH_READ} % are required`;
  return new HarnessError({
    code: "no-result",
    message: `Only ${read} of ${counted(turns, "turn")} could be read, and ${required}.${first ? ` ${unreadText(first)}` : ""}`,
    remedy: "Try again, or name another observer.",
    exit: 3,
  });
}

type PlannedReading = {
  model: ResolvedModel;
  classifier: ResolvedModel | undefined;
  /** All models that may be called. */
  models: ResolvedModel[];
  /** USD. */
  cap: number | undefined;
  folders: string[];
  estimate: ReturnType<typeof estimateReading>;
  /** Throws if a key or a price is missing. */
  check(): void;
  manifest: RecordedCommand;
};

export function plannedReading(
  harness: Harness,
  source: Source,
  {
    observer,
    classifier: asked,
    out,
    budget,
  }: Pick<ObserveOptions, "observer" | "classifier" | "budget"> & {
    out: string;
  },
): PlannedReading {
  const { path } = source;
  const model = observerFrom(harness, observer, { house: source.kind === "folder" });
  const classifier = classifierFrom(harness, source, asked);
  const models = [...readingModels(harness, model), ...(classifier ? [classifier] : [])];
  const cap = budget ?? harness.settings.budget;
  const stored = source.kind === "folder" ? [] : source.sessions;
  const reading = estimateReading(
    source.kind === "folder"
      ? [{ turns: turnsToRead(path, model.name) }]
      : stored.map((each) => ({ turns: turnsToRead(join(out, each.session), model.name, each) })),
    model,
  );
  const unstored = stored.map((each) => ({ turns: unstoredTurns(join(out, each.session), each) }));
  return {
    model,
    classifier,
    models,
    cap,
    folders: source.kind === "folder" ? [path] : stored.map(({ session }) => join(out, session)),
    estimate: classifier ? withClassifying(reading, estimateClassifying(unstored, classifier)) : reading,
    check() {
      if (model.provider !== "house") requireReaders(harness, { reader: model, classifier }, cap);
    },
    manifest: {
      command: "observe",
      inputs: () => ({
        transcript: transcriptInput(source),
        classifier: classifier?.name,
        observer: model.name,
      }),
      models: harness.pin(models).models,
    },
  };
}

/** What is read is recognised by its words. */
const transcriptInput = (source: Source) => ({
  name: basename(source.path),
  words:
    source.kind === "folder"
      ? checkpointInput(loadLatest(source.path).state).words
      : hash("sha256", readBytes(source.path), "base64url").slice(0, 22),
});

/** Classifies a file's narrations if a classifier was named, then reads every folder. `stopped`: why too few turns were read. `spent` is what was spent on them before, in USD. */
export async function observeAll(
  harness: Harness,
  source: Source,
  {
    model,
    classifier,
    models,
    cap,
    folders,
    out,
    concurrency,
    findings,
    signal,
    onClassifying,
    onReading,
    onRead,
  }: Pick<PlannedReading, "model" | "classifier" | "models" | "cap" | "folders"> & {
    out: string;
    concurrency: number;
    findings?: string;
    signal?: AbortSignal;
    onClassifying?: (dir: string, turn: number) => void;
    onReading?: (dir: string, turn: number) => void;
    onRead?: (observed: Observed) => void;
  },
): Promise<{ observed: Observed[]; scores?: ReaderScores; stopped?: HarnessError; spent: number }> {
  const transcripts = source.kind === "transcript" ? source.sessions : [];
  for (const transcript of transcripts)
    await storeTranscript(harness, transcript, {
      out,
      file: basename(source.path),
      observer: model.name,
      classifier: classifier?.name,
      budget: cap,
      pinned: harness.pin(models),
      findings: harness.settings.findings,
    });
  const spent = folders.reduce((sum, dir) => sum + spentOnReading(dir, model.name), 0);
  const budget = cap === undefined ? undefined : createBudget({ cap, spent });
  const done = new Map<string, Observed>();
  const { endedBy } = await inProcessEngine.run<string, void>(
    {
      async run(dir, { signal: stop }) {
        if (classifier)
          await classifyTranscript(harness, dir, transcripts[folders.indexOf(dir)]!, {
            budget,
            signal: stop,
            onTurn: (turn) => onClassifying?.(dir, turn),
          });
        const each = await observeFolder(harness, dir, {
          reader: model.name,
          budget,
          signal: stop,
          onReading: ({ turn }) => onReading?.(dir, turn),
        });
        done.set(dir, each);
        if (each.stopped) throw each.stopped;
        onRead?.(each);
      },
    },
    folders.map((dir) => ({ id: dir, input: dir })),
    { concurrency, isFinal: () => true, signal },
  );
  const observed = folders.flatMap((dir) => done.get(dir) ?? []);
  if (findings !== undefined) await writeFileSafely(findings, findingLines(observed));
  return {
    observed,
    scores:
      source.kind === "transcript" && source.labels
        ? scoreReader(observed, { labels: source.labels, own: source.own })
        : undefined,
    stopped: endedBy ?? tooFewRead(observed),
    spent,
  };
}
