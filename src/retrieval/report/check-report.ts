/** The Markdown report of a check. */
import {
  mechanism,
  type Breakdown,
  type CheckResults,
  type ComponentOf,
  type Mechanism,
  type ResultOf,
  type TestResult,
} from "../../contract/index.ts";
import {
  counted,
  inline,
  markdownTable,
  notesSection,
  signed,
  verdictMarkdown,
} from "../../kernel/report/index.ts";
import { answersSection } from "../answers/index.ts";
import {
  groupTable,
  labelOf,
  modules,
  shownScore,
  styles,
  type MechanismModule,
  type Style,
} from "../mechanisms/index.ts";
import { groupScores, interpretScore } from "../score.ts";
import { allResults, healthText, rateText, repeatText, tookText } from "./check-answer.ts";

/** What the banks found, for people: health first, then scores, then every test that lost points and why. */
export function checkReport(results: CheckResults): string {
  const { summary, timestamp, target, outcome } = results;
  return [
    "# Test Harness V2 Results",
    "",
    `**Date:** ${timestamp}`,
    ...(outcome && outcome.verdict !== "no-gate" ? [`**Gates:** ${inline(outcome.says)}`, ""] : []),
    `**Health Status:** ${healthText(summary)}`,
    "",
    ...summary.health_reasons.map((reason) => `- ${inline(reason)}`),
    ...(summary.health_reasons.length > 0 ? [""] : []),
    `**Target:** ${inline(target.name)}${target.embedder ? `, embeddings by ${inline(target.embedder)}` : ""}${target.reranker ? `, reranked by ${inline(target.reranker)}` : ""} (${target.stages ? target.stages.map(inline).join(" → ") : `${target.candidates} candidates`}, ${target.top_k} selected)`,
    "",
    ...notesSection(results.notes),
    "---",
    "",
    ...critical(results),
    ...componentTable(results),
    ...namedBanks(results),
    ...baselineSection(outcome),
    ...repeatSection(results),
    ...answersSection(results),
    ...mechanism.options.flatMap((name) => overview(name, results)),
    ...mechanism.options.flatMap((name) => belowFullSection(name, results)),
    ...cost(results),
  ].join("\n");
}

const baselineSection = (outcome: CheckResults["outcome"]): string[] =>
  outcome?.baseline
    ? ["## Against the Baseline", "", verdictMarkdown(outcome.baseline.verdict, { level: 3 }), ""]
    : [];

/** How often each flaky test passed. */
function repeatSection(results: CheckResults): string[] {
  const { repeats } = results;
  if (!repeats) return [];
  const flaky = allResults(results).filter((result) => result.repeats?.flaky);
  return [
    "## Repeats",
    "",
    repeats.tests === 0
      ? repeatText(repeats)
      : `${repeatText(repeats)} A score is the mean over the attempts of a test; it is a hard fail if at least half of them failed.`,
    "",
    ...(flaky.length === 0
      ? []
      : [
          "### Flaky Tests",
          "",
          markdownTable(
            ["Test", "Passed", "Score", "Pass rate (95 %)"],
            flaky.map(({ test_id, score, repeats: own }) => [
              inline(test_id),
              `${own!.passed} of ${own!.answered}`,
              shownScore(score),
              `${own!.rate!.toFixed(2)} (${own!.interval![0]!.toFixed(2)} to ${own!.interval![1]!.toFixed(2)})`,
            ]),
          ),
          "",
        ]),
  ];
}

function critical({ pattern, summary }: CheckResults): string[] {
  if (summary.critical_failures.length === 0) return [];
  const byId = new Map(pattern?.results.map((result) => [result.test_id, result]));
  return [
    "## 🚨 Critical Failures",
    "",
    "These crisis detection failures require immediate attention:",
    "",
    ...summary.critical_failures.map((id) => {
      const test = byId.get(id);
      return `- ${inline(id)}${test ? `: ${test.pattern_type === "crisis" ? "missed" : "false positive on"} "${inline(test.prompt)}"` : ""}`;
    }),
    "",
  ];
}

function componentTable(results: CheckResults): string[] {
  const { summary } = results;
  const rows = mechanism.options.flatMap((name) => {
    const found = results[name];
    if (!found) return [];
    const untested = found.by_built_in && results.target.kind !== "built-in";
    return [
      [
        `${labelOf(name, results.target)}${untested ? " \\*" : ""}`,
        shownScore(found.average_score),
        String(found.tests_run),
        String(found.hard_fails),
        String(found.missing),
      ],
    ];
  });
  const combined = [
    shownScore(summary.combined_score),
    summary.total_tests,
    summary.hard_fail_count,
    summary.missing_count,
  ].map((value) => `**${value}**`);
  const foreign =
    results.target.kind !== "built-in" && mechanism.options.some((name) => results[name]?.by_built_in);
  return [
    "## Summary",
    "",
    markdownTable(
      ["Component", "Score", "Tests", "Hard Fails", "Missing"],
      [...rows, ["**Combined**", ...combined]],
    ),
    "",
    ...(foreign
      ? [
          "\\* Not implemented by the target; the built-in rules answered instead. This part of the target was not tested.",
          "",
        ]
      : []),
    ...(summary.partial
      ? ["Partial: not all banks or tests were run; weights are rescaled over those that were.", ""]
      : []),
  ];
}

