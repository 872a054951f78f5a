import { join } from "node:path";
import { HarnessError } from "../../kernel/errors/index.ts";
import { parseLine, readLines, readTranscripts, type Transcript } from "../transcript/index.ts";
import { labelledLine, type Label } from "./labels.ts";

/** Labelled sessions. Transcripts and labels are kept apart: only the scoring sees the labels. */
export type Corpus = {
  sessions: readonly Transcript[];
  labels(session: string, turn: number): readonly Label[];
};

export const CORPUS_FILE = "sessions.jsonl";

/** Reads `sessions.jsonl` of a corpus folder. `only`: the sessions to take. */
export function readCorpus(dir: string, only: readonly string[] = []): Corpus {
  const file = join(dir, CORPUS_FILE);
  const all = readTranscripts(file);
  const known = all.map(({ session }) => session);
  const unknown = only.find((session) => !known.includes(session));
  if (unknown !== undefined)
    throw new HarnessError({
      code: "unknown-session",
      message: `${file} has no session ${JSON.stringify(unknown)}.`,
      remedy: `Known sessions: ${known.join(", ")}.`,
    });
  const labels = new Map(
    readLines(file).map((line) => {
      const { session, turn, labels } = parseLine(line, labelledLine);
      return [`${session}/${turn}`, labels];
    }),
  );
  return {
    sessions: only.length === 0 ? all : all.filter(({ session }) => only.includes(session)),
    labels: (session, turn) => labels.get(`${session}/${turn}`) ?? [],
  };
}
