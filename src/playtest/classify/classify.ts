/**
 * What an output is and who hears it. The narrator's markers are exact and come first; a model names what they leave
 * open; without a model that is not measured. Code adds no secret that neither named.
 */
import type { Classification, NamedBeat, NarratorMarks, Segment } from "../../contract/index.ts";
import { callText, HarnessError, optionText } from "../../kernel/errors/index.ts";
import {
  InvalidReplyError,
  isRefusal,
  ProviderFailure,
  type Gateway,
  type ResolvedModel,
} from "../../kernel/models/index.ts";
import {
  classifierInstructions,
  classifierMessages,
  classifierReply,
  type MarkedPassage,
  type ClassifierReply,
  type ClassifyInput,
} from "./classifier-prompt.ts";
import type { Span } from "../../kernel/text/index.ts";
import { numberedSentences, type NumberedSentence } from "./numbered-sentences.ts";
import { guideBeat } from "../story/index.ts";
import { seatsNamed, withPrivate } from "./audiences.ts";
import { notDelivered, readMarkers, type MarkedOutput } from "./markers.ts";

type ClassifyOptions = {
  gateway: Pick<Gateway, "object" | "journal">;
  /** Absent: markers alone. */
  model?: ResolvedModel;
  /** The id of the call: `turn/7/classifier`. If it fails, it is asked once more as `turn/7/classifier/again`. */
  call: string;
  signal?: AbortSignal;
  input: ClassifyInput;
  /** The transcript that the turn belongs to. Absent: a session being played, which can be branched. */
  transcript?: string;
};

/** Longer outputs are not narration: every later prompt would contain one, so the session ends with it. */
export const LONGEST_OUTPUT = 60_000;

export async function classify(options: ClassifyOptions): Promise<Classification> {
  const { model, input } = options;
  const marked = readMarkers(input.text, input.names);
  const byNarrator = withMarks(verdictOf(marked, input), input);
  if (input.phase === "creation") return { ...byNarrator, source: "phase", types: ["creation"], beats: [] };
  if (input.text.length > LONGEST_OUTPUT) return { ...byNarrator, source: "mechanical", beats: [] };
  if (!model || input.text.trim() === "") return byNarrator;
  const sentences = numberedSentences(input.text, byNarrator.segments);
  const { object: reply, model: answered } = await askTwice(options, model, {
    sentences,
    marked: byNarrator.segments
      .filter(({ audience }) => audience !== "all")
      .map((segment) => ({ ...segment, to: namesOf(segment, input.names) })),
  });
  const segments = withPrivate(
    byNarrator.segments,
    reply.private
      .map(({ sentences, players }) => ({ numbers: sentences, seats: seatsOf(players, input.names) }))
      // Private to everybody is public.
      .filter(({ seats }) => seats.length < input.names.length)
      .flatMap(({ numbers, seats }) => runsOf(numbers, sentences).map((span) => ({ ...span, seats }))),
    { text: input.text, players: input.names.length },
  );
  const known = [...new Set(reply.known)].map((number) => input.secrets[number - 1]!);
  const isNamed = byNarrator.source !== "none";
  return {
    ...byNarrator,
    model: answered === "" ? model.label : `${model.provider}/${answered}`,
    ...(isNamed ? undefined : typesOf(reply)),
    beats: [...markedBeats(byNarrator, reply.beats, input), ...reply.beats],
    segments,
    toldToAll: known.length > 0 ? known.map(({ turn, seat }) => ({ turn, seat })) : undefined,
    concluded: byNarrator.concluded || reply.concluded,
  };
}

const typesOf = ({ types, confidence }: ClassifierReply) => ({
  source: "model" as const,
  types: [...new Set(types)],
  confidence: Math.min(1, Math.max(0, confidence)),
});

const seatsOf = (players: readonly string[], names: readonly string[]): number[] =>
  [...new Set(players.map((name) => names.indexOf(name)))].sort((a, b) => a - b);

const namesOf = ({ audience }: Segment, names: readonly string[]): string =>
  audience === "all" || audience.length === 0 ? "nobody" : audience.map((seat) => names[seat]).join(", ");

/** By the narrator's markers alone. */
function verdictOf(
  { segments, types, titles, concluded, notes }: MarkedOutput,
  { text }: ClassifyInput,
): Classification {
  // An output without a word tells nothing.
  const isBlank = text.trim() === "";
  return {
    source: types.length > 0 ? "markers" : isBlank ? "mechanical" : "none",
    types,
    beats: titles || isBlank ? (titles ?? []).map((title) => ({ title })) : undefined,
    segments,
    concluded,
    note: notes.join("; ") || undefined,
  };
}

