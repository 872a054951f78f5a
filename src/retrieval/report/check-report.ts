import type {
  CheckResults,
  GroupScore,
  RankingMetrics,
  SemanticResult,
  TestResult,
} from "../../contract/index.ts";
import { spentText } from "../../kernel/journal/index.ts";
import { counted, deviationsSection, inline, markdownTable } from "../../kernel/report/index.ts";
import { testSection } from "./test-section.ts";

export type CheckReportOptions = {
  /** What readers must know first. */
  notes?: readonly string[];
  /** What changed against an earlier run, ready made. */
  baseline?: readonly string[];
};

const MECHANISMS = ["semantic", "state", "pattern", "always"] as const;
const shown = (score: number | null | undefined): string =>
  score === null || score === undefined ? "–" : String(score);

/** What the banks found, for people: health first, then scores, then every test that lost points and why. */
export function checkReport(
  results: CheckResults,
  { notes = [], baseline = [] }: CheckReportOptions = {},
): string {
  const { summary, timestamp, target } = results;
  return [
    "# Test Harness V2 Results",
    "",
    ...notes.flatMap((note) => [`> **${inline(note)}**`, ""]),
    `**Date:** ${timestamp}`,
    `**Health Status:** ${summary.health_status}`,
    "",
    ...summary.health_reasons.map((reason) => `- ${inline(reason)}`),
    ...(summary.health_reasons.length > 0 ? [""] : []),
    `**Target:** ${inline(target.name)}${target.embedder ? `, embeddings by ${inline(target.embedder)}` : ""}${target.reranker ? `, reranked by ${inline(target.reranker)}` : ""} (${target.candidates} candidates, ${target.top_k} selected)`,
    "",
    "---",
    "",
    ...critical(results),
    ...componentTable(results),
    ...deviationsSection(results.deviations ?? []),
    ...baseline,
    ...semanticSections(results),
    ...groupTable("State Handlers", "Handler", Object.entries(results.state?.handler_scores ?? {})),
    ...groupTable("Pattern Types", "Type", Object.entries(results.pattern?.pattern_type_scores ?? {})),
    ...alwaysSection(results),
    ...failureSections(results),
    ...cost(results),
  ].join("\n");
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
      return `- ${inline(id)}${test ? `: ${test.pattern_type === "crisis" ? "missed" : "false alarm on"} "${inline(test.prompt)}"` : ""}`;
    }),
    "",
  ];
}

function componentTable(results: CheckResults): string[] {
  const { summary } = results;
  const rows = MECHANISMS.flatMap((mechanism) => {
    const found = results[mechanism];
    if (!found) return [];
    const untested = found.by_built_in && results.target.kind !== "built-in";
    return [
      [
        `${mechanism[0]!.toUpperCase()}${mechanism.slice(1)}${untested ? " \\*" : ""}`,
        shown(found.average_score),
        String(found.tests_run),
        String(found.hard_fails),
        String(found.missing),
      ],
    ];
  });
  const combined = [
    summary.combined_score === null ? "–" : String(summary.combined_score),
    summary.total_tests,
    summary.hard_fail_count,
    summary.missing_count,
  ].map((value) => `**${value}**`);
  const foreign =
    results.target.kind !== "built-in" && MECHANISMS.some((mechanism) => results[mechanism]?.by_built_in);
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
          "\\* The target does not answer these; the built-in rules did. This part of the target was not tested.",
          "",
        ]
      : []),
    ...(summary.partial
      ? ["Partial: not all banks or tests were run; weights are rescaled over those that were.", ""]
      : []),
  ];
}

function semanticSections({ semantic, summary, target }: CheckResults): string[] {
  if (!semantic) return [];
  const byTopic = Object.entries(semantic.topic_scores).toSorted(
    ([, a], [, b]) => (b.avg ?? -1) - (a.avg ?? -1),
  );
  const stale = semantic.results.filter((result) => result.stale.length > 0);
  return [
    "## Score Distribution (Semantic)",
    "",
    markdownTable(
      ["Range", "Count"],
      Object.entries(semantic.score_distribution)
        .toSorted(([a], [b]) => Number(b.split("-")[0]) - Number(a.split("-")[0]))
        .map(([range, count]) => [range, String(count)]),
    ),
    "",
    ...groupTable("Topic Scores (Semantic)", "Topic", byTopic),
    "## Expectation Sources",
    "",
    markdownTable(
      ["Source", "Tests"],
      Object.entries(summary.expectation_sources).map(([source, count]) => [source, String(count)]),
    ),
    "",
    ...(semantic.contested_overrides.length > 0
      ? [
          `A newer calibration disagrees with these overrides: ${semantic.contested_overrides.map(inline).join(", ")}. The overrides count.`,
          "",
        ]
      : []),
    ...(stale.length > 0
      ? [
          `${counted(stale.length, "expectation was", "expectations were")} made on an older knowledge base: ${stale.map(({ test_id }) => inline(test_id)).join(", ")}. \`rehearse calibrate --scope affected\` looks at them again.`,
          "",
        ]
      : []),
    ...rankings(semantic, target),
    ...whereLost(semantic, target.candidates),
  ];
}

