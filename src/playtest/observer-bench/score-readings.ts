import type { Finding, FindingKind, Tangent } from "../../contract/index.ts";
import { wilson, type Interval } from "../../kernel/stats/index.ts";
import type { Transcript } from "../observe/index.ts";
import type { ReaderTurn } from "../reader/index.ts";
import type { SessionState } from "../session/index.ts";
import { findQuote, plainQuote } from "../text/index.ts";
import { labelOf, scoredKinds, type Corpus, type Label, type LabelOf } from "./corpus.ts";

export type KindScore = {
  name: FindingKind;
  labelled: number;
  found: number;
  hits: number;
  /** Null: nothing to divide by. */
  recall: number | null;
  recallInterval: Interval | null;
  precision: number | null;
  precisionInterval: Interval | null;
};

/** A label that was not found, or a finding without a label. */
export type Mistake = { session: string; turn: number; type: string; quote: string; about?: string };

export type ObserverScores = {
  kinds: KindScore[];
  hardNegatives: { total: number; right: number };
  private: { labelled: number; routed: number; exposed: number; extra: number };
  tangents: { labelled: number; found: number; hits: number; endsRight: number; howRight: number };
  misses: Mistake[];
  falseAlarms: Mistake[];
  /** Hard negatives that were reported as faults. */
  fellFor: Mistake[];
};

export type ReadSession = { transcript: Transcript; state: SessionState };

type Tallies = Omit<ObserverScores, "kinds"> & {
  byKind: Record<FindingKind, { labelled: number; found: number; hits: number }>;
};

type ReadTurn = {
  at: { session: string; turn: number };
  labels: readonly Label[];
  overlap: Overlap;
  findings: ReadonlyArray<Quoted & { kind: Finding["kind"]; about: string }>;
  secrets: ReadonlyArray<Quoted & { to: string[] }>;
  /** Those that begin in it. */
  digressions: readonly Digression[];
};

/** Scores the turns that were read. Labels in unread turns leave the denominators. */
export function scoreReadings(
  sessions: readonly ReadSession[],
  { corpus, counts }: { corpus: Pick<Corpus, "labels">; counts: (finding: Finding) => boolean },
): ObserverScores {
  const { byKind, ...tallies } = sessions
    .flatMap((session) => readTurns(session, { corpus, counts }))
    .reduce<Tallies>((sums, turn) => {
      for (const name of scoredKinds) addKind(sums, turn, name);
      addPrivate(sums, turn);
      addTangents(sums, turn);
      addNegatives(sums, turn);
      return sums;
    }, nothing());
  return { kinds: scoredKinds.map((name) => kindScore(name, byKind[name])), ...tallies };
}

const nothing = (): Tallies => ({
  byKind: Object.fromEntries(
    scoredKinds.map((name) => [name, { labelled: 0, found: 0, hits: 0 }]),
  ) as Tallies["byKind"],
  hardNegatives: { total: 0, right: 0 },
  private: { labelled: 0, routed: 0, exposed: 0, extra: 0 },
  tangents: { labelled: 0, found: 0, hits: 0, endsRight: 0, howRight: 0 },
  misses: [],
  falseAlarms: [],
  fellFor: [],
});

function readTurns(
  { transcript: { session, table, turns }, state }: ReadSession,
  { corpus, counts }: Parameters<typeof scoreReadings>[1],
): ReadTurn[] {
  const nameOf = (seat: number) => table.names[seat] ?? `seat ${seat}`;
  const digressions = digressionsOf(state);
  return state.readings.flatMap((reading) => {
    if (reading.status !== "read") return [];
    const { turn, content } = reading;
    return {
      at: { session, turn },
      labels: corpus.labels(session, turn),
      overlap: overlapIn(turns[turn - 1]!),
      findings: content.findings
        .filter(counts)
        .map(({ kind, quote, claim }) => ({ kind, quote: quote.text, about: claim })),
      secrets: content.secrets.map(({ to, quote }) => ({ quote, to: to.map(nameOf).toSorted() })),
      digressions: digressions.filter(({ start }) => start === turn),
    };
  });
}

const labelled = <Type extends Label["type"]>(labels: readonly Label[], type: Type) =>
  labels.filter((label): label is LabelOf<Type> => label.type === type);

function addKind(sums: Tallies, { at, labels, overlap, findings }: ReadTurn, name: FindingKind): void {
  const type = labelOf(name);
  const wanted = labels.filter((label) => label.type === type);
  const given = findings.filter(({ kind }) => kind === name);
  const traps = labelled(labels, "not").filter(({ of }) => of === type);
  const { pairs, extra } = pairUp(wanted, given, { overlap, traps });
  const sum = sums.byKind[name];
  sum.labelled += wanted.length;
  sum.found += given.length;
  sum.hits += pairs.size;
  for (const label of wanted) if (!pairs.has(label)) sums.misses.push({ ...at, type, quote: label.quote });
  for (const { quote, about } of extra) sums.falseAlarms.push({ ...at, type, quote, about });
}

