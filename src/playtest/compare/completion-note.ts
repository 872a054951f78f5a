import { counted } from "../../kernel/report/index.ts";
import { leastP, mcnemar } from "../../kernel/stats/index.ts";
import type { Completion } from "./arm-comparison.ts";

const ALPHA = 0.05;

/** What a row about pass or fail leaves unsaid: whether its pairs could have shown anything, and how much. */
export function completionNote(
  { pairs, differ, verdict, method, adjusted }: Completion,
  tests: number,
): string[] {
  const beside = tests > 1 ? ` beside ${tests - (adjusted === null ? 0 : 1)} other tests` : "";
  if (verdict === "insufficient evidence" && pairs >= 6)
    return [
      `Whether stories are told to their end: ${differ} of ${counted(pairs, "pair")} ${differ === 1 ? "differs" : "differ"}, which is too few to tell${beside}.`,
    ];
  if (verdict !== "no difference found" || method !== "exact McNemar") return [];
  const least = Math.ceil(
    (100 * leastGap({ pairs, differ, tests: adjusted === null ? tests + 1 : tests })) / pairs,
  );
  return [
    `Whether stories are told to their end: with ${differ === 0 ? "so many pairs" : `${differ} of ${counted(pairs, "pair")} that differ`}, a difference under ${least} % could not have been told from luck${beside}.`,
  ];
}

/** The least difference in how many come to their end that McNemar's test tells from luck, given how many pairs differ; where none does, the fewest that would have had to. */
function leastGap({ pairs, differ, tests }: { pairs: number; differ: number; tests: number }): number {
  if (differ === 0) {
    let few = 1;
    while (few < pairs && leastP(few) * tests > ALPHA) few++;
    return few;
  }
  let against = 0;
  while (mcnemar(against + 1, differ - against - 1) * tests <= ALPHA) against++;
  return differ - 2 * against;
}
