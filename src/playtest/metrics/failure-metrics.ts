/** The narrator's failures, by kind. */
import {
  isBuiltIn,
  issueTypes,
  type Episode,
  type FailureMetrics,
  type IssueType,
  type SessionConfig,
} from "../../contract/index.ts";
import { isMechanical, kindOf, kindsInOrder, type FailureField } from "../findings/index.ts";
import { beatsMeasured, type SessionState } from "../session/index.ts";
import { ratio } from "./mean.ts";
import type { Coverage } from "./reading-coverage.ts";

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

/** Episodes by kind. A kind that was not looked for is null, and so is every sum and rate over all kinds. */
export function failureMetrics(
  { records, config }: Pick<SessionState, "records" | "config">,
  { read, episodes }: { read: Coverage; episodes: readonly Episode[] },
): FailureMetrics {
  const isCounted = (kind: IssueType) =>
    kind === "stuck"
      ? config.storyGuide.pulses.length > 0 && beatsMeasured(records, config.storyGuide)
      : isLookedFor(kind, { read, config });
  const countOf = (kind: IssueType): number | null => {
    const found = episodes.filter((episode) => episode.kind === kind).length;
    // What code finds counts, but where it finds nothing a reader might.
    return isCounted(kind) || found > 0 ? found : null;
  };
  const failureKinds = [...kindsInOrder, ...Object.keys(config.findings ?? {})].filter(
    (kind) => kindOf(kind).countedWith === "failures",
  );
  const failures = episodes.filter(({ kind }) => failureKinds.includes(kind));
  const story = records.filter(({ phase, turn }) => phase === "story" && read.turns.has(turn)).length;
  return {
    ...(Object.fromEntries(
      failureKinds.flatMap((kind) => {
        const field = kindOf(kind).metric;
        return field === undefined ? [] : [[field, countOf(kind)]];
      }),
    ) as Record<FailureField, number | null>),
    others: Object.fromEntries(
      failureKinds.filter((kind) => !kindOf(kind).metric).map((kind) => [kind, countOf(kind)]),
    ),
    total: read.enough ? failures.length : null,
    perTenTurns: read.enough
      ? ratio(10 * failures.filter(({ turn }) => read.turns.has(turn)).length, story)
      : null,
  };
}
