import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import type { Transcript } from "./transcript-file.ts";

type Range = { low: number; high: number };
export type ReadingEstimate = { turns: number; calls: Range; input: Range; output: Range; usd: Range | null };

/** Tokens besides the turns themselves: instructions, answer schema, case file. */
const BESIDE = { low: 2_000, high: 4_000 };
const ANSWER = { low: 200, high: 1_000 };
/** Turns that a reader sees in full besides the one it reads. */
const SEEN_BEFORE = 3;
/** A second look is needed after findings: in a few turns, or in all. */
const SECOND_LOOK = {
  share: { low: 0.1, high: 1 },
  input: { low: 400, high: 2_000 },
  output: { low: 50, high: 300 },
};

export function estimateReading(
  sessions: readonly Pick<Transcript, "turns">[],
  model: ResolvedModel,
): ReadingEstimate {
  const shown = sessions.flatMap(({ turns }) => {
    const sizes = turns.map(({ narration, talk, relay = "" }) =>
      estimateTokens([narration, ...talk.map(({ says }) => says), relay].join("\n")),
    );
    return sizes.map((_, index) =>
      sizes.slice(Math.max(0, index - SEEN_BEFORE), index + 1).reduce((sum, size) => sum + size, 0),
    );
  });
  const turns = shown.length;
  const text = shown.reduce((sum, size) => sum + size, 0);
  const at = (end: keyof Range) => {
    const looks = Math.ceil(turns * SECOND_LOOK.share[end]);
    return {
      calls: turns + looks,
      input: text + turns * BESIDE[end] + looks * SECOND_LOOK.input[end],
      output: turns * ANSWER[end] + looks * SECOND_LOOK.output[end],
    };
  };
  const [low, high] = [at("low"), at("high")];
  const usd = ({ input, output }: { input: number; output: number }) =>
    costOf({ input, output }, { ...model.price!, tiers: undefined }).cost;
  return {
    turns,
    calls: { low: low.calls, high: high.calls },
    input: { low: low.input, high: high.input },
    output: { low: low.output, high: high.output },
    usd: model.price ? { low: usd(low), high: usd(high) } : null,
  };
}
