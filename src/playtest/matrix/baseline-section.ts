import type { BaselineResult } from "../../contract/index.ts";
import { inline, markdownTable } from "../../kernel/report/index.ts";
import { interval, number, p, signed } from "./shown.ts";

/** This matrix beside the one it is held against. */
export function baselineSection({
  baseline,
  primaryMetric,
  paired,
  notes,
  prompts,
  outcomes,
  regressions,
}: BaselineResult): string[] {
  return [
    "## Beside the baseline",
    "",
    `${inline(baseline)}, ${paired} paired sessions. ${paired === 0 ? "**Nothing could be tested.**" : regressions.length === 0 ? "Nothing got worse that could be told." : "**It got worse.**"}`,
    "",
    ...regressions.map((line) => `- ${inline(line)}`),
    ...(regressions.length > 0 ? [""] : []),
    ...(prompts.length === 0
      ? []
      : [
          markdownTable(
            [
              "Prompt",
              `${inline(primaryMetric)} before`,
              "now",
              "difference",
              "95 % interval",
              "Pairs",
              "p",
              "Verdict",
            ],
            prompts.map(
              ({ prompt, before, after, difference, interval: range, pairs, p: value, verdict }) => [
                inline(prompt),
                before === null ? "-" : number(before),
                after === null ? "-" : number(after),
                signed(difference),
                interval(range),
                String(pairs),
                p(value),
                verdict ?? "-",
              ],
            ),
          ),
          "",
        ]),
    `Of the paired sessions, failed or crashed: ${outcomes.before.failed} before, ${outcomes.after.failed} now; out of turns: ${outcomes.before.timeout} before, ${outcomes.after.timeout} now.`,
    "",
    ...notes.map((note) => `- ${inline(note)}`),
    ...(notes.length > 0 ? [""] : []),
  ];
}
