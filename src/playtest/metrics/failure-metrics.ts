import {
  findingKind,
  hintType,
  issueTypes,
  type FailureMetrics,
  type Issue,
  type IssueType,
} from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { failureTurns, isFailure, isNarrators } from "./failure-turns.ts";
import { ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

/** What the metrics call each kind of issue. */
const names = {
  breakdown: "breakdowns",
  repetition: "loops",
  contradiction: "contradictions",
  "character-break": "characterBreaks",
  confusion: "confusionEvents",
  stuck: "stuckMoments",
} as const satisfies Partial<Record<IssueType, string>>;

/** Found while playing, without a model: repetition in nearly the same words, and literal leaks, are. */
const mechanical: ReadonlySet<IssueType> = new Set(["repetition", "breakdown", "stuck", "leak"]);
const hints: ReadonlySet<string> = new Set(hintType.options);
const forReader: ReadonlySet<string> = new Set(findingKind.options);
const isReaders = ({ source }: Issue): boolean => source.startsWith("reader: ");

/** The kinds that nobody looked for in this session. */
export const notLookedFor = (read: Pick<Coverage, "enough">): IssueType[] =>
  read.enough ? [] : issueTypes.filter((type) => !mechanical.has(type));

/**
 * The narrator's failures; rates are for every ten turns of the story that were read. A kind that nobody looked for is
 * null, and so is every sum and rate over all kinds.
 */
export function failureMetrics(
  state: Pick<SessionState, "issues" | "records" | "readings">,
  read: Coverage,
): FailureMetrics {
  const { issues, records, readings } = state;
  const narrators = issues.filter(isNarrators);
  const countOf = (type: IssueType): number | null => {
    const own = narrators.filter((issue) => issue.type === type);
    if (read.enough && forReader.has(type)) return own.length;
    return mechanical.has(type) ? own.filter((issue) => !isReaders(issue)).length : null;
  };
  const others = issueTypes.filter(
    (type) => !(type in names) && type !== "forced-return" && !hints.has(type),
  );
  const common = {
    ...(Object.fromEntries(
      Object.entries(names).map(([type, name]) => [name, countOf(type as keyof typeof names)]),
    ) as Record<(typeof names)[keyof typeof names], number | null>),
    // Nobody looks for it.
    guideDeviations: null,
    others: Object.fromEntries(others.map((type) => [type, countOf(type)])),
    unconfirmed: readings
      .flatMap((reading) => (reading.status === "read" ? reading.content.findings : []))
      .filter((finding) => finding.state === "unconfirmed").length,
    byPlayers: issues.length - narrators.length,
  };
  if (!read.enough) return { ...common, total: null, perTenTurns: null, turns: null, turnsPerTen: null };
  const story = records.filter(({ phase, turn }) => phase === "story" && read.turns.has(turn)).length;
  const failures = issues.filter(isFailure);
  const inRead = failures.filter(({ turn }) => read.turns.has(turn)).length;
  const lasting = [...failureTurns(state)].filter(([turn]) => read.turns.has(turn));
  const turns = lasting.reduce((sum, [, count]) => sum + count, 0);
  return {
    ...common,
    total: failures.length,
    perTenTurns: ratio(inRead * 10, story),
    turns,
    turnsPerTen: ratio(turns * 10, story),
  };
}
