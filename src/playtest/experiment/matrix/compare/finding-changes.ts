/** Which kinds of findings are new, gone, more or less frequent beside the baseline. */
import type { BaselineResult } from "../../../../contract/index.ts";
import { holm, worseThanBefore } from "../../../../kernel/stats/index.ts";
import type { RowPair } from "./baseline-outcomes.ts";

/** The kinds that rows count, by the name of their metric. Rows of every version have them. */
const METRICS: Readonly<Record<string, string>> = {
  breakdown: "breakdowns",
  loop: "loops",
  contradiction: "contradictions",
  confusion: "confusion",
  stuck: "stuck",
  leak: "secret-leaks",
  "ignored-request": "ignored-players",
  "forced-segue": "forced-segues",
};

/** In paired sessions of one prompt and narrator: how many have the kind. p is two-sided, with Holm's correction over all of them. */
export function findingChanges(
  pairs: readonly RowPair[],
  prompts: readonly string[],
): NonNullable<BaselineResult["findings"]> {
  const narrators = [...new Set(pairs.map(({ after }) => after.narrator))];
  const variants = prompts.flatMap((prompt) => narrators.map((narrator) => ({ prompt, narrator })));
  const all = variants.flatMap(({ prompt, narrator }) =>
    Object.entries(METRICS).flatMap(([type, metric]) => {
      const both = pairs
        .filter(({ after }) => after.prompt === prompt && after.narrator === narrator)
        .map(({ before, after }) => [before.metrics[metric] ?? null, after.metrics[metric] ?? null] as const)
        .filter((values): values is readonly [number, number] => values.every((value) => value !== null));
      const [before, now] = [0, 1].map((side) => both.filter((values) => values[side]! > 0).length) as [
        number,
        number,
      ];
      if (before === 0 && now === 0) return [];
      const worse = both.filter(([was, is]) => was === 0 && is > 0).length;
      const better = both.filter(([was, is]) => was > 0 && is === 0).length;
      const [more, fewer] = [Math.max(worse, better), Math.min(worse, better)];
      return [
        {
          prompt,
          ...(narrators.length > 1 && { narrator }),
          type,
          before,
          now,
          of: both.length,
          p:
            more === fewer
              ? 1
              : Math.min(1, 2 * worseThanBefore({ worse: more, better: fewer, pairs: both.length })),
        },
      ];
    }),
  );
  const adjusted = holm(all.map(({ p }) => p));
  return all.map((each, at) => ({
    ...each,
    p: adjusted[at] ?? 1,
    change:
      each.before === each.now
        ? "unchanged"
        : each.before === 0
          ? "new"
          : each.now === 0
            ? "gone"
            : each.now > each.before
              ? "more frequent"
              : "less frequent",
  }));
}
