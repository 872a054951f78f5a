import type { CaseFact, Finding, Reading } from "../../contract/index.ts";
import { findingKinds, type ReaderQuestion } from "../findings/index.ts";
import { normaliseQuote } from "../text/index.ts";
import type { ReaderTable, ReaderTurn } from "./reader-turn.ts";

/** The case file in a prompt. `kept` changes every few turns, `added` only grows in between, `standing` is current. */
export type CaseFile = { kept: string; added: string; standing: string };

/** Characters, at four per token: a prompt contains less than 1,500 tokens of case file. */
const KEPT = 1_400;
const ADDED = 800;
const STANDING = 950;
const RECALLED = 900;
const REBUILT_EVERY = 8;
const MOST_RECALLED = 10;
const LONGEST_LINE = 160;
const LONGEST_SECRET = 320;
const LONGEST_DISPUTED = 110;
/** A request is closed after this many turns, regardless of its outcome. */
const REQUEST_LASTS = 2;

export type Entry = CaseFact & { turn: number };
type Request = { id: string; text: string; turn: number };
type Secret = { id: string; turn: number; to: readonly number[]; quote: string; shared: boolean };

/** Everything that earlier readings have noted. */
export type Ledger = {
  facts: Map<string, Entry>;
  superseded: Set<string>;
  /** Facts that a later narration contradicted, and its words: which of the two is true is unknown. */
  disputed: Map<string, Finding["quote"]>;
  requests: Request[];
  secrets: Map<string, Secret>;
  digression: { since: number; by: number; about: string; relayed: boolean } | undefined;
};

const emptyLedger = (): Ledger => ({
  facts: new Map(),
  superseded: new Set(),
  disputed: new Map(),
  requests: [],
  secrets: new Map(),
  digression: undefined,
});

/** The sum of earlier readings. */
export function openLedger(readings: readonly Reading[], turn: number): Ledger {
  const ledger = emptyLedger();
  for (const reading of readings) note(ledger, reading);
  ledger.requests = ledger.requests.filter((request) => turn - request.turn <= REQUEST_LASTS);
  return ledger;
}

function note(ledger: Ledger, reading: Reading): void {
  if (reading.status === "unread") return;
  const { turn, content } = reading;
  for (const fact of factsOf(reading)) {
    ledger.facts.set(fact.id, fact);
    for (const id of fact.supersedes ?? []) ledger.superseded.add(id);
  }
  for (const finding of content.findings) {
    const { against, quote: said } = finding;
    if (!against) continue;
    if (changes(finding, "disputes-fact"))
      for (const { id, quote, turn } of ledger.facts.values())
        if (turn === against.turn && overlaps(quote, against.text)) ledger.disputed.set(id, said);
    if (changes(finding, "reveals-secret"))
      for (const secret of ledger.secrets.values())
        if (secret.turn === against.turn && overlaps(secret.quote, against.text)) share(ledger, secret.id);
  }
  const settled = new Set(
    content.requests
      .filter(({ outcome }) => outcome === "granted" || outcome === "refused")
      .map(({ id }) => id),
  );
  ledger.requests = [
    ...ledger.requests.filter((request) => !settled.has(request.id) && turn - request.turn < REQUEST_LASTS),
    ...content.asks.map((ask) => ({ ...ask, turn })),
  ];
  for (const secret of content.secrets) ledger.secrets.set(secret.id, { ...secret, turn, shared: false });
  for (const { id } of content.shared) share(ledger, id);
  if (content.returned) ledger.digression = undefined;
  const { strays } = content;
  if (strays)
    ledger.digression = ledger.digression
      ? { ...ledger.digression, relayed: ledger.digression.relayed || strays.relayed }
      : { since: turn, by: strays.by, about: strays.about, relayed: strays.relayed };
}

const changes = ({ kind, state }: Finding, how: ReaderQuestion["caseFile"]): boolean =>
  state === "confirmed" && findingKinds[kind].reader.caseFile === how;

