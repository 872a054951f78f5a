/** The narrator's failures, by kind and by how long they last. */
import {
  isBuiltIn,
  issueTypes,
  type FailureMetrics,
  type Issue,
  type IssueType,
  type SessionConfig,
} from "../../contract/index.ts";
import { isMechanical, kindOf, kindsInOrder, type FailureField } from "../findings/index.ts";
import type { SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

const isReaders = ({ source }: Issue): boolean => source.startsWith("reader: ");

/** The house reader knows only what the offline cast planted, and nothing of the user's own kinds. */
const isLookedFor = (
  type: IssueType,
  { read, config }: { read: Pick<Coverage, "enough">; config: Pick<SessionConfig, "observerModel"> },
): boolean => read.enough && (isBuiltIn(type) || config.observerModel !== "house");

export const notLookedFor = (
  read: Pick<Coverage, "enough">,
  config: Pick<SessionConfig, "observerModel" | "findings">,
): IssueType[] =>
  [...issueTypes, ...Object.keys(config.findings ?? {})].filter(
    (type) => !isMechanical(type) && !isLookedFor(type, { read, config }),
  );

/**
 * The narrator's failures; rates are per ten story turns that were read. A kind that was not looked for is null, and so
 * is every sum and rate over all kinds.
 */
export function failureMetrics(
  state: Pick<SessionState, "issues" | "records" | "readings" | "config">,
  read: Coverage,
): FailureMetrics {
  const { issues, records, readings, config } = state;
  const countOf = (type: IssueType): number | null => {
    const own = issues.filter((issue) => issue.type === type);
    if (kindOf(type).reader && isLookedFor(type, { read, config })) return own.length;
    return isMechanical(type) ? own.filter((issue) => !isReaders(issue)).length : null;
  };
  const failureKinds = [...kindsInOrder, ...Object.keys(config.findings ?? {})].filter(
    (type) => kindOf(type).scored === "failure",
  );
  const common = {
    ...(Object.fromEntries(
      failureKinds.flatMap((type) => {
        const field = kindOf(type).metric;
        return field === undefined ? [] : [[field, countOf(type)]];
      }),
    ) as Record<FailureField, number | null>),
    others: Object.fromEntries(
      failureKinds.filter((type) => !kindOf(type).metric).map((type) => [type, countOf(type)]),
    ),
    unconfirmed: readings
      .flatMap((reading) => (reading.status === "read" ? reading.content.findings : []))
      .filter((finding) => finding.state === "unconfirmed").length,
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

/** Of a kind that counts as a failure, and not as part of the tangents' score. */
export const isFailure = (issue: Pick<Issue, "type">): boolean => kindOf(issue.type).scored === "failure";

/**
 * How many failures affect each turn. Most last one turn. A stall lasts until the story moves on, although it is
 * reported only a few times.
 */
function failureTurns({ records, issues }: Pick<SessionState, "records" | "issues">): Map<number, number> {
  const failures = Map.groupBy(issues.filter(isFailure), ({ turn }) => turn);
  let stalled = false;
  return new Map(
    records.map(({ turn, pulse, ownBeat }) => {
      const found = failures.get(turn) ?? [];
      const lasting = found.filter(({ type }) => kindOf(type).lasts === "until-next-beat").length;
      stalled = lasting > 0 || (stalled && pulse === undefined && !ownBeat);
      return [turn, found.length - lasting + Number(stalled)];
    }),
  );
}
