import { counted, inline } from "../../kernel/report/index.ts";
import { lookedFor, onlyHints, ratesOf } from "../detect/index.ts";
import type { SessionState } from "../session/index.ts";

/** What was found, by what means it was looked for, and what nobody could judge: "none found" is no more than that. */
export function issuesSection({ issues, records, config }: SessionState): string[] {
  return [
    "## Issues",
    "",
    ...(issues.length === 0 ? ["None found."] : issues.flatMap(asLines)),
    "",
    ...trust(issues, records),
    ...hintLines(records),
    `Looked for, by rules: ${lookedFor.join("; ")}. ${hintsGoTo({ records, config })}`,
    ...unjudged(records).map((line) => `\n${line}`),
    "",
  ];
}

const asLines = ({ turn, type, severity, description, evidence, confidence, source }: SessionState["issues"][number]): string[] => [
  `- **Turn ${turn}, ${type}** (${severity}, confidence ${confidence.toFixed(2)}, ${inline(source)}): ${inline(description)}`,
  ...evidence.map((quote) => `  - turn ${quote.turn}: “${inline(quote.text)}”`),
];

/** How often each kind of finding is wrong, on the kind of text that it was found in. */
function trust(found: SessionState["issues"], records: SessionState["records"]): string[] {
  const house = records.some(({ narrator }) => narrator.model.startsWith("house/"));
  const types = [...new Set(found.map(({ type }) => type))];
  return types.length === 0 ? [] : [...types.map((type) => `- How far to trust ${type}: ${ratesOf(type, { house })}.`), ""];
}

/** Apart from the issues, and counted nowhere. */
function hintLines(records: SessionState["records"]): string[] {
  const hints = records.flatMap((record) => record.hints ?? []);
  return hints.length === 0 ? [] : ["### Hints", "", "Not counted and not scored: how often these are wrong is not known well enough.", "", ...hints.flatMap(asLines), "", ...trust(hints, records)];
}

/** Who has the last word on what the rules leave in doubt. */
function hintsGoTo({ records, config }: Pick<SessionState, "records" | "config">): string {
  const hints = `What the rules leave in doubt (${onlyHints.join("; ")})`;
  const answered = records.findLast(({ observer }) => observer !== undefined)?.observer;
  if (answered === undefined && /^house(?:\/|$)/.test(config.observerModel)) return `${hints} needs a model's word, and no model was set up to give it.`;
  return `${hints} is put to ${inline(answered ?? config.observerModel)}, and is an issue only where that model confirms it.`;
}

/** One line for each reason, with all its turns. */
function unjudged(records: SessionState["records"]): string[] {
  const missing = records.flatMap(({ turn, unconfirmed = [] }) => unconfirmed.map((each) => ({ turn, ...each })));
  return [...Map.groupBy(missing, ({ why }) => why)].map(([why, all]) => {
    const count = all.reduce((sum, each) => sum + each.count, 0);
    const turns = all.map(({ turn }) => turn);
    return `${counted(count, "hint")} could not be confirmed (turn${turns.length === 1 ? "" : "s"} ${turns.join(", ")}): ${inline(why)}.`;
  });
}
