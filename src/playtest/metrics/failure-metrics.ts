import { issueTypes, type FailureMetrics, type Issue, type IssueType } from "../../contract/index.ts";
import { findingKinds, isMechanical, kindsInOrder, type FailureField } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";
import { failureTurns, isFailure, isNarrators } from "./failure-turns.ts";
import { ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

const isReaders = ({ source }: Issue): boolean => source.startsWith("reader: ");

/** The kinds that nobody looked for in this session. */
export const notLookedFor = (read: Pick<Coverage, "enough">): IssueType[] =>
  read.enough ? [] : issueTypes.filter((type) => !isMechanical(type));

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
    if (read.enough && findingKinds[type].reader) return own.length;
    return isMechanical(type) ? own.filter((issue) => !isReaders(issue)).length : null;
  };
  const failureKinds = kindsInOrder.filter((type) => findingKinds[type].scored === "failure");
  const common = {
    ...(Object.fromEntries(
      failureKinds.flatMap((type) => {
        const field = findingKinds[type].metric;
        return field === undefined ? [] : [[field, countOf(type)]];
      }),
    ) as Record<FailureField, number | null>),
    // Nobody looks for it.
    guideDeviations: null,
    others: Object.fromEntries(
      failureKinds.filter((type) => !findingKinds[type].metric).map((type) => [type, countOf(type)]),
    ),
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
