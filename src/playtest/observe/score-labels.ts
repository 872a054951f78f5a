/** Scores a reader on transcripts with labels. Labels are read here alone, so that no model can see them. */
import { z } from "zod";
import {
  transcriptTurn,
  type Finding,
  type ReaderScore,
  type ReaderScores,
  type Reading,
} from "../../contract/index.ts";
import { suggestion } from "../../kernel/errors/index.ts";
import { wilson, type Interval } from "../../kernel/stats/index.ts";
import { kindOf, readerKinds, type OwnKinds } from "../findings/index.ts";
import { findQuote } from "../../kernel/text/index.ts";
import type { Observed } from "./observe-folder.ts";
import { badLine, parseLine, readLines, type TranscriptLine } from "./transcript-file.ts";

/** A label without a quote covers its whole turn. `of`: what a hard negative (type `not`) resembles. */
const label = z.object({
  type: z.string(),
  quote: z.string().default(""),
  of: z.string().optional(),
});
const labelledTurn = transcriptTurn.extend({ labels: z.array(label).max(200) });
type LabelledTurn = z.infer<typeof labelledTurn>;
type FaultLabel = LabelledTurn["labels"][number];
type TurnText = Omit<LabelledTurn, "labels">;

/** The turns that have labels, by session and turn. An empty list of labels says that a turn has no fault. */
export type FaultLabels = ReadonlyMap<string, LabelledTurn>;

/** Undefined: the file has no labels. */
export function readFaultLabels(file: string, own: OwnKinds = {}): FaultLabels | undefined {
  const turns = readLines(file).flatMap((line) => {
    const { labels, ...turn } = parseLine(line, labelledTurn.partial({ labels: true }));
    return labels ? [{ ...turn, labels: labels.map((each) => checked(each, { turn, line, own })) }] : [];
  });
  return turns.length === 0
    ? undefined
    : new Map(turns.map((turn) => [`${turn.session}/${turn.turn}`, turn]));
}

/** A label with a name that nobody knows, or with a quote of another text, would silently count against the reader. */
function checked(
  each: FaultLabel,
  { turn, line, own }: { turn: TurnText; line: TranscriptLine; own: OwnKinds },
): FaultLabel {
  const type = typeOf(each.type, line, own);
  const of = each.of === undefined ? undefined : typeOf(each.of, line, own);
  if (each.quote === "" || findQuote(textOf(turn), each.quote)) return { ...each, type, of };
  throw badLine(line, `the quote of a label is not in the turn: ${JSON.stringify(each.quote)}`);
}

/** The name of a kind works too: reports have it. */
function typeOf(name: string, line: TranscriptLine, own: OwnKinds): string {
  const kinds = kindsOf(own);
  const type = kinds.find((kind) => kind === name);
  const known = [...kinds.map(labelOf), ...UNSCORED];
  if (type) return labelOf(type);
  if (known.includes(name)) return name;
  throw badLine(line, `unknown type of label ${JSON.stringify(name)}. ${suggestion(name, known)}`.trimEnd());
}

/** What a turn is, beside its faults; and a passage that only looks like one. */
const UNSCORED = ["pulse", "tangent", "private", "clarification", "recap", "end", "not"];

const kindsOf = (own: OwnKinds): string[] => readerKinds(own).map(([kind]) => kind);
const labelOf = (kind: string): string => kindOf(kind).reader?.label ?? kind;
const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

