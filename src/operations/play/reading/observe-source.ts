/** What `observe` reads: the sessions of a transcript file, or a session folder. */
import { hash } from "node:crypto";
import { basename, join } from "node:path";
import { about, HarnessError, optionText } from "../../../kernel/errors/index.ts";
import { fileInfo, fileNotFound, readBytes } from "../../../kernel/store/index.ts";
import {
  type FaultLabels,
  isSessionFolder,
  loadLatest,
  type OwnKinds,
  readFaultLabels,
  readTranscripts,
  type Transcript,
} from "../../../playtest/index.ts";
import { checkpointInput } from "../replays/branch.ts";

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
  if (only.length === 0) return { path, kind: "folder" };
  throw new HarnessError({
    code: "bad-combination",
    option: "session",
    message: `${optionText("session", only.join(","))} does not apply: ${path} is one session.`,
    remedy: `Remove ${optionText("session")}.`,
  });
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

export const transcriptsIn = (source: Source): readonly Transcript[] =>
  source.kind === "folder" ? [] : source.sessions;

/** The session folders that are read. Those of a file are created in `out`. */
export const foldersOf = (source: Source, out: string): string[] =>
  source.kind === "folder" ? [source.path] : source.sessions.map(({ session }) => join(out, session));

/** For a recording: what is read is recognised by its words. */
export const transcriptInput = (source: Source) => ({
  name: basename(source.path),
  words:
    source.kind === "folder"
      ? checkpointInput(loadLatest(source.path).state).words
      : hash("sha256", readBytes(source.path), "base64url").slice(0, 22),
});
