/** How the report and the terminal show semantic tests. */
import {
  itemLabel,
  type Candidate,
  type CheckResults,
  type ComponentOf,
  type SemanticResult,
} from "../../contract/index.ts";
import { markdownTable } from "../../kernel/report/index.ts";
import { answerDetails } from "../answers/index.ts";
import { groupTable, rankingText, type Style } from "./report-parts.ts";

/** Sections of the report: distribution, topics, sources of expectations. */
export function semanticOverview(
  semantic: ComponentOf<"semantic">,
  { summary }: Pick<CheckResults, "summary">,
): string[] {
  const byTopic = Object.entries(semantic.topic_scores).toSorted(
    ([, a], [, b]) => (b.avg ?? -1) - (a.avg ?? -1),
  );
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
  ];
}

export function semanticDetails(result: SemanticResult, style: Style): string[] {
  const { inline, quoted, bold, list } = style;
  const { user_state, expectations, primary_needed, passages = [], metrics, answer } = result;
  const candidate = ({ entity_id, rank, score }: Candidate): string =>
    [`${rank}.`, inline(entity_id), score?.toFixed(3) ?? []].flat().join(" ");
  const rankedLines = [
    `- ${bold("Candidates:")} ${result.voyage_candidates.map(candidate).join(", ") || "not reported"}`,
    `- ${bold("Selected:")} ${list(result.haiku_selections)}`,
    ...(metrics.final.recall === null ? [] : [`- ${bold("Ranking:")} ${rankingText(metrics.final)}`]),
  ];
  const absent = result.voyage_candidates.length === 0 ? "not selected" : "not among the reported candidates";
  const needed = primary_needed === undefined ? "" : ` (${primary_needed} needed)`;
  const { expected_primary, expected_secondary, not_expected, rank_check } = expectations;
  return [
    bold("Prompt:"),
    "",
    quoted(result.prompt),
    "",
    ...(Object.keys(user_state).length > 0
      ? [`- ${bold("State:")} ${inline(JSON.stringify(user_state))}`]
      : []),
    `- ${bold("Expected Primary:")} ${list(expected_primary.map(itemLabel))}${needed}`,
    `- ${bold("Expected Secondary:")} ${list(expected_secondary.map(itemLabel))}`,
    `- ${bold("Not Expected:")} ${list(not_expected.map(itemLabel))}`,
    ...passages.flatMap(({ quote, entity_id }) =>
      entity_id === null ? [] : [`- ${inline(quote)} is in ${inline(entity_id)}`],
    ),
    ...(rank_check.length > 0
      ? [
          `- ${bold("Rank:")} ${rank_check.map(({ higher, lower }) => `${inline(higher)} before ${inline(lower)}`).join("; ")}`,
        ]
      : []),
    `- ${bold("Expectation Source:")} ${inline(result.expectation_source)}`,
    ...(result.score === null ? [] : rankedLines),
    ...result.lost.map(({ entity_id, expected, rank }) => {
      const at = rank === undefined ? absent : `candidate ${rank}`;
      return `- ${bold("Lost:")} ${inline(entity_id)} (${expected}): ${at}`;
    }),
    ...(answer ? answerDetails(answer, inline) : []),
  ];
}
