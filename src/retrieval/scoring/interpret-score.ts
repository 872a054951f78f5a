import type { scoreRange } from "../../contract/index.ts";
import type { z } from "zod";

export type ScoreRange = z.infer<typeof scoreRange>;

/** Each range, from its least score, and what it means to people. Best first. */
const ranges: ReadonlyArray<{ range: ScoreRange; from: number; means: string }> = [
  { range: "100", from: 100, means: "Perfect" },
  { range: "90-99", from: 90, means: "Minor issue" },
  { range: "80-89", from: 80, means: "Notable issues" },
  { range: "70-79", from: 70, means: "Concerning" },
  { range: "60-69", from: 60, means: "Barely acceptable" },
  { range: "1-59", from: 1, means: "Failing" },
  { range: "0", from: 0, means: "Hard fail" },
];

const rangeOf = (score: number) => ranges.find(({ from }) => score >= from) ?? ranges.at(-1)!;

export const interpretScore = (score: number): string => rangeOf(score).means;

/** How many scores lie in each range. Missing scores lie in none. */
export function scoreDistribution(scores: readonly number[]): Record<ScoreRange, number> {
  const counts = Object.fromEntries(ranges.map(({ range }) => [range, 0])) as Record<ScoreRange, number>;
  for (const score of scores) counts[rangeOf(score).range] += 1;
  return counts;
}
