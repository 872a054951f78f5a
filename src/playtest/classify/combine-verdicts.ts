/**
 * Merges the rules' verdict and the model's. The model gives the type, unless the narrator marked it. The narrower
 * audience of the two wins; if they name different players, no player hears the part. So a model can never widen an
 * audience that the rules set, except for what the rules themselves leave open after a secret. `classify` chooses which
 * rules apply.
 */
import type { Audience, Classification, OutputType, Segment } from "../../contract/index.ts";
import { byChance, byMarker, byTag } from "./evidence.ts";

/** The confidence from which a model's word that the story is over counts: a false end would end the session. */
const SURE = 0.7;

export function combineVerdicts(rules: Classification, model: Classification): Classification {
  const cut = recut(openedByModel(rules.segments, model.segments), model.segments);
  const anySecret = cut.some(({ audience }) => audience !== "all");
  // A private moment needs a private segment.
  const judge = byMarker(rules) || (model.type === "private-moment" && !anySecret) ? rules : model;
  const { type, confidence, source, evidence } = judge;
  const alsoTypes = (judge.alsoTypes ?? []).filter((other) => other !== "private-moment" || anySecret);
  const title = [type, ...alsoTypes].includes("pulse")
    ? (judge.title ?? rules.title ?? model.title)
    : undefined;
  const note = [rules.note, model.note].filter((note) => note !== undefined).join("; ");
  return {
    type,
    ...(alsoTypes.length > 0 && { alsoTypes }),
    confidence,
    source,
    evidence,
    segments: joinEqual(
      cut.map((segment) => ({
        ...segment,
        type: typeOf(segment, judge === rules || type === "private-moment" ? undefined : type),
      })),
    ),
    ...(title !== undefined && { title }),
    ...(judge.unquoted !== undefined && { unquoted: judge.unquoted }),
    concluded: rules.concluded || (model.concluded && model.confidence >= SURE),
    ...(note !== "" && { note }),
  };
}

/** A part that is private to everybody is public: one telling to all, not a private moment for each. */
export function publicIfToldToAll(verdict: Classification, seats: number): Classification {
  const toEverybody = ({ audience }: Segment) => audience !== "all" && new Set(audience).size >= seats;
  if (!verdict.segments.some(toEverybody)) return verdict;
  const left = verdict.segments.some((segment) => segment.audience !== "all" && !toEverybody(segment));
  const type = verdict.type === "private-moment" ? "clarification" : verdict.type;
  return {
    ...verdict,
    type: left ? verdict.type : type,
    segments: verdict.segments.map((segment) =>
      toEverybody(segment)
        ? { ...segment, audience: "all", type: segment.type === "private-moment" ? type : segment.type }
        : segment,
    ),
  };
}

/** Adds a note to private segments without an audience, so that they can be found in the record. */
export function noteUndelivered(verdict: Classification, names: readonly string[]): Classification {
  const lost = verdict.segments.filter(({ audience }) => audience.length === 0);
  if (lost.length === 0) return verdict;
  const disputed = lost.find(({ disputed }) => disputed);
  const unknown = lost.find(({ disputed }) => !disputed);
  const notes = [
    verdict.note,
    disputed && disputeOf(disputed, names),
    unknown && `not delivered: private, but no recipient was found: ${unknown.evidence}`,
  ];
  return { ...verdict, note: notes.filter((note) => note !== undefined).join("; ") };
}

function disputeOf({ disputed, evidence, source }: Segment, names: readonly string[]): string {
  const list = (seats: readonly number[]) => seats.map((seat) => names[seat]).join(", ");
  return `not delivered: the text names ${list(disputed!.named)}, ${source} named ${list(disputed!.model)}: ${evidence}`;
}

/**
 * Text after a secret that may be for all again is public if the model found the same secret and leaves this part out
 * of it.
 */
function openedByModel(rules: readonly Segment[], model: readonly Segment[]): Segment[] {
  const privately = model.filter(({ audience }) => audience !== "all");
  const overlaps = (a: Segment) => (b: Segment) => a.start < b.end && b.start < a.end;
  return rules.map((segment, index) => {
    if (!byChance(segment)) return segment;
    const secret = rules.slice(0, index).findLast((earlier) => !byChance(earlier))!;
    const agreed = privately.some(
      (one) => overlaps(secret)(one) && sameAudience(one.audience, secret.audience),
    );
    return agreed && !privately.some(overlaps(segment))
      ? { ...segment, audience: "all", type: publicType(rules) }
      : segment;
  });
}

/** Public segments nearly always share one type. */
const publicType = (segments: readonly Segment[]): OutputType =>
  segments.find(({ audience }) => audience === "all")?.type ?? "clarification";

const typeOf = ({ audience, type }: Segment, whole: OutputType | undefined): OutputType =>
  audience === "all" ? (whole ?? type) : "private-moment";

/** Cuts at the borders of both verdicts. The model's spans outside the text are ignored. */
function recut(rules: readonly Segment[], model: readonly Segment[]): Segment[] {
  const length = rules.at(-1)?.end ?? 0;
  const inside = model
    .filter(({ start, end, audience }) => audience !== "all" && start < end && start < length && end > 0)
    .sort((a, b) => a.start - b.start);
  const borders = [...rules, ...inside]
    .flatMap(({ start, end }) => [start, end])
    .filter((at) => at >= 0 && at <= length);
  const sorted = [...new Set(borders)].sort((a, b) => a - b);
  if (sorted.length < 2) return [...rules];
  return sorted.slice(0, -1).map((start, index) => {
    const ours = rules.find((segment) => segment.end > start) ?? rules.at(-1)!;
    const theirs = inside.filter((segment) => segment.start <= start && segment.end > start);
    return { ...theirs.reduce(narrower, ours), start, end: sorted[index + 1]! };
  });
}

/** The intersection. If they name different players, neither hears it. */
function narrower(ours: Segment, theirs: Segment): Segment {
  if (theirs.audience === "all") return ours;
  if (ours.audience === "all") return theirs;
  const seats = theirs.disputed?.model ?? theirs.audience;
  const both = ours.audience.filter((seat) => seats.includes(seat));
  if (ours.audience.length === 0 || seats.length === 0 || both.length === ours.audience.length) return ours;
  if (both.length === 0)
    return { ...theirs, audience: [], disputed: { named: [...ours.audience], model: [...seats] } };
  return byTag(ours) ? ours : { ...theirs, audience: both, disputed: undefined };
}

function joinEqual(segments: readonly Segment[]): Segment[] {
  const result: Segment[] = [];
  for (const segment of segments) {
    const last = result.at(-1);
    if (last && sameVerdict(last, segment)) result.splice(-1, 1, { ...last, end: segment.end });
    else result.push(segment);
  }
  return result;
}

const sameAudience = (a: Audience, b: Audience): boolean => String(a) === String(b);

const sameVerdict = (a: Segment, b: Segment): boolean =>
  a.type === b.type &&
  a.source === b.source &&
  a.evidence === b.evidence &&
  a.confidence === b.confidence &&
  JSON.stringify(a.disputed) === JSON.stringify(b.disputed) &&
  sameAudience(a.audience, b.audience);
