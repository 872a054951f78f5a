import type { Issue, Quote } from "../../contract/index.ts";
import { inline } from "../../kernel/report/index.ts";
import { findingKinds, kindsInOrder } from "../findings/index.ts";
import { notLookedFor, readingCoverage } from "../metrics/index.ts";
import type { SessionState } from "../session/index.ts";

/** The findings, their sources, and the kinds that were not looked for. */
export function issuesSection(state: SessionState): string[] {
  const { issues, hints } = state;
  return [
    "## Issues",
    "",
    ...(issues.length === 0 ? [noneFound(state)] : issues.flatMap(issueLines)),
    "",
    ...(hints.length === 0
      ? []
      : [
          "### Hints (not scored)",
          "",
          "The second look refuted or could not confirm these, or their kind has no measured error rate.",
          "",
          ...hints.flatMap(issueLines),
          "",
        ]),
    ...notLookedForLine(state),
  ];
}

/** One issue with its source and the quotes of both sides. */
export const issueLines = (issue: Issue): string[] => [
  `- **Turn ${issue.turn}, ${issue.type}** (${[issue.severity, ...causedBy(issue), inline(issue.source)].join(", ")}): ${inline(issue.description)}`,
  ...[...Map.groupBy(issue.evidence, ({ text }) => text)].map(
    ([text, quotes]) => `  - ${turnsOf(quotes)}: “${inline(text)}”`,
  ),
];

/** The narrator is not responsible for these. */
const causedBy = ({ by = "narrator" }: Issue): string[] =>
  by === "narrator" ? [] : [`caused by ${by === "player" ? "a player" : "the relay"}, not scored`];

/** Repeated words are quoted once. */
function turnsOf(quotes: ReadonlyArray<Pick<Quote, "turn">>): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))];
  return turns.length === 1
    ? `turn ${turns[0]}`
    : `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
}

/** "None" depends on who looked. */
export const noneFound = (state: SessionState): string =>
  readingCoverage(state).enough
    ? "None found."
    : "None found by the mechanical detectors; no reader checked the rest.";

export function notLookedForLine(state: SessionState): string[] {
  const missing = notLookedFor(readingCoverage(state));
  const inPart = kindsInOrder.flatMap((kind) => findingKinds[kind].onlyReader ?? []);
  return missing.length === 0
    ? []
    : [`**Not looked for (needs --observer MODEL)**: ${[...missing, ...inPart].join(", ")}.`, ""];
}
