/** Classifies a narrator's output and its audiences by rules alone: no model, deterministic. */
import type { Classification, OutputType } from "../../contract/index.ts";
import { plain, splitSentences } from "../text/index.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { clip, markerEvidence, RULES } from "./evidence.ts";
import { concludes } from "./output-type/conclusion.ts";
import { outputTypeOf, type TypeVerdict } from "./output-type/output-type.ts";
import { titleOf } from "./output-type/find-pulse.ts";
import {
  cutPieces,
  findMarkers,
  findParagraphs,
  joinPieces,
  type Heard,
  type Marker,
  type Piece,
} from "./pieces.ts";
import { nameBook } from "./player-names.ts";
import { applyMarks } from "./secrets/apply-marks.ts";
import { audiences } from "./secrets/audience.ts";
import { findTags, plainBrackets } from "./tags/find-tags.ts";
import { tagSpans } from "./tags/tag-spans.ts";

/** From this private share on, the whole output is a private moment. */
const NEARLY_ALL = 0.85;

/** `marks`: also keep what only sounds private ("your fingers find", "under his breath"). */
export function classifyByRules(input: ClassifyInput, { marks: byMarks = true } = {}): Classification {
  const { text, names, spokesperson, phase } = input;
  const flat = plainBrackets(plain(text));
  const book = nameBook(names, spokesperson);
  const sentences = splitSentences(flat);
  const markers = findMarkers(flat);
  const paragraphs = findParagraphs(flat, new Set(markers.map(({ start }) => start)));
  const starts = [...new Set([...sentences.map(({ start }) => start), ...lineStarts(flat)])].sort(
    (a, b) => a - b,
  );
  // A marker's title may say "secret" without being a tag.
  const markerStarts = new Set(markers.map(({ start }) => flat.indexOf("[[", start)));
  const tags = tagSpans(
    findTags(flat, book, starts).filter(({ start }) => !markerStarts.has(start)),
    { flat, book, paragraphs, sentences },
  );
  const pieces = cutPieces({ flat, book, sentences, paragraphs, tags, markers });
  const plainly = audiences(flat, pieces, book);
  const read = byMarks ? applyMarks(flat, { pieces, heard: plainly, book }) : plainly;
  // Before the story begins there are no secrets: "I may have a word for one of you alone" is for everybody.
  const heard =
    phase === "creation" ? read.map((each, at) => (isLost(each) && !pieces[at]!.tag ? toAll : each)) : read;

  const public_ = pieces.filter((_, index) => heard[index]!.seats === "all");
  const open = withoutMarkers(text, public_, markers);
  const types = markers.filter(({ type }) => type !== "end");
  const verdict = phase === "creation" ? creation : (marked(types, flat) ?? outputTypeOf(open, input));
  const privately = types.length === 0 && phase === "story" ? privateShare(text, pieces, heard) : 0;
  const whole: TypeVerdict = privately >= NEARLY_ALL ? privateMoment(heard) : verdict;
  const others = [...new Set(types.map(({ type }) => type as OutputType))].filter(
    (type) => type !== whole.type,
  );
  const title = whole.type === "pulse" ? titleOf(open, input, markers) : undefined;

  return {
    ...whole,
    ...(others.length > 0 && { alsoTypes: others }),
    source: RULES,
    segments: joinPieces({ pieces, heard, typeAt: typeAt(restOf(whole, verdict), types) }),
    ...(title !== undefined && { title }),
    concluded: concludes(open, input, markers),
  };
}

/** The rules' verdict on a dry run's text, without reading it: heard by all, nothing new. */
export function classifyFiller({ text, phase }: ClassifyInput): Classification {
  const verdict: TypeVerdict =
    phase === "creation" ? creation : { type: "clarification", confidence: 0.51, evidence: "filler" };
  const segment = { ...verdict, start: 0, end: text.length, audience: "all" as const, source: RULES };
  return { ...verdict, source: RULES, segments: [segment], concluded: false };
}

const isLost = ({ seats }: Heard): boolean => seats.length === 0;
const toAll: Heard = { seats: "all", confidence: 0.8, evidence: "character creation" };

const creation: TypeVerdict = { type: "creation", confidence: 0.95, evidence: "character creation" };

/** The few public words around a private moment are a pulse only if that is clear. */
const restOf = (whole: TypeVerdict, rest: TypeVerdict): OutputType =>
  whole.type === "private-moment" && rest.confidence < 0.6 ? "clarification" : rest.type;

function* lineStarts(flat: string): Generator<number> {
  for (let at = flat.indexOf("\n"); at >= 0; at = flat.indexOf("\n", at + 1)) yield at + 1;
}

/** The type by the narrator's own markers. A pulse wins over any other type. */
function marked(markers: readonly Marker[], flat: string): TypeVerdict | undefined {
  const marker = markers.find(({ type }) => type === "pulse") ?? markers[0];
  return (
    marker && {
      type: marker.type as OutputType,
      confidence: 0.97,
      evidence: markerEvidence(flat.slice(flat.indexOf("[[", marker.start), marker.end)),
    }
  );
}

const typeAt = (otherwise: OutputType, markers: readonly Marker[]) => {
  let next = 0;
  let type = otherwise;
  return (at: number): OutputType => {
    while (markers[next] && markers[next]!.start <= at) type = markers[next++]!.type as OutputType;
    return type;
  };
};

function withoutMarkers(text: string, pieces: readonly Piece[], markers: readonly Marker[]): string {
  const markerStarts = new Set(markers.map(({ start }) => start));
  return pieces
    .filter(({ start }) => !markerStarts.has(start))
    .map(({ start, end }) => text.slice(start, end))
    .join("");
}

const wordsIn = (text: string): number => text.replaceAll(/[^\p{L}\p{N}]/gu, "").length;

function privateShare(text: string, pieces: readonly Piece[], heard: readonly Heard[]): number {
  let all = 0;
  let secret = 0;
  for (const [index, { start, end }] of pieces.entries()) {
    const count = wordsIn(text.slice(start, end));
    all += count;
    if (heard[index]!.seats !== "all") secret += count;
  }
  return all === 0 ? 0 : secret / all;
}

function privateMoment(heard: readonly Heard[]): TypeVerdict {
  const surest = heard
    .filter(({ seats }) => seats !== "all")
    .reduce((best, one) => (one.confidence > best.confidence ? one : best));
  return { type: "private-moment", confidence: surest.confidence, evidence: clip(surest.evidence) };
}