/** What a narrator of the user's own returned beside its text counts like markers. */
function withMarks(verdict: Classification, { marks, text, names }: ClassifyInput): Classification {
  if (!marks) return verdict;
  const named = (marks.private ?? []).map((part) => ({ words: part.text, ...seatsNamed(part.to, names) }));
  const notes = named.flatMap(({ unknown }) => unknown).map(notDelivered);
  return {
    ...verdict,
    ...namedBy(marks, verdict),
    segments: withPrivate(
      verdict.segments,
      named.flatMap(({ words, seats }) => occurrences(words, text).map((span) => ({ ...span, seats }))),
      { text, players: names.length },
    ),
    concluded: verdict.concluded || marks.concluded === true,
    note: [verdict.note, ...notes].filter(Boolean).join("; ") || undefined,
  };
}

/** Every place of a private text: said twice, it is private twice. */
function occurrences(words: string, text: string): Span[] {
  if (words === "") return [];
  const spans: Span[] = [];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
    spans.push({ start: at, end: at + words.length });
  return spans;
}

function namedBy({ types = [], beats }: NarratorMarks, verdict: Classification): Partial<Classification> {
  if (types.length === 0 && beats === undefined) return {};
  const titles = beats?.map((title) => ({ title }));
  // A pulse without a title tells a beat that nobody named.
  const tellsNone = types.length > 0 && !types.includes("pulse") ? [] : undefined;
  return {
    source: verdict.source === "none" ? "narrator" : verdict.source,
    types: types.length > 0 ? types : titles && titles.length > 0 ? ["pulse"] : verdict.types,
    beats: titles ?? verdict.beats ?? tellsNone,
  };
}

/** The guide's beats that only the narrator named. A title of its own measures nothing. */
function markedBeats(
  { beats = [] }: Classification,
  byModel: readonly NamedBeat[],
  { guide }: ClassifyInput,
): NamedBeat[] {
  const known = new Set(byModel.map(({ title }) => guideBeat(title, guide)));
  return beats.filter(({ title }) => {
    const beat = guideBeat(title, guide);
    return beat !== undefined && !known.has(beat);
  });
}

/** Neighbouring sentences are one passage. */
function runsOf(numbers: readonly number[], sentences: readonly NumberedSentence[]) {
  const runs: Array<{ start: number; end: number; last: number }> = [];
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const { start, end } = sentences[number - 1]!;
    const last = runs.at(-1);
    if (last?.last === number - 1) Object.assign(last, { end, last: number });
    else runs.push({ start, end, last: number });
  }
  return runs;
}

/** A second call if the first one fails. If that fails too, the session stops: no verdict stands in for the model's. */
async function askTwice(
  { gateway, call, signal, input, transcript }: ClassifyOptions,
  model: ResolvedModel,
  shown: { sentences: readonly NumberedSentence[]; marked: readonly MarkedPassage[] },
) {
  const ask = (id: string) =>
    gateway.object({
      call: id,
      role: "classifier",
      model,
      turn: input.turn,
      signal,
      instructions: classifierInstructions,
      cacheInstructions: true,
      messages: classifierMessages(input, shown.sentences, shown.marked),
      schema: classifierReply(input, shown.sentences.length),
      temperature: 0,
    });
  const again = `${call}/again`;
  if (gateway.journal.isAnswered(again)) return ask(again);
  try {
    return await ask(call);
  } catch (error) {
    if (!isModelFailure(error)) throw error;
    return ask(again).catch((failed: unknown) => {
      throw isModelFailure(failed) ? notClassified(failed, model, { turn: input.turn, transcript }) : failed;
    });
  }
}

/** Failures of the model or the connection. A refused key, a spent budget, Ctrl-C or a changed request are not. */
const isModelFailure = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure || error instanceof InvalidReplyError) &&
  !isRefusal(error) &&
  error.exit !== 4 &&
  error.exit !== 130;

function notClassified(
  error: HarnessError,
  { name }: ResolvedModel,
  { turn, transcript }: { turn: number; transcript?: string },
): HarnessError {
  const branch = callText("replay", { checkpoint: `turn-${turn - 1}.json`, classifier: "NAME" });
  const [place, remedy] =
    transcript === undefined
      ? ["", `Resume later (nothing is lost), or branch with another classifier, from its folder: ${branch}.`]
      : [
          ` of ${transcript}`,
          `Try again later, or use a new folder (${optionText("out")}) with another ${optionText("classifier")}.`,
        ];
  return new HarnessError({
    code: "no-result",
    message: `Turn ${turn}${place} could not be classified by ${name}: ${error.message}`,
    remedy,
    exit: 3,
    cause: error,
  });
}
