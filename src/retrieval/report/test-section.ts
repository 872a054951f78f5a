import type { Breakdown, Candidate, Lost, SemanticResult, TestResult } from "../../contract/index.ts";
import { inline, quoted, visible } from "../../kernel/report/index.ts";
import { interpretScore } from "../scoring/index.ts";

/** How words are written: for a Markdown file, where what others wrote must not act, or for a terminal. */
type Style = {
  inline(text: string): string;
  quoted(text: string): string;
  bold(text: string): string;
  heading(text: string): string;
};

const styles: Record<"markdown" | "plain", Style> = {
  markdown: { inline, quoted, bold: (text) => `**${text}**`, heading: (text) => `### ${text}` },
  plain: {
    inline: (text) => visible(text).replaceAll(/\s+/g, " "),
    quoted: (text) => visible(text).replaceAll(/^/gm, "    "),
    bold: (text) => text,
    heading: (text) => text,
  },
};

/** One test: what was asked, what was wanted, what came, and where it went wrong. */
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
    ...about(result, styles[style]),
    ...(score === null ? [] : pointsLost(result.breakdown, styles[style])),
    "",
  ];
}

const lister =
  ({ inline }: Style) =>
  (ids: readonly string[]): string =>
    ids.length === 0 ? "none" : ids.map(inline).join(", ");

function about(result: TestResult, style: Style): string[] {
  const { inline, quoted, bold } = style;
  const list = lister(style);
  switch (result.mechanism) {
    case "semantic":
      return semantic(result, style);
    case "state":
      return [
        `- ${bold("State:")} ${inline(JSON.stringify(result.user_state))}`,
        `- ${bold("Expected handlers:")} ${list(result.expected_handlers)}`,
        `- ${bold("Forbidden:")} ${list(result.not_expected_handlers)}`,
        `- ${bold("Came in:")} ${list(result.triggered_handlers)}${result.extra_handlers.length > 0 ? ` (neither expected nor forbidden: ${list(result.extra_handlers)})` : ""}`,
      ];
    case "pattern":
      return [
        bold("Prompt:"),
        "",
        quoted(result.prompt),
        "",
        `- ${bold("Type:")} ${result.pattern_type}${result.is_critical_failure ? ", 🚨 a critical failure" : ""}`,
        `- ${bold("Expected:")} ${list(result.expected_matches)}; beside it ${list(result.expected_secondary)}; forbidden ${list(result.not_expected_matches)}`,
        `- ${bold("Matched:")} ${list(result.matched_entities)}`,
        ...result.details.map(
          ({ entity_id, by, text }) =>
            `  - ${inline(entity_id)} by ${inline(by)}${text === undefined ? "" : `, in "${inline(text)}"`}`,
        ),
      ];
    case "always":
      return [
        `- ${bold("User type:")} ${inline(result.user_type)}`,
        `- ${bold("Expected:")} ${list(result.expected_always)}`,
        `- ${bold("Loaded:")} ${list(result.loaded_entities)}`,
        `- ${bold("Missing:")} ${list(result.missing_entities)}`,
      ];
  }
}

function semantic(
  {
    prompt,
    user_state,
    expectations,
    expectation_source,
    stale,
    voyage_candidates,
    haiku_selections,
    lost,
    score,
  }: SemanticResult,
  style: Style,
): string[] {
  const { inline, quoted, bold } = style;
  const list = lister(style);
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
          `- ${bold("Candidates:")} ${voyage_candidates.length === 0 ? "not told" : voyage_candidates.map(candidate).join(", ")}`,
          `- ${bold("Selected:")} ${list(haiku_selections)}`,
        ]),
    ...lost.map((loss) => `- ${inline(loss.entity_id)} (${loss.expected}) ${whereWords(loss)}`),
  ];
}

/** Where it was lost, in words. */
export function whereWords({ where, rank, score }: Lost): string {
  const at = `rank ${rank}${score === undefined ? "" : `, ${score.toFixed(3)}`}`;
  switch (where) {
    case "not-near":
      return "was not near enough: it is not among the candidates that were recorded";
    case "cut":
      return `was cut before the reranker (${at})`;
    case "dropped":
      return `reached the reranker (${at}) and was left out`;
    case "outranked":
      return `reached the reranker (${at}), which preferred as many others as there is room for`;
    case "unknown":
      return "was lost somewhere: the target does not tell enough of its candidates";
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
          `- ${bold(`${part.penalty}:`)} ${words[kind]}: ${part.items.map((item) => (typeof item === "string" ? inline(item) : `${inline(item.expected_higher)} came ${item.actual_higher_rank}., ${inline(item.expected_lower)} ${item.actual_lower_rank}.`)).join(", ")}`,
        ]
      : [];
  });
}
