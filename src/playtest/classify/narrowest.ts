import type { Audience, Classification, OutputType, Segment } from "../../contract/index.ts";
import { byChance, byMarker, byTag } from "./evidence.ts";

/** A model's word that the story is over counts from here on: a false end would end the session. */
const SURE = 0.7;

/**
 * Two verdicts on one text as one. The model says what the output is, unless the narrator marked it.
 * Whichever of the two lets fewer hear a part says who hears it; where they name different players, nobody
 * does. A model can never let more people hear something than these rules do, but for what the rules themselves
 * leave open after a secret. Which rules those are is for `classify` to say.
 */
export function narrowest(rules: Classification, model: Classification): Classification {
  const cut = recut(decided(rules.segments, model.segments), model.segments);
  const anySecret = cut.some(({ audience }) => audience !== "all");
  // A private moment that is private to nobody is none.
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
    segments: joined(
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

/** What stands after a secret and may be for all again is so where the model found the very same secret and leaves this out of it. */
function decided(rules: readonly Segment[], model: readonly Segment[]): Segment[] {
  const privately = model.filter(({ audience }) => audience !== "all");
  const overlaps = (a: Segment) => (b: Segment) => a.start < b.end && b.start < a.end;
  return rules.map((segment, index) => {
    if (!byChance(segment)) return segment;
    const secret = rules.slice(0, index).findLast((earlier) => !byChance(earlier))!;
    const agreed = privately.some(
      (one) => overlaps(secret)(one) && sameAudience(one.audience, secret.audience),
    );
    return agreed && !privately.some(overlaps(segment))
      ? { ...segment, audience: "all", type: openType(rules) }
      : segment;
  });
}

/** Of the parts for all the type is the same, or nearly. */
const openType = (segments: readonly Segment[]): OutputType =>
  segments.find(({ audience }) => audience === "all")?.type ?? "clarification";

const typeOf = ({ audience, type }: Segment, whole: OutputType | undefined): OutputType =>
  audience === "all" ? (whole ?? type) : "private-moment";

/** Cut at the borders of both. What the model says of places outside the text is not heard. */
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
  let at = 0;
  let next = 0;
  let covering: Segment[] = [];
  return sorted.slice(0, -1).map((start, index) => {
    const end = sorted[index + 1]!;
    while (rules[at]!.end <= start && at < rules.length - 1) at++;
    while (next < inside.length && inside[next]!.start <= start) covering.push(inside[next++]!);
    covering = covering.filter((segment) => segment.end > start);
    return { ...covering.reduce(narrower, rules[at]!), start, end };
  });
}

/** What both agree on. Where they name different players, neither is told. */
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

function joined(segments: readonly Segment[]): Segment[] {
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