function addPrivate(sums: Tallies, { at, labels, overlap, secrets }: ReadTurn): void {
  const type = "private";
  const wanted = labelled(labels, type);
  const { pairs, extra } = pairUp(wanted, secrets, { overlap });
  const sum = sums.private;
  sum.labelled += wanted.length;
  sum.extra += extra.length;
  for (const label of wanted) {
    const to = label.to.toSorted().join(", ");
    const readAs = pairs.get(label)?.to.join(", ");
    if (readAs === to) sum.routed += 1;
    else {
      sum.exposed += 1;
      const about = `to ${to}${readAs === undefined ? "" : `; read as told to ${readAs}`}`;
      sums.misses.push({ ...at, type, quote: label.quote, about });
    }
  }
  for (const { quote, to } of extra)
    sums.falseAlarms.push({ ...at, type, quote, about: `to ${to.join(", ")}` });
}

function addTangents(sums: Tallies, { at, labels, digressions }: ReadTurn): void {
  const type = "tangent";
  const wanted = labelled(labels, type);
  const sum = sums.tangents;
  sum.labelled += wanted.length;
  sum.found += digressions.length;
  for (const { initiator, ends, how, quote } of wanted) {
    const hit = digressions.find((each) => each.initiator === initiator);
    if (!hit) {
      sums.misses.push({ ...at, type, quote, about: `by ${initiator}` });
      continue;
    }
    sum.hits += 1;
    if (hit.ends === ends) sum.endsRight += 1;
    if (hit.how === how) sum.howRight += 1;
  }
  for (const { initiator, quote } of digressions)
    if (!wanted.some((label) => label.initiator === initiator))
      sums.falseAlarms.push({ ...at, type, quote, about: `by ${initiator}` });
}

function addNegatives(
  sums: Tallies,
  { at, labels, overlap, findings, secrets, digressions }: ReadTurn,
): void {
  for (const { of, quote } of labelled(labels, "not")) {
    const given: readonly Quoted[] =
      of === "private"
        ? secrets
        : of === "tangent"
          ? digressions
          : findings.filter(({ kind }) => labelOf(kind) === of);
    sums.hardNegatives.total += 1;
    if (given.some((finding) => overlap(finding.quote, quote))) sums.fellFor.push({ ...at, type: of, quote });
    else sums.hardNegatives.right += 1;
  }
}

function kindScore(
  name: FindingKind,
  { labelled, found, hits }: { labelled: number; found: number; hits: number },
): KindScore {
  const share = (of: number) => (of === 0 ? null : rounded(hits / of));
  const interval = (of: number): Interval | null => {
    if (of === 0) return null;
    const [low, high] = wilson(hits, of);
    return [rounded(low), rounded(high)];
  };
  return {
    name,
    labelled,
    found,
    hits,
    recall: share(labelled),
    recallInterval: interval(labelled),
    precision: share(found),
    precisionInterval: interval(found),
  };
}

const rounded = (value: number): number => Number(value.toFixed(4));

export type Digression = {
  start: number;
  initiator: string;
  quote: string;
  ends: number | null;
  how: "natural" | "forced" | "by-players" | "never";
  woven: boolean;
};

export const digressionsOf = ({ tangents, readings }: SessionState): Digression[] =>
  tangents.map((tangent) => {
    const { startTurn, endTurn, initiator, woven } = tangent;
    const began = readings.find(({ turn }) => turn === startTurn);
    return {
      start: startTurn,
      initiator,
      quote: (began?.status === "read" && began.content.strays?.quote) || "",
      ends: endTurn ?? null,
      how: howOf(tangent),
      woven: woven === "woven",
    };
  });

function howOf({ endTurn, recoveryMethod }: Tangent): Digression["how"] {
  if (endTurn === undefined) return "never";
  if (recoveryMethod === "none") return "by-players";
  return recoveryMethod === "forced" ? "forced" : "natural";
}

type Quoted = { quote: string };
type Overlap = (a: string, b: string) => boolean;

/**
 * Which finding matches which label of one kind in one turn. A single label matches a finding with any quote, except on
 * a hard negative; several labels are distinguished by their quotes.
 */
function pairUp<Wanted extends Quoted, Given extends Quoted>(
  wanted: readonly Wanted[],
  given: readonly Given[],
  { overlap, traps = [] }: { overlap: Overlap; traps?: readonly Quoted[] },
): { pairs: ReadonlyMap<Wanted, Given>; extra: readonly Given[] } {
  const free = new Set(given);
  const pairs = new Map<Wanted, Given>();
  const pair = (label: Wanted, fits: (finding: Given) => boolean) => {
    const finding = [...free].find(fits);
    if (!finding) return;
    free.delete(finding);
    pairs.set(label, finding);
  };
  for (const label of wanted) pair(label, ({ quote }) => overlap(quote, label.quote));
  const [lone] = wanted;
  if (lone && wanted.length === 1 && !pairs.has(lone))
    pair(lone, ({ quote }) => !traps.some((trap) => overlap(quote, trap.quote)));
  return { pairs, extra: [...free] };
}

/** Whether two quotes of one turn overlap. A quote that is not in the turn overlaps one that contains it. */
function overlapIn({ narration, talk, relay = "" }: ReaderTurn): (a: string, b: string) => boolean {
  const text = [narration, ...talk.map(({ says }) => says), relay].join("\n");
  return (a, b) => {
    const [one, other] = [findQuote(text, a), findQuote(text, b)];
    if (one && other) return one.start < other.end && other.start < one.end;
    const [x, y] = [plainQuote(a), plainQuote(b)];
    return x.includes(y) || y.includes(x);
  };
}
