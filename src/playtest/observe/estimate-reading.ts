import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import { BATCH } from "../readings/index.ts";
import type { Transcript } from "./transcript-file.ts";

type Range = { low: number; high: number };
export type ReadingEstimate = { turns: number; calls: Range; input: Range; output: Range; usd: Range | null };

type Sessions = ReadonlyArray<Pick<Transcript, "turns">>;
type Calls = { model: ResolvedModel; calls: number; input: number; output: number };

/** Tokens of a call beside the transcript, and of the answer for each turn. */
const READER = { beside: { low: 2_600, high: 3_400 }, answer: { low: 70, high: 250 } };
const CLASSIFIER = { beside: { low: 1_250, high: 1_600 }, answer: { low: 60, high: 250 } };
/** A second look follows findings: after few batches, or after all. It sends the same transcript. */
const SECOND_LOOK = { share: { low: 0.3, high: 1 }, output: { low: 80, high: 500 } };
/** A narration is sent to be classified, and again with the next three. */
const SENT = 4;
/** The classifier is asked once for each turn, or twice if its first answer is unusable. */
const TIMES = { low: 1, high: 2 };

/** What it takes to read these turns, and to classify others first. */
export function estimateReading(
  sessions: Sessions,
  model: ResolvedModel,
  classify?: { sessions: Sessions; model: ResolvedModel },
): ReadingEstimate {
  const [low, high] = (["low", "high"] as const).map((end) => [
    readingCalls(sessions, model, end),
    ...(classify ? [classifierCalls(classify.sessions, classify.model, end)] : []),
  ]) as [Calls[], Calls[]];
  const range = (of: (calls: Calls) => number): Range => ({ low: total(low, of), high: total(high, of) });
  return {
    turns: total(sessions, ({ turns }) => turns.length),
    calls: range(({ calls }) => calls),
    input: range(({ input }) => input),
    output: range(({ output }) => output),
    usd: low.every(({ model }) => model.price)
      ? range(({ model, ...usage }) => costOf(usage, { ...model.price!, tiers: undefined }).cost)
      : null,
  };
}

function readingCalls(sessions: Sessions, model: ResolvedModel, end: keyof Range): Calls {
  /** The tokens of the transcript that each batch sends. */
  const batches = sessions.flatMap(({ turns }) => {
    let size = 0;
    return turns.flatMap((turn, index) => {
      size += estimateTokens(turn.narration) + talkIn(turn);
      return (index + 1) % BATCH === 0 || index === turns.length - 1 ? [size] : [];
    });
  });
  const looks = Math.ceil(batches.length * SECOND_LOOK.share[end]);
  const calls = batches.length + looks;
  const text = total(batches, (size) => size) * (1 + SECOND_LOOK.share[end]);
  return {
    model,
    calls,
    input: Math.round(text) + calls * READER.beside[end],
    output:
      total(sessions, ({ turns }) => turns.length) * READER.answer[end] + looks * SECOND_LOOK.output[end],
  };
}

function classifierCalls(sessions: Sessions, model: ResolvedModel, end: keyof Range): Calls {
  const turns = sessions.flatMap((session) => session.turns);
  const calls = TIMES[end] * turns.length;
  const text = total(turns, (turn) => SENT * estimateTokens(turn.narration) + talkIn(turn));
  return {
    model,
    calls,
    input: TIMES[end] * text + calls * CLASSIFIER.beside[end],
    output: calls * CLASSIFIER.answer[end],
  };
}

const talkIn = ({ talk, relay = "" }: Transcript["turns"][number]): number =>
  estimateTokens([...talk.map(({ says }) => says), relay].join("\n"));

const total = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0);
