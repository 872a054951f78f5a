/**
 * The narrator's own markers. They are exact: what a narrator marks as private is private, and what it names is named.
 * Players never see them.
 *
 *     [To Sam only] You alone hear it.        the paragraph is for Sam; also "[To Sam only, quietly]"
 *     [[PRIVATE Sam]] … [[/PRIVATE]]          everything between is for Sam
 *     [[PULSE: title]] [[TANGENT]] [[CLARIFY]] [[RECAP]]      the type of what follows
 *     [[END]], or a last line "The End."      the story is over
 */
import type { OutputType, Segment } from "../../contract/index.ts";
import { seatsNamed, withPrivate, type PrivateSpan } from "./audiences.ts";

export type MarkedOutput = {
  /** What is heard, without the markers, in order. */
  segments: Segment[];
  /** The named types, each once. Empty: the narrator named none. */
  types: OutputType[];
  /** The titles of its pulses. Absent: it does not mark what it tells. */
  titles?: string[];
  concluded: boolean;
  /** What could not be delivered or understood as it was written. */
  notes: string[];
};

/** With the emphasis around it, `**[[TANGENT]]**`, and what may stand before it in its line. */
const NAMED = String.raw`\[\[\s*(?<kind>\/?(?:PULSE|TANGENT|CLARIFY|RECAP|END|PRIVATE))\b\s*:?(?<detail>[^\n]*?)\]\]`;
const BEFORE = String.raw`^(?:[^\S\n]|[\p{Cf}>*_\x60#"'“‘(•-])*(?:\d{1,2}[.)][^\S\n]*)?`;
const TO = String.raw`\[[\s*_]*To:?\s+(?<to>[^\]\n]+?)\s+only(?:[,;–—-][^\]\n]*|[\s*_:]*)\]:?`;
const MARKER = new RegExp(
  String.raw`(?:(?:(?<=\s|^)[*_\x60]+)?${NAMED}|${BEFORE}${TO})(?:[*_\x60]+(?=\s|$))?`,
  "gimu",
);

/** What a narrator may have meant as a marker. */
const UNCLEAR = /\[\[[^\]\n]{1,80}\]\]|\[[\s*_]*to\b[^\]\n]{1,60}\]/giu;

const TYPES: Readonly<Record<string, OutputType>> = {
  pulse: "pulse",
  tangent: "tangent-response",
  clarify: "clarification",
  recap: "recap",
};

const LAST_LINE = /(?:^|\n)[ \t>*_#"“”]*the end[.!]?[ \t*_"“”]*\s*$/i;

type Marker = { start: number; end: number; kind: string; detail: string };

export function readMarkers(text: string, names: readonly string[]): MarkedOutput {
  const markers = [...text.matchAll(MARKER)].map(markerOf);
  const gaps = [0, ...markers.map(({ end }) => end)].map((start, index): Segment => ({
    start,
    end: markers[index]?.start ?? text.length,
    audience: "all",
  }));
  const marked = markers
    .filter(({ kind }) => kind === "to" || kind === "private")
    .map((marker) => ({
      ...seatsNamed(marker.detail, names),
      start: marker.end,
      ...endOf(marker, { markers, text }),
    }));
  const segments = withPrivate(gaps, marked.flatMap(withoutInner), { text, players: names.length });
  const named = markers.flatMap(({ kind }) => TYPES[kind] ?? []);
  const titles = markers.flatMap(({ kind, detail }) => (kind === "pulse" && detail !== "" ? [detail] : []));
  const isOver = markers.some(({ kind, detail }) => kind === "end" && detail === "");
  return {
    segments: segments.length > 0 ? segments : [{ start: 0, end: 0, audience: "all" }],
    types: named.length > 0 ? [...new Set(named)] : isOver ? ["pulse"] : [],
    titles: named.length > 0 ? titles : undefined,
    concluded: isOver || LAST_LINE.test(text),
    notes: [
      ...marked.flatMap(({ unknown }) => unknown).map(notDelivered),
      ...marked
        .filter(({ isOpen }) => isOpen)
        .map(() => "[[PRIVATE]] is not closed: only its first paragraph is private"),
      ...segments
        .filter(({ audience }) => audience === "all")
        .flatMap(({ start, end }) => text.slice(start, end).match(UNCLEAR) ?? [])
        .map((words) => `${words} is not a marker: players see it`),
    ],
  };
}

/** What stands inside another private part is for that part's players. */
function withoutInner(outer: PrivateSpan, _: number, all: readonly PrivateSpan[]): PrivateSpan[] {
  const inner = all.filter(({ start, end }) => start > outer.start && end <= outer.end);
  const starts = [outer.start, ...inner.map(({ end }) => end)];
  return starts
    .map((start, index) => ({ seats: outer.seats, start, end: inner[index]?.start ?? outer.end }))
    .filter(({ start, end }) => start < end);
}

export const notDelivered = (name: string): string => `not delivered to ${name}: no player has that name`;

/** `[[END PRIVATE]]` closes a private part, and does not end the story. */
function markerOf({ 0: all, index, groups }: RegExpExecArray): Marker {
  const { kind = "to", detail = "", to = detail } = groups!;
  const isClosing = /^end$/i.test(kind) && /^\s*private/i.test(detail);
  return {
    start: index,
    end: index + all.length,
    kind: isClosing ? "/private" : kind.toLowerCase(),
    detail: to.trim(),
  };
}

/** A private part ends where it is closed; one that nobody closes, and a marked paragraph, with its paragraph. */
function endOf(
  { start, end, kind }: Marker,
  { markers, text }: { markers: readonly Marker[]; text: string },
): { end: number; isOpen?: boolean } {
  const later = markers.filter((marker) => marker.start > start);
  if (kind === "private") {
    let depth = 1;
    const closing = later.find((marker) => {
      if (marker.kind === "private") depth += 1;
      if (marker.kind === "/private") depth -= 1;
      return depth === 0;
    });
    if (closing) return { end: closing.start };
  }
  const next = later.find((marker) => marker.kind === "to" || marker.kind === "private");
  const until = Math.min(next?.start ?? text.length, paragraphEnd(text, end));
  return { end: until, isOpen: kind === "private" };
}

function paragraphEnd(text: string, from: number): number {
  const start = from + /^\s*/.exec(text.slice(from))![0].length;
  const blank = text.slice(start).search(/\n[ \t]*\r?\n/);
  return blank < 0 ? text.length : start + blank;
}
