/** How the report and the terminal show semantic tests. */
import type {
  Candidate,
  CheckResults,
  ComponentOf,
  Lost,
  MeanRankingMetrics,
  NoMetrics,
  SemanticResult,
} from "../../contract/index.ts";
import { counted, inline, markdownTable } from "../../kernel/report/index.ts";
import { answerDetails } from "../answers/index.ts";
import { groupTable, usedSources, type Style } from "./report-parts.ts";

/** Sections of the report: distribution, topics, sources of expectations, ranking, and where entities were lost. */
export function semanticOverview(
  semantic: ComponentOf<"semantic">,
  { summary, target }: Pick<CheckResults, "summary" | "target">,
): string[] {
  const byTopic = Object.entries(semantic.topic_scores).toSorted(
    ([, a], [, b]) => (b.avg ?? -1) - (a.avg ?? -1),
  );
  const ours = target.stages ? "" : " (Semantic)";
  const stale = semantic.results.filter((result) => result.stale.length > 0);
  return [
    `## Score Distribution${ours}`,
    "",
    markdownTable(
      ["Range", "Count"],
      Object.entries(semantic.score_distribution)
        .toSorted(([a], [b]) => Number(b.split("-")[0]) - Number(a.split("-")[0]))
        .map(([range, count]) => [range, String(count)]),
    ),
    "",
    ...groupTable(`Topic Scores${ours}`, "Topic", byTopic),
    "## Expectation Sources",
    "",
    markdownTable(
      ["Source", "Tests"],
      usedSources(summary).map(([source, count]) => [source, String(count)]),
    ),
    "",
    ...(semantic.contested_overrides.length > 0
      ? [
          `A newer calibration disagrees with these overrides: ${semantic.contested_overrides.map(inline).join(", ")}. The overrides take precedence.`,
          "",
        ]
      : []),
    ...(stale.length > 0
      ? [
          `${counted(stale.length, "expectation was", "expectations were")} made on an older knowledge base: ${stale.map(({ test_id }) => inline(test_id)).join(", ")}. \`rehearse calibrate --scope affected\` reviews them.`,
          "",
        ]
      : []),
    ...rankings(semantic, target),
    ...(target.stages ? lostByStage(semantic, target.stages) : whereLost(semantic, target.candidates)),
  ];
}

function rankings(
  { metrics }: ComponentOf<"semantic">,
  { candidates, top_k }: CheckResults["target"],
): string[] {
  if (!metrics) return [];
  const line = (name: string, { recall, mrr, ndcg, tests }: MeanRankingMetrics) => [
    name,
    ...[recall, mrr, ndcg].map((value) => (value === null ? "–" : value.toFixed(4))),
    tests === undefined ? "–" : String(tests),
  ];
  const trec = metrics.method === "trec_eval";
  return [
    "## Ranking",
    "",
    markdownTable(
      ["Stage", "recall", "MRR", "nDCG", "Tests"],
      [
        ...(metrics.stages
          ? metrics.stages.map((stage) => line(`${inline(stage.name)} (first ${candidates})`, stage))
          : [line(`Candidates (first ${candidates})`, metrics.candidates)]),
        line(`Selected (first ${top_k})`, metrics.final),
      ],
    ),
    "",
    "A primary is worth 2, a secondary 1, or what the bank grades it. *Tests* have a value.",
    trec
      ? "As `trec_eval -c`: recall is cut at the number in brackets; MRR and nDCG are not cut. The mean is over all tests: those without a list or with nothing expected count as 0. A stage without any list has no mean."
      : "Recall, MRR and nDCG are cut at the number in brackets: an expected entity after it counts as not found. Tests without a list or with nothing expected are left out of the mean. With the setting `retrieval.metrics` = `trec_eval` they count as 0, as in `trec_eval -c`.",
    "",
    ...(metrics.stages
      ? metrics.stages.flatMap((stage) =>
          withoutValue(inline(stage.name), stage, { "not-reported": "this stage is not reported" }),
        )
      : withoutValue("Candidates", metrics.candidates)),
    ...withoutValue("Selected", metrics.final),
  ];
}

const reasons: Record<NoMetrics, string> = {
  "no-answer": "the target did not answer",
  "not-reported": "the target reports no candidates",
  "nothing-expected": "nothing is expected",
};

function withoutValue(
  stage: string,
  { missing = {} }: MeanRankingMetrics,
  other: Partial<typeof reasons> = {},
): string[] {
  const said = { ...reasons, ...other };
  const words = Object.entries(missing).map(([why, count]) => `${count} (${said[why as NoMetrics]})`);
  return words.length === 0 ? [] : [`${stage}, tests without a value: ${words.join(", ")}.`, ""];
}

