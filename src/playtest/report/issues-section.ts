import type { Issue, Quote } from "../../contract/index.ts";
import { counted, inline } from "../../kernel/report/index.ts";
import { lookedFor, onlyHints, ratesOf, recallOfAll } from "../detect/index.ts";
import type { SessionState } from "../session/index.ts";

/** What was found, by what means it was looked for, and what nobody could judge: "none found" is no more than that. */
export function issuesSection({ issues, records, config }: SessionState): string[] {
  return [
    "## Issues",
    "",
    ...(issues.length === 0 ? [`None found. ${recall(records)}`] : issues.flatMap(asLines)),
    "",
    ...trust(issues, records),
    ...hintLines(records),
    `Looked for, by rules: ${lookedFor.join("; ")}. ${doubtsGoTo({ records, config })} How all this is measured, and what is missed: docs/guide/detectors.md.`,
    ...unjudged(records).map((line) => `\n${line}`),
    "",
  ];
}

const asLines = (issue: Issue): string[] => [
  `- **Turn ${issue.turn}, ${issue.type}** (${[issue.severity, ...doneBy(issue), ...foundBy(issue)].join(", ")}): ${inline(issue.description)}`,
  ...[...Map.groupBy(issue.evidence, ({ text }) => text)].map(
    ([text, quotes]) => `  - ${turnsOf(quotes)}: “${inline(text)}”`,
  ),
];

const isConfirmed = ({ source }: Issue): boolean => source.includes("confirmed by");
/** What the narrator is not held to account for. */
const doneBy = ({ by = "narrator" }: Issue): string[] =>
  by === "narrator"
    ? []
    : [`${by === "player" ? "a player's doing" : "the relay's doing"}: in no failure and no score`];

/** A rule's confidence is a number that stands in the rule; a model's is its own word on this finding. */
const foundBy = (issue: Issue): string[] =>
  issue.source === issue.type
    ? []
    : [inline(issue.source), ...(isConfirmed(issue) ? [`which is ${issue.confidence.toFixed(2)} sure`] : [])];

/** Words that come back are quoted once. */
function turnsOf(quotes: ReadonlyArray<Pick<Quote, "turn">>): string {
  const turns = [...new Set(quotes.map(({ turn }) => turn))];
  return turns.length === 1
    ? `turn ${turns[0]}`
    : `turns ${turns.slice(0, -1).join(", ")} and ${turns.at(-1)}`;
}

const isHouse = ({ narrator }: SessionState["records"][number]): boolean =>
  /^house(?:\/|$)/.test(narrator.model);

/** Who narrated by turns has two kinds of text. */
const recall = (records: SessionState["records"]): string =>
  (records.length === 0 ? [false] : [...new Set(records.map(isHouse))])
    .map((house) => recallOfAll({ house }))
    .join(" ");

/** How often each kind of finding is wrong, and is missed, on the kind of text that it was found in: whoever told that turn, and whoever had the last word on it. */
function trust(found: SessionState["issues"], records: SessionState["records"]): string[] {
  const house = new Set(records.filter(isHouse).map(({ turn }) => turn));
  const rates = (issue: Issue) =>
    isConfirmed(issue)
      ? "confirmed by a model: error rate unknown"
      : ratesOf(issue.type, { house: house.has(issue.turn) });
  const kinds = [...Map.groupBy(found, (issue) => `${issue.type}: ${rates(issue)}`).entries()];
  const alone = (type: string) => kinds.filter(([, [issue]]) => issue!.type === type).length === 1;
  const lines = kinds.map(
    ([, issues]) =>
      `- How far to trust ${issues[0]!.type}${alone(issues[0]!.type) ? "" : ` (${turnsOf(issues)})`}: ${rates(issues[0]!)}.`,
  );
  return lines.length === 0 ? [] : [...lines, ""];
}

/** Apart from the issues, and counted nowhere. */
function hintLines(records: SessionState["records"]): string[] {
  const hints = records.flatMap((record) => record.hints ?? []);
  return hints.length === 0
    ? []
    : [
        "### Hints",
        "",
        "Not counted and not scored: how often these are wrong is not known well enough.",
        "",
        ...hints.flatMap(asLines),
        "",
        ...trust(hints, records),
      ];
}

/** Who has the last word on what the rules leave in doubt. */
function doubtsGoTo({ records, config }: Pick<SessionState, "records" | "config">): string {
  const doubts = `What the rules leave in doubt (${onlyHints.join("; ")})`;
  const answered = records.findLast(({ observer }) => observer !== undefined)?.observer;
  if (answered === undefined && /^house(?:\/|$)/.test(config.observerModel))
    return `${doubts} needs a model's word, and no model was set up to give it.`;
  return `${doubts} is put to ${inline(answered ?? config.observerModel)}, and is an issue only where that model confirms it.`;
}

/** One line for each reason, with all its turns. */
function unjudged(records: SessionState["records"]): string[] {
  const missing = records.flatMap(({ turn, unconfirmed = [] }) =>
    unconfirmed.map((each) => ({ turn, ...each })),
  );
  return [...Map.groupBy(missing, ({ why }) => why)].map(([why, all]) => {
    const count = all.reduce((sum, each) => sum + each.count, 0);
    const turns = all.map(({ turn }) => turn);
    return `${counted(count, "doubtful finding")} could not be confirmed, and count${count === 1 ? "s" : ""} nowhere (turn${turns.length === 1 ? "" : "s"} ${turns.join(", ")}): ${inline(why)}.`;
  });
}
