import type { PatternNode } from "./parse-pattern.ts";

/**
 * How many ways a backtracking engine can at most go through a pattern from one place of a message. Where every
 * repetition ends, this number does not grow with the message: the work is at most ways × pattern, repetitions written out, × message, and
 * no message can be made that takes longer. Without a last repetition no such number can be given.
 */
export function backtrackingWays(pattern: PatternNode): number | { endless: string } {
  switch (pattern.kind) {
    case "characters":
      return 1;
    case "nothing":
      return pattern.looksAt ? backtrackingWays(pattern.looksAt) : 1;
    case "choice":
      return fold(pattern.items, (sum, ways) => sum + ways, 0);
    case "sequence":
      return fold(pattern.items, (product, ways) => product * ways, 1);
    case "repeat": {
      const ways = backtrackingWays(pattern.item);
      if (typeof ways !== "number") return ways;
      if (pattern.max === Infinity) return { endless: pattern.text };
      if (ways === 1) return Math.max(1, pattern.max - pattern.min + 1);
      let sum = 0;
      for (let times = pattern.min; times <= pattern.max && sum < Number.MAX_SAFE_INTEGER; times++) sum += ways ** times;
      return sum;
    }
  }
}

function fold(items: readonly PatternNode[], add: (total: number, ways: number) => number, start: number): number | { endless: string } {
  let total = start;
  for (const item of items) {
    const ways = backtrackingWays(item);
    if (typeof ways !== "number") return ways;
    total = add(total, ways);
  }
  return total;
}