/** In the target's own stages: each loss at the first stage that did not return what an earlier one had. */
function lostByStage({ results }: ComponentOf<"semantic">, stages: readonly string[]): string[] {
  const lost = results.flatMap((result: SemanticResult) => result.lost);
  if (lost.length === 0) return [];
  const row = (words: string, at: (loss: Lost) => boolean) => {
    const own = lost.filter(at);
    const count = (expected: string) => String(own.filter((loss) => loss.expected === expected).length);
    return own.length === 0 ? [] : [[words, count("primary"), count("secondary")]];
  };
  return [
    "## Where Expected Entities Were Lost",
    "",
    markdownTable(
      ["Where", "Primaries", "Secondaries"],
      [
        ...row("Returned by no stage", ({ stage }) => stage === undefined),
        ...stages.flatMap((name) => [
          ...row(
            `Not returned by ${inline(name)}, although an earlier stage had it`,
            ({ next_stage }) => next_stage === name,
          ),
          ...row(
            `Returned by ${inline(name)}, but not selected`,
            ({ stage, next_stage }) => stage === name && next_stage === undefined,
          ),
        ]),
      ],
    ),
    "",
  ];
}

const places = [
  ["not-near", "Not among the recorded candidates"],
  ["cut", "Cut before the reranker"],
  ["outranked", "Outranked: the reranker preferred others"],
  ["dropped", "Left out by the reranker, although it had room"],
  ["unknown", "Unknown (not reported by the target)"],
] as const;

function whereLost({ results, counterfactuals }: ComponentOf<"semantic">, candidates: number): string[] {
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
      ? [`The effect of more than ${candidates} candidates is unknown: the target reports no more.`]
      : brought.length === 0
        ? [
            `More than ${candidates} candidates would have brought no further expected entity to the reranker.`,
          ]
        : brought.map(
            ({ top_k, primaries, secondaries }) =>
              `- ${top_k} candidates instead of ${candidates} would have brought ${counted(primaries, "more primary", "more primaries")} and ${counted(secondaries, "more secondary", "more secondaries")} to the reranker.`,
          )),
    "",
  ];
}

export function semanticDetails(
  {
    prompt,
    user_state,
    expectations,
    expectation_source,
    stale,
    voyage_candidates,
    haiku_selections,
    stages,
    lost,
    score,
    answer,
  }: SemanticResult,
  style: Style,
): string[] {
  const { inline, quoted, bold, list } = style;
  const candidate = ({ entity_id, rank, score }: Candidate): string =>
    `${rank}. ${inline(entity_id)}${score === undefined ? "" : ` ${score.toFixed(3)}`}`;
  const { expected_primary, expected_secondary, not_expected, rank_check } = expectations;
  return [
    bold("Prompt:"),
    "",
    quoted(prompt),
    "",
    ...(Object.keys(user_state).length > 0
      ? [`- ${bold("State:")} ${inline(JSON.stringify(user_state))}`]
      : []),
    `- ${bold("Expected Primary:")} ${list(expected_primary)}`,
    `- ${bold("Expected Secondary:")} ${list(expected_secondary)}`,
    `- ${bold("Not Expected:")} ${list(not_expected)}`,
    ...(rank_check.length > 0
      ? [
          `- ${bold("Rank:")} ${rank_check.map(({ higher, lower }) => `${inline(higher)} before ${inline(lower)}`).join("; ")}`,
        ]
      : []),
    `- ${bold("Expectation Source:")} ${inline(expectation_source)}${stale.length > 0 ? ` (stale: ${list(stale)} changed since)` : ""}`,
    ...(score === null
      ? []
      : [
          ...(stages ?? [{ name: "Candidates", found: voyage_candidates }]).map(
            ({ name, found }) =>
              `- ${bold(`${inline(name)}:`)} ${found.length === 0 ? (stages ? "nothing" : "not reported") : (stages ? found.slice(0, LISTED) : found).map(candidate).join(", ")}${stages && found.length > LISTED ? ", …" : ""}`,
          ),
          `- ${bold("Selected:")} ${list(haiku_selections)}`,
        ]),
    ...lost.map(
      (loss) => `- ${inline(loss.entity_id)} (${loss.expected}) ${whereWords(loss, { stages, inline })}`,
    ),
    ...(answer ? answerDetails(answer, inline) : []),
  ];
}

/** Of each stage that a target names. */
const LISTED = 15;

/** Where it was lost, in words. */
function whereWords(
  { where, rank, score, stage, next_stage }: Lost,
  { stages, inline }: Pick<SemanticResult, "stages"> & Pick<Style, "inline">,
): string {
  const at = `rank ${rank}${score === undefined ? "" : `, ${score.toFixed(3)}`}`;
  if (stages && stage === undefined)
    return `was returned by no stage (${stages.map(({ name }) => inline(name)).join(", ")})`;
  if (stage !== undefined)
    return next_stage === undefined
      ? `was returned by ${inline(stage)} (${at}) but not selected`
      : `was returned by ${inline(stage)} (${at}) but not by ${inline(next_stage)}`;
  switch (where) {
    case "not-near":
      return "is not among the recorded candidates";
    case "cut":
      return `was cut before the reranker (${at})`;
    case "dropped":
      return `reached the reranker (${at}) and was left out`;
    case "outranked":
      return `reached the reranker (${at}) but was outranked`;
    case "unknown":
      return "was lost at an unknown stage: the target does not report enough candidates";
  }
}