function rankings(
  { metrics }: NonNullable<CheckResults["semantic"]>,
  { candidates, top_k }: CheckResults["target"],
): string[] {
  if (!metrics) return [];
  const line = (name: string, { recall, mrr, ndcg }: RankingMetrics) => [
    name,
    ...[recall, mrr, ndcg].map((value) => (value === null ? "–" : value.toFixed(4))),
  ];
  return [
    "## Ranking",
    "",
    markdownTable(
      ["Stage", "recall", "MRR", "nDCG"],
      [
        line(`Candidates (first ${candidates})`, metrics.candidates),
        line(`Selected (first ${top_k})`, metrics.final),
      ],
    ),
    "",
    "As trec_eval counts them, over tests that expect something; a primary is worth 2, a secondary 1.",
    "",
  ];
}

const places = [
  ["not-near", "Not near enough to be recorded"],
  ["cut", "Cut before the reranker"],
  ["outranked", "Outranked: the reranker preferred others"],
  ["dropped", "Left out by the reranker, which had room"],
  ["unknown", "Not told by the target"],
] as const;

function whereLost(
  { results, counterfactuals }: NonNullable<CheckResults["semantic"]>,
  candidates: number,
): string[] {
  const lost = results.flatMap((result: SemanticResult) => result.lost);
  if (lost.length === 0) return [];
  const count = (where: string, expected: string) =>
    String(lost.filter((loss) => loss.where === where && loss.expected === expected).length);
  const brought = counterfactuals.filter(({ primaries, secondaries }) => primaries + secondaries > 0);
  return [
    "## Where Expected Entities Were Lost",
    "",
    markdownTable(
      ["Where", "Primaries", "Secondaries"],
      places.map(([where, words]) => [words, count(where, "primary"), count(where, "secondary")]),
    ),
    "",
    ...(counterfactuals.length === 0
      ? [`What a longer list than ${candidates} would have brought is not known: the target tells no more.`]
      : brought.length === 0
        ? [`A longer list than ${candidates} would have brought nothing more to the reranker.`]
        : brought.map(
            ({ top_k, primaries, secondaries }) =>
              `- ${top_k} candidates instead of ${candidates} would have brought ${counted(primaries, "more primary", "more primaries")} and ${counted(secondaries, "more secondary", "more secondaries")} to the reranker.`,
          )),
    "",
  ];
}

/** In the order given: an object would put names that are numbers first. */
function groupTable(title: string, head: string, groups: ReadonlyArray<[string, GroupScore]>): string[] {
  if (groups.length === 0) return [];
  return [
    `## ${title}`,
    "",
    markdownTable(
      [head, "Avg Score", "Tests", "Hard Fails"],
      groups.map(([name, { avg, tests, hard_fails }]) => [
        inline(name),
        shown(avg),
        String(tests),
        String(hard_fails),
      ]),
    ),
    "",
  ];
}

function alwaysSection({ always }: CheckResults): string[] {
  if (!always || always.all_passed) return [];
  return [
    "## Always Loaded",
    "",
    always.failed.length > 0
      ? `The bank fails as a whole. These really failed: ${always.failed.map(inline).join(", ")}.`
      : "Not every test has a score.",
    "",
  ];
}

function failureSections(results: CheckResults): string[] {
  return MECHANISMS.flatMap((mechanism) => {
    const all: readonly TestResult[] = results[mechanism]?.results ?? [];
    const failing = all
      .filter(({ score }) => score === null || score < 100)
      .toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));
    return failing.length === 0
      ? []
      : [
          `## ${mechanism[0]!.toUpperCase()}${mechanism.slice(1)} Test Failures`,
          "",
          `${failing.length} of ${counted(all.length, "test")}, the worst first.`,
          "",
          ...failing.flatMap((result) => testSection(result)),
        ];
  });
}

function cost({ totals, duration_ms }: CheckResults): string[] {
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
    `Took ${(duration_ms / 1000).toFixed(1)} s, cost ${spentText(totals.all)}.`,
    "",
  ];
}