/** The facts of a turn. Words that contradict an earlier turn establish nothing. */
function factsOf(reading: Reading): Entry[] {
  if (reading.status === "unread") return [];
  const { facts, findings } = reading.content;
  const wrong = findings.filter((finding) => changes(finding, "disputes-fact"));
  return facts
    .filter(({ quote }) => !wrong.some((finding) => overlaps(finding.quote.text, quote)))
    .map((fact) => ({ ...fact, turn: reading.turn }));
}

function share({ secrets }: Ledger, id: string): void {
  const secret = secrets.get(id);
  if (secret) secrets.set(id, { ...secret, shared: true });
}

const overlaps = (one: string, other: string): boolean => {
  const [a, b] = [normaliseQuote(one), normaliseQuote(other)];
  return a.includes(b) || b.includes(a);
};

export function caseFile({
  readings,
  turns,
  table,
}: {
  readings: readonly Reading[];
  turns: readonly ReaderTurn[];
  table: ReaderTable;
}): CaseFile {
  const now = turns.at(-1)!;
  const ledger = openLedger(readings, now.turn);
  const { kept, added } = shownFacts(readings);
  const shown = new Set([...kept, ...added].map(({ id }) => id));
  return {
    kept: kept.map(factLine).join("\n"),
    added: added.map(factLine).join("\n"),
    standing: standing(ledger, { shown, now, table }),
  };
}

/** Rebuilt every eight turns, or when the additions no longer fit. */
function shownFacts(readings: readonly Reading[]): { kept: Entry[]; added: Entry[] } {
  let rebuiltAfter = 0;
  let size = 0;
  for (const [index, reading] of readings.entries()) {
    size += sizeOf(factsOf(reading));
    if (reading.turn % REBUILT_EVERY !== 0 && size <= ADDED) continue;
    [rebuiltAfter, size] = [index + 1, 0];
  }
  const ledger = emptyLedger();
  for (const reading of readings.slice(0, rebuiltAfter)) note(ledger, reading);
  return { kept: rebuilt(ledger), added: readings.slice(rebuiltAfter).flatMap(factsOf) };
}

/**
 * The facts that fit: disputed ones, then lasting ones, then the others, newest first; no replaced ones. In the order
 * of telling.
 */
function rebuilt({ facts, superseded, disputed }: Ledger): Entry[] {
  const all = [...facts.values()].filter(({ id }) => !superseded.has(id)).toReversed();
  const kept = new Set<string>();
  let size = 0;
  for (const fact of [
    ...all.filter(({ id }) => disputed.has(id)),
    ...all.filter(({ lasting }) => lasting),
    ...all,
  ]) {
    if (kept.has(fact.id)) continue;
    size += factLine(fact).length + 1;
    if (size > KEPT) break;
    kept.add(fact.id);
  }
  return all.filter(({ id }) => kept.has(id)).toReversed();
}

const sizeOf = (facts: readonly Entry[]): number =>
  facts.reduce((sum, fact) => sum + factLine(fact).length + 1, 0);

const factLine = ({ id, subject, text, supersedes }: Entry): string =>
  clip(`${id} ${subject}: ${text}${supersedes === undefined ? "" : ` (replaces ${supersedes.join(", ")})`}`);

const clip = (text: string, most = LONGEST_LINE): string => {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
};