export function scoreReader(
  observed: readonly Observed[],
  { labels, own = {} }: { labels: FaultLabels; own?: OwnKinds },
): ReaderScores {
  const readings = observed.flatMap(readIn);
  const turns = readings.flatMap(({ session, turn, content }) => {
    const labelled = labels.get(`${session}/${turn}`);
    return labelled ? [{ labelled, findings: confirmedIn(content) }] : [];
  });
  const rates = (name: string, count: (turn: (typeof turns)[number]) => Count): ReaderScore => {
    const counts = turns.map(count);
    const labelled = total(counts.map((count) => count.labelled));
    const found = total(counts.map((count) => count.found));
    const hits = total(counts.map((count) => count.hits));
    const [recall, recallInterval] = shareOf(hits, labelled);
    const [precision, precisionInterval] = shareOf(hits, found);
    return { name, labelled, found, hits, recall, recallInterval, precision, precisionInterval };
  };
  const spent = observed.map(({ result }) => result.totals.all);
  const unpriced = total(spent.map((each) => each.unpriced + (each.recorded?.unpriced ?? 0)));
  const perTurn = (numbers: readonly number[]) =>
    readings.length === 0 ? null : total(numbers) / readings.length;
  return {
    kinds: kindsOf(own)
      .filter((kind) => isLabelled(labels, labelOf(kind)))
      .map((kind) => rates(kind, ({ labelled, findings }) => countKind(kind, labelled, findings))),
    unscored: unlabelled(
      turns.flatMap(({ findings }) => findings),
      labels,
    ),
    voidQuotes: total(readings.map(({ content }) => content.voidQuotes.length)),
    calls: total(spent.map(({ attempts }) => attempts)),
    tokensPerTurn: perTurn(spent.map(({ tokens }) => tokens.input + tokens.output)),
    costPerTurn:
      unpriced > 0 ? null : perTurn(spent.map(({ cost, recorded }) => cost + (recorded?.cost ?? 0))),
  };
}

type Count = Pick<ReaderScore, "labelled" | "found" | "hits">;

/** With a type that no label names, nobody has said what is right. */
const isLabelled = (labels: FaultLabels, name: string): boolean =>
  [...labels.values()].some((turn) => turn.labels.some(({ type, of }) => type === name || of === name));

function unlabelled(findings: readonly Finding[], labels: FaultLabels): Record<string, number> {
  const other = findings.filter(({ kind }) => !isLabelled(labels, labelOf(kind)));
  return Object.fromEntries(
    [...Map.groupBy(other, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
  );
}

/** All confirmed findings with the names of labels, one JSON line each. */
export const findingLines = (observed: readonly Observed[]): string =>
  observed
    .flatMap(readIn)
    .flatMap(({ session, turn, content }) =>
      confirmedIn(content).map(({ kind, quote, earlier, confidence }) => {
        const [first] = earlier;
        const against = first?.text;
        const line = { session, turn, type: labelOf(kind), quote: quote.text, against, earlier, confidence };
        return `${JSON.stringify(line)}\n`;
      }),
    )
    .join("");

type ReadTurn = Extract<Reading, { status: "read" }> & { session: string };

const readIn = ({ result, readings }: Observed): ReadTurn[] =>
  readings.flatMap((each) => (each.status === "read" ? [{ ...each, session: result.sessionId }] : []));

const confirmedIn = ({ findings }: ReadTurn["content"]): Finding[] =>
  findings.filter(({ state }) => state === "confirmed");

/** With its 95 % interval. Null: there is nothing to divide by. */
function shareOf(hits: number, of: number): [number, Interval] | [null, null] {
  return of === 0 ? [null, null] : [hits / of, wilson(hits, of)];
}

/**
 * A single label matches a finding of its kind with any quote in its turn, except one on a hard negative. Several
 * labels are distinguished by their quotes.
 */
function countKind(kind: string, { labels, ...turn }: LabelledTurn, findings: readonly Finding[]): Count {
  const type = labelOf(kind);
  const wanted = labels.filter((each) => each.type === type);
  const lookalikes = labels.filter((each) => each.type === "not" && each.of === type);
  const quotes = findings.filter((finding) => finding.kind === kind).map(({ quote }) => quote.text);
  const free = new Set(quotes.keys());
  const match = (fits: (quote: string) => boolean) =>
    void free.delete([...free].find((at) => fits(quotes[at]!)) ?? -1);
  for (const { quote } of wanted) match((found) => overlap(turn, found, quote));
  if (wanted.length === 1 && free.size === quotes.length)
    match((found) => !lookalikes.some(({ quote }) => overlap(turn, found, quote)));
  return { labelled: wanted.length, found: quotes.length, hits: quotes.length - free.size };
}

/** Whether a finding's quote overlaps a label's. A label without a quote covers its whole turn. */
function overlap(turn: TurnText, finding: string, label: string): boolean {
  const text = textOf(turn);
  const [one, other] = [findQuote(text, finding), findQuote(text, label)];
  if (label === "" || !one || !other) return label === "";
  return one.start < other.end && other.start < one.end;
}

const textOf = ({ narrator, said, relay }: TurnText): string =>
  [narrator, ...said.map(({ says }) => says), relay ?? ""].join("\n");
