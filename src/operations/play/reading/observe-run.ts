/** What `observe` reads, what that takes, and reading it. */
import { hash } from "node:crypto";
import { basename, join } from "node:path";
import type { ReaderScores } from "../../../contract/index.ts";
import { createBudget } from "../../../kernel/budget/index.ts";
import { runJobs } from "../../../kernel/engine/index.ts";
import { callText, about, type ErrorCode, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import type { ResolvedModel } from "../../../kernel/models/index.ts";
import { counted } from "../../../kernel/report/index.ts";
import type { Harness } from "../../../kernel/run/index.ts";
import { fileInfo, fileNotFound, readBytes, writeFileSafely } from "../../../kernel/store/index.ts";
import {
  classifyTranscript,
  ENOUGH_READ,
  estimateReading,
  type FaultLabels,
  findingLines,
  isSessionFolder,
  loadLatest,
  type Observed,
  observeFolder,
  type OwnKinds,
  readFaultLabels,
  type ReadingEstimate,
  readingModels,
  readTranscripts,
  scoreReader,
  spentOnReading,
  storeTranscript,
  type Transcript,
  turnsToRead,
  unreadText,
  unstoredTurns,
} from "../../../playtest/index.ts";
import type { Context } from "../../declaration.ts";
import { refuseIdle } from "../../read-input.ts";
import { checkpointInput } from "../replays/branch.ts";

export type ReadingPlan = {
  source: Source;
  model: ResolvedModel;
  classifier: ResolvedModel | undefined;
  /** All models that may be called. */
  models: ResolvedModel[];
  folders: string[];
  estimate: ReadingEstimate;
  out: string;
  concurrency: number;
  findings?: string | undefined;
};

type Asked = Pick<ReadingPlan, "out" | "concurrency" | "findings"> & {
  observer?: string | undefined;
  classifier?: string | undefined;
};

export function planReading(
  harness: Harness,
  source: Source,
  { observer, classifier: askedClassifier, ...asked }: Asked,
): ReadingPlan {
  const { inputs } = harness.recordings.manifest ?? {};
  const recorded = (name: string) => (typeof inputs?.[name] === "string" ? inputs[name] : undefined);
  const isFolder = source.kind === "folder";
  const model = observerFrom(harness, observer ?? recorded("observer"), { isFolder });
  const classifier = classifierFrom(harness, source, {
    asked: askedClassifier,
    recorded: recorded("classifier"),
  });
  const stored = transcriptsIn(source).map((each) => ({ each, dir: join(asked.out, each.session) }));
  const estimate = estimateReading(
    isFolder
      ? [{ turns: turnsToRead(source.path, model.name) }]
      : stored.map(({ each, dir }) => ({ turns: turnsToRead(dir, model.name, each) })),
    model,
    classifier && {
      model: classifier,
      sessions: stored.map(({ each, dir }) => ({ turns: unstoredTurns(dir, each) })),
    },
  );
  return {
    ...asked,
    source,
    model,
    classifier,
    models: [...readingModels(harness, model), ...(classifier ? [classifier] : [])],
    folders: foldersOf(source, asked.out),
    estimate,
  };
}

function observerFrom(
  { casting }: Harness,
  name: string | undefined,
  { isFolder }: { isFolder: boolean },
): ResolvedModel {
  if (name === undefined) throw wrongModel("observer", "observe needs a reader.", "missing-option");
  if (name === "none")
    throw wrongModel("observer", `observe does not accept ${optionText("observer", "none")}.`);
  const model = casting.modelFor("observer", { asked: name });
  if (isHosted(model) || (isFolder && name === "house")) return model;
  throw wrongModel(
    "observer",
    model.provider === "house"
      ? `${optionText("observer", name)} works only on sessions that a house narrator played in Rehearse.`
      : `${model.label} cannot read transcripts.`,
  );
}

function classifierFrom(
  { casting }: Harness,
  { kind, path }: Source,
  { asked, recorded }: { asked: string | undefined; recorded: string | undefined },
): ResolvedModel | undefined {
  const isNone = (name: string | undefined) => name === undefined || name === "none" || name === "house";
  if (kind === "folder" && !isNone(asked))
    refuseIdle({ classifier: asked }, `${path} is a session folder, and its turns stay as they are`);
  const name = asked ?? recorded;
  if (kind === "folder" || isNone(name)) return undefined;
  const model = casting.modelFor("classifier", { asked: name });
  if (isHosted(model)) return model;
  throw wrongModel("classifier", `${model.label} cannot classify transcripts.`);
}

/** Only a narrator can be a module or an address. */
const isHosted = ({ kind, provider }: ResolvedModel): boolean =>
  kind === "language" && provider !== "house" && provider !== "outside";

const wrongModel = (option: string, message: string, code: ErrorCode = "wrong-model"): HarnessError =>
  new HarnessError({
    code,
    option,
    message,
    remedy: `Name a language model, such as ${optionText(option, "haiku")}; ${callText("models")} lists them.`,
  });

type Done = {
  observed: Observed[];
  scores: ReaderScores | undefined;
  /** Why too few turns were read. */
  stopped: HarnessError | undefined;
  /** On these sessions before, in USD. */
  spent: number;
};

/** Classifies a file's narrations if a classifier was named, then reads every folder. */
export async function observeAll(
  { source, model, classifier, models, folders, estimate, out, concurrency, findings }: ReadingPlan,
  { harness, signal, on }: Context,
): Promise<Done> {
  const transcripts = transcriptsIn(source);
  const cap = harness.settings.budget;
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
  let turns = 0;
  const { endedBy } = await runJobs(folders, read, { concurrency, isFinal: () => true, signal });
  const observed = folders.flatMap((dir) => done.get(dir) ?? []);
  if (findings !== undefined) await writeFileSafely(findings, findingLines(observed));
  const { labels, own } = source.kind === "transcript" ? source : {};
  return {
    observed,
    scores: labels && scoreReader(observed, { labels, own }),
    stopped: endedBy ?? tooFewRead(observed),
    spent,
  };

  async function read(dir: string, stop: AbortSignal): Promise<void> {
    const name = basename(dir);
    if (classifier)
      await classifyTranscript(harness, dir, transcripts[folders.indexOf(dir)]!, {
        budget,
        signal: stop,
        onTurn: (turn) => on({ type: "step", text: `${name}, classifying turn ${turn}` }),
      });
    const each = await observeFolder(harness, dir, {
      reader: model.name,
      budget,
      signal: stop,
      onReading({ turn }) {
        turns += 1;
        on({ type: "step", text: `${turns} of ${estimate.turns} turns read; ${name}, turn ${turn}` });
      },
    });
    done.set(dir, each);
    if (each.stopped) throw each.stopped;
    on({
      type: "progress",
      done: done.size,
      of: folders.length,
      text: `${name}: ${each.read} of ${counted(each.result.turns, "turn")} read`,
      sessionId: each.result.sessionId,
    });
  }
}

/** A script must not take a few turns for the whole. */
function tooFewRead(observed: readonly Observed[]): HarnessError | undefined {
  const sessions = observed.flatMap(({ result }) => result.read ?? []);
  const turns = sessions.reduce((sum, { of }) => sum + of, 0);
  const read = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  if (read >= ENOUGH_READ * turns) return undefined;
  const first = sessions.find(({ unread }) => unread.length > 0);
  return new HarnessError({
    code: "no-result",
    message: [
      `Only ${read} of ${counted(turns, "turn")} could be read, and at least ${100 * ENOUGH_READ} % are required.`,
      first ? unreadText(first) : [],
    ]
      .flat()
      .join(" "),
    remedy: "Try again, or name another observer.",
    exit: 3,
  });
}

export type Source = { path: string } & (
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
      sessions: chosen(
        about("path", () => readTranscripts(path)),
        path,
        only,
      ),
      labels: readFaultLabels(path, own),
      own,
    };
  if (!isSessionFolder(path))
    throw new HarnessError({
      code: "wrong-folder",
      option: "path",
      message: `${path} is not a session folder: it has no turn files.`,
      remedy: "Name a transcript file, or the folder of one session.",
    });
  if (only.length > 0) refuseIdle({ session: only }, `${path} is one session`);
  return { path, kind: "folder" };
}

function chosen(all: Transcript[], path: string, only: readonly string[]): Transcript[] {
  const unknown = only.find((name) => !all.some(({ session }) => session === name));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-name",
      option: "session",
      message: `${path} has no session ${JSON.stringify(unknown)}.`,
      remedy: `Known sessions: ${all.map(({ session }) => session).join(", ")}.`,
    });
  return only.length === 0 ? all : all.filter(({ session }) => only.includes(session));
}

const transcriptsIn = (source: Source): readonly Transcript[] =>
  source.kind === "folder" ? [] : source.sessions;

/** The session folders that are read. Those of a file are created in `out`. */
const foldersOf = (source: Source, out: string): string[] =>
  source.kind === "folder" ? [source.path] : source.sessions.map(({ session }) => join(out, session));

/** For a recording: what is read is recognised by its words. */
export const transcriptInput = (source: Source) => ({
  name: basename(source.path),
  words:
    source.kind === "folder"
      ? checkpointInput(loadLatest(source.path).state).words
      : hash("sha256", readBytes(source.path), "base64url").slice(0, 22),
});
