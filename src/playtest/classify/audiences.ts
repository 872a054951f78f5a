/** Who hears which part of an output. */
import type { Segment } from "../../contract/index.ts";
import { plain, type Span } from "../../kernel/text/index.ts";

/** A part of an output for these seats only. */
export type PrivateSpan = Span & { seats: readonly number[] };

/**
 * Cuts private spans out of the public segments. What is already private stays as it is; where spans overlap, all of
 * their players hear it, and what everybody hears is public.
 */
export const withPrivate = (
  segments: readonly Segment[],
  spans: readonly PrivateSpan[],
  { text, players }: { text: string; players: number },
): Segment[] =>
  segments.flatMap((segment): Segment[] => {
    if (segment.audience !== "all") return [segment];
    const inside = spans.filter(({ start, end }) => start < segment.end && segment.start < end);
    const borders = [segment, ...inside]
      .flatMap(({ start, end }) => [start, end])
      .filter((at) => at >= segment.start && at <= segment.end);
    const sorted = [...new Set(borders)].sort((a, b) => a - b);
    return sorted
      .slice(0, -1)
      .map((start, index): Segment => {
        const seats = inside.filter((span) => span.start <= start && start < span.end);
        const hearing = [...new Set(seats.flatMap((span) => span.seats))].sort((a, b) => a - b);
        const isPublic = seats.length === 0 || hearing.length === players;
        return { start, end: sorted[index + 1]!, audience: isPublic ? "all" : hearing };
      })
      .map((part) => ({ ...part, ...trimmed(text, part) }))
      .filter(({ start, end }) => start < end);
  });

function trimmed(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end);
  const from = start + (part.length - part.trimStart().length);
  return { start: from, end: Math.max(from, start + part.trimEnd().length) };
}

/** The players that a marker names: "Sam", "Sam and Alex", by the whole name or its first word. */
export function seatsNamed(list: string, names: readonly string[]): { seats: number[]; unknown: string[] } {
  const known = names.map(folded);
  const seatOf = (name: string): number => {
    const whole = known.indexOf(name);
    const first = known.filter((each) => each.split(" ")[0] === name);
    return whole >= 0 || first.length !== 1 ? whole : known.indexOf(first[0]!);
  };
  const parts = known.includes(folded(list)) ? [list] : list.split(/\s*(?:,|&|\band\b)\s*/i);
  const found = parts
    .map((name) => name.trim())
    .filter((name, at) => name !== "" || at === 0)
    .map((name) => ({ name, seat: seatOf(folded(name)) }));
  return {
    seats: [...new Set(found.flatMap(({ seat }) => (seat < 0 ? [] : [seat])))].sort((a, b) => a - b),
    unknown: found.filter(({ seat }) => seat < 0).map(({ name }) => (name === "" ? "nobody" : name)),
  };
}

const folded = (name: string): string =>
  plain(name)
    .replaceAll(/["\p{Cf}]/gu, "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