function standing(
  ledger: Ledger,
  { shown, now, table: { names } }: { shown: ReadonlySet<string>; now: ReaderTurn; table: ReaderTable },
): string {
  const { requests, secrets, digression, disputed, superseded } = ledger;
  // If there are more secrets than fit, the newest.
  const newest = [...secrets.values()].toReversed();
  const who = (seats: readonly number[]) => seats.map((seat) => names[seat]).join(" and ");
  const lines = [
    digression
      ? `Open digression since turn ${digression.since}, begun by ${names[digression.by]}: ${digression.about} (${digression.relayed ? "the relay told the narrator" : "the narrator was not told"})`
      : "Open digression: none",
    ...requests.map(({ id, turn, text }) => `Open request ${id} (relay of turn ${turn}): ${text}`),
    ...[...disputed]
      .filter(([id]) => shown.has(id) && !superseded.has(id))
      .map(([id, { turn, text }]) =>
        clip(`${id} is disputed: turn ${turn} says ${JSON.stringify(text)}`, LONGEST_DISPUTED),
      ),
    ...newest
      .filter(({ shared }) => !shared)
      .map(
        ({ id, turn, to, quote }) =>
          `Secret ${id} (turn ${turn}), known to ${who(to)} only: ${JSON.stringify(quote)}`,
      ),
    ...newest
      .filter(({ shared }) => shared)
      .map(({ id, turn, to, quote }) =>
        clip(`No longer secret: ${id} (turn ${turn}), told to ${who(to)}: ${JSON.stringify(quote)}`),
      ),
  ];
  const recalled = recall(ledger, { shown, now }).map((fact) => `Earlier fact ${factLine(fact)}`);
  return [
    ...fitting(
      lines.map((line) => clip(line, LONGEST_SECRET)),
      STANDING,
    ),
    ...fitting(recalled, RECALLED),
  ].join("\n");
}

/** As many first lines as fit. */
function fitting(lines: readonly string[], most: number): string[] {
  let size = 0;
  return lines.filter((line) => (size += line.length + 1) <= most);
}

/**
 * Dropped facts that this turn names, by their subject or by two words. Lasting ones come first: one of each subject,
 * then a second, and so on. Within a subject, those that share the rarest words with the turn, then the oldest.
 */
function recall(
  { facts, superseded }: Ledger,
  { shown, now }: { shown: ReadonlySet<string>; now: ReaderTurn },
): Entry[] {
  const said = new Set(wordsOf([now.narration, ...now.talk.map(({ says }) => says)].join(" ")));
  const all = [...facts.values()].map(wordsIn);
  const frequency = new Map<string, number>();
  for (const { words } of all)
    for (const word of words) if (said.has(word)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const weigh = (words: Iterable<string>) =>
    [...words].filter((word) => said.has(word)).reduce((sum, word) => sum + 1 / frequency.get(word)!, 0);
  const named = all
    .filter(({ fact: { id } }) => !shown.has(id) && !superseded.has(id))
    .filter(
      ({ subject, words }) =>
        subject.some((word) => said.has(word)) || [...words].filter((word) => said.has(word)).length > 1,
    )
    .map((each) => ({ ...each, shared: weigh(each.words) }))
    .toSorted(
      (a, b) =>
        Number(b.fact.lasting) - Number(a.fact.lasting) || b.shared - a.shared || a.fact.turn - b.fact.turn,
    );
  const places = new Map<string, number>();
  return named
    .map((each) => {
      const subject = each.subject.join(" ");
      const place = places.get(subject) ?? 0;
      places.set(subject, place + 1);
      return { ...each, place };
    })
    .toSorted((a, b) => Number(b.fact.lasting) - Number(a.fact.lasting) || a.place - b.place)
    .slice(0, MOST_RECALLED)
    .map(({ fact }) => fact);
}

const wordsIn = (fact: Entry) => ({
  fact,
  subject: wordsOf(fact.subject),
  words: new Set(wordsOf(`${fact.subject} ${fact.text}`)),
});

/** Words of three letters or more, without a plural or genitive ending. */
const wordsOf = (text: string): string[] =>
  (normaliseQuote(text).match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    .filter((word) => !COMMON.has(word))
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
const COMMON: ReadonlySet<string> = new Set([
  "the",
  "and",
  "his",
  "her",
  "its",
  "their",
  "has",
  "was",
  "for",
  "with",
]);
