import { join } from "node:path";
import { z } from "zod";
import type { FindingKind } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { findingKinds, readerKinds } from "../findings/index.ts";
import { parseLine, readLines, readTranscripts, type Transcript } from "../observe/index.ts";

/** Labelled sessions. Transcripts and labels are separate: only the scoring sees the labels. */
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

/** The kinds that are scored. Hints are not. */
export const scoredKinds: readonly FindingKind[] = readerKinds
  .map(([kind]) => kind)
  .filter((kind) => findingKinds[kind].scored !== "hint");
/** The label that a kind of finding matches. */
export const labelOf = (kind: FindingKind): string => findingKinds[kind].reader.corpusLabel ?? kind;
/** The kind that matches a label; private passages and tangents have the same name. */
export const kindOfLabel = (label: string): string =>
  scoredKinds.find((kind) => labelOf(kind) === label) ?? label;

/** A label without a quote covers its whole turn. */
const quote = z.string().default("");
const fault = z.enum(scoredKinds.map(labelOf));

const scored = z.discriminatedUnion("type", [
  z.object({ type: fault, quote }),
  z.object({
    type: z.literal("private"),
    quote,
    to: z.union([z.string(), z.array(z.string()).min(1)]).transform((to) => [to].flat()),
  }),
  z.object({
    type: z.literal("tangent"),
    quote,
    initiator: z.string(),
    ends: z.number().int().positive().nullable(),
    how: z.enum(["natural", "forced", "by-players", "never"]),
  }),
  /** A hard negative: it resembles a fault, but is fine. */
  z.object({ type: z.literal("not"), quote, of: z.enum([...fault.options, "private", "tangent"]) }),
]);
export type Label = z.infer<typeof scored>;
export type LabelOf<Type extends Label["type"]> = Extract<Label, { type: Type }>;

const scoredTypes = new Set<string>([...fault.options, "private", "tangent", "not"]);

/** The labels of one line of a corpus. Types that are not scored, such as kinds of outputs, are left out. */
const labelledLine = z.object({
  session: z.string(),
  turn: z.number(),
  labels: z
    .array(z.looseObject({ type: z.string() }))
    .max(200)
    .transform((labels) => labels.filter(({ type }) => scoredTypes.has(type)))
    .pipe(z.array(scored)),
});
