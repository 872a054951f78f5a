import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import { BATCH } from "../readings/index.ts";
import type { Transcript } from "./transcript-file.ts";

type Range = { low: number; high: number };
export type ReadingEstimate = { turns: number; calls: Range; input: Range; output: Range; usd: Range | null };

/** Tokens of the instructions and the answer schema, sent with every call. */
const BESIDE = { low: 2_600, high: 3_400 };
/** Of each turn. */
const ANSWER = { low: 70, high: 250 };
/** A second look follows findings: after few batches, or after all. It sends the same transcript. */
const SECOND_LOOK = { share: { low: 0.3, high: 1 }, output: { low: 80, high: 500 } };

export function estimateReading(
  sessions: readonly Pick<Transcript, "turns">[],
  model: ResolvedModel,
): ReadingEstimate {
  const turns = sessions.reduce((sum, session) => sum + session.turns.length, 0);
  /** The tokens of the transcript that each batch sends. */
  const batches = sessions.flatMap((session) => {
    let size = 0;
    return session.turns.flatMap(({ narration, talk, relay = "" }, index) => {
      size += estimateTokens([narration, ...talk.map(({ says }) => says), relay].join("\n"));
      return (index + 1) % BATCH === 0 || index === session.turns.length - 1 ? [size] : [];
    });
  });
  const text = batches.reduce((sum, size) => sum + size, 0);
  const at = (end: keyof Range) => {
    const looks = Math.ceil(batches.length * SECOND_LOOK.share[end]);
    const calls = batches.length + looks;
    return {
      calls,
      input: Math.round(text * (1 + SECOND_LOOK.share[end])) + calls * BESIDE[end],
      output: turns * ANSWER[end] + looks * SECOND_LOOK.output[end],
    };
  };
  return { turns, ...rangesOf({ low: at("low"), high: at("high") }, model) };
}

/** Tokens of the classifier's instructions and its answer schema. */
const CLASSIFIER = { beside: { low: 1_250, high: 1_600 }, answer: { low: 60, high: 250 } };
/** A narration is sent to be classified, and again with the next three. */
const SENT = 4;

/** The classifier is asked once for each turn, or twice if its first answer is unusable. */
export function estimateClassifying(
  sessions: readonly Pick<Transcript, "turns">[],
  model: ResolvedModel,
): Omit<ReadingEstimate, "turns"> {
  const turns = sessions.flatMap((session) => session.turns);
  const text = turns.reduce((sum, { narration }) => sum + SENT * estimateTokens(narration), 0);
  const talk = turns.reduce(
    (sum, { talk, relay = "" }) => sum + estimateTokens([...talk.map(({ says }) => says), relay].join("\n")),
    0,
  );
  const at = (end: keyof Range, times: number) => ({
    calls: times * turns.length,
    input: times * (text + talk + turns.length * CLASSIFIER.beside[end]),
    output: times * turns.length * CLASSIFIER.answer[end],
  });
  return rangesOf({ low: at("low", 1), high: at("high", 2) }, model);
}

export const withClassifying = (
  { turns, ...reading }: ReadingEstimate,
  classifying: Omit<ReadingEstimate, "turns">,
): ReadingEstimate => {
  const sum = (a: Range, b: Range) => ({ low: a.low + b.low, high: a.high + b.high });
  return {
    turns,
    calls: sum(reading.calls, classifying.calls),
    input: sum(reading.input, classifying.input),
    output: sum(reading.output, classifying.output),
    usd: reading.usd && classifying.usd && sum(reading.usd, classifying.usd),
  };
};

type Amount = { calls: number; input: number; output: number };

function rangesOf(
  { low, high }: { low: Amount; high: Amount },
  { price }: ResolvedModel,
): Omit<ReadingEstimate, "turns"> {
  const usd = ({ input, output }: Amount) => costOf({ input, output }, { ...price!, tiers: undefined }).cost;
  return {
    calls: { low: low.calls, high: high.calls },
    input: { low: low.input, high: high.input },
    output: { low: low.output, high: high.output },
    usd: price ? { low: usd(low), high: usd(high) } : null,
  };
}