/** Banks that have a name of their own. */
function namedBanks(results: CheckResults): string[] {
  const scores = groupScores(allResults(results), ({ bank }) => (bank === undefined ? [] : [bank]));
  return groupTable("Banks", "Bank", Object.entries(scores));
}

function overview<Name extends Mechanism>(name: Name, results: CheckResults): string[] {
  const module: MechanismModule<Name> = modules[name];
  const component = results[name] as ComponentOf<Name> | undefined;
  return component ? module.overview(component, results) : [];
}

function belowFullSection(name: Mechanism, results: CheckResults): string[] {
  const all: readonly TestResult[] = results[name]?.results ?? [];
  const failing = all
    .filter(({ score }) => score === null || score < 100)
    .toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));
  return failing.length === 0
    ? []
    : [
        `## ${labelOf(name, results.target)} Test Failures`,
        "",
        `${failing.length} of ${counted(all.length, "test")}, the worst first.`,
        "",
        ...failing.flatMap((result) => testSection(result)),
      ];
}

/** One test: the question, the expectation, the answer, and where it went wrong. */
export function testSection(
  result: TestResult,
  { style = "markdown" }: { style?: "markdown" | "plain" } = {},
): string[] {
  const { test_id, name, score, missing } = result;
  const { inline, bold, heading } = styles[style];
  return [
    heading(`${inline(test_id)}${name === "" ? "" : `: ${inline(name)}`}`),
    "",
    score === null
      ? `${bold("No score:")} ${inline(missing?.message ?? "the target did not answer")}`
      : `${bold("Score:")} ${score} (${interpretScore(score)})`,
    "",
    ...details(result.mechanism, result, styles[style]),
    ...(score === null ? [] : pointsLost(result.breakdown, styles[style])),
    "",
  ];
}

const details = <Name extends Mechanism>(name: Name, result: TestResult, style: Style): string[] => {
  const module: MechanismModule<Name> = modules[name];
  return module.details(result as ResultOf<Name>, style);
};

/** Why a test has no score or lost points, in a sentence. */
export function lossText(test: TestResult): string {
  const { repeats, score } = test;
  const once = lossOnce(test);
  if (!repeats || repeats.attempts.length <= 1) return once;
  return score === null || test.is_hard_fail || repeats.passed === repeats.answered
    ? `${once} It ${rateText(repeats)}.`
    : `Score ${score}, ${rateText(repeats)}. In a failed attempt: ${once.replace(/^Hard fail: /, "")}`;
}

function lossOnce(test: TestResult): string {
  const { score, missing, breakdown } = test;
  if (score === null)
    return `No score: ${(missing?.message ?? "the target did not answer").replace(/\.?$/, ".")}`;
  if (breakdown.primary_fail) {
    const { expected, got } = answerOf(test);
    if (expected.length === 0) return `Hard fail: ${breakdown.reason ?? "a primary entity did not come up"}.`;
    const absent = expected.filter((id) => !got.includes(id));
    return `Hard fail: ${absent.join(", ") || (breakdown.reason ?? "a primary entity")} did not come up. ${got.length === 0 ? "Nothing came up" : `Instead: ${got.slice(0, 5).join(", ")}`}.`;
  }
  const lost = pointsLost(breakdown, styles.plain).map((line) => line.replace(/^- /, ""));
  return `Score ${score}${lost.length === 0 ? "" : ` (${lost.join("; ")})`}.`;
}

function answerOf(test: TestResult): { expected: readonly string[]; got: readonly string[] } {
  switch (test.mechanism) {
    case "semantic":
      return { expected: test.primary_missing, got: test.haiku_selections };
    case "pattern":
      return { expected: test.expected_matches, got: test.matched_entities };
    case "state":
      return { expected: test.expected_handlers, got: test.triggered_handlers };
    case "always":
      return { expected: test.missing_entities, got: test.loaded_entities };
    default:
      // A mechanism that lists no ids: its reason says what was missing.
      return { expected: [], got: [] };
  }
}

function pointsLost({ primary_fail, reason, ...parts }: Breakdown, { inline, bold }: Style): string[] {
  if (primary_fail) return [`- ${bold("Points:")} 0: ${inline(reason ?? "")}`];
  const words = {
    secondary_missing: "secondary missing",
    false_positives: "should not have come up",
    rank_violations: "in the wrong order",
    wrong_handlers: "wrong handler",
  } as const;
  return (Object.keys(words) as Array<keyof typeof words>).flatMap((kind) => {
    const part = parts[kind];
    return part
      ? [
          `- ${bold(`${signed(part.penalty)}:`)} ${words[kind]}: ${part.items.map((item) => (typeof item === "string" ? inline(item) : `${inline(item.expected_higher)} at rank ${item.actual_higher_rank}, ${inline(item.expected_lower)} at ${item.actual_lower_rank}`)).join(", ")}`,
        ]
      : [];
  });
}

function cost(results: CheckResults): string[] {
  const { totals } = results;
  const rows = [...Object.entries(totals.byRole), ["total", totals.all] as const].map(
    ([role, { attempts, failed, tokens, cost, unpriced }]) => [
      inline(role),
      String(attempts),
      String(failed),
      String(tokens.input),
      String(tokens.cacheRead),
      String(tokens.output),
      `${unpriced > 0 ? "≥ " : ""}${cost.toFixed(4)}`,
    ],
  );
  return [
    "## Cost",
    "",
    markdownTable(["Role", "Attempts", "Failed", "Input", "Cached", "Output", "USD"], rows),
    "",
    tookText(results),
    "",
  ];
}
