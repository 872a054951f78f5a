import type { SessionResult } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

/**
 * How long a session has been played in all its lives, in milliseconds. A life that was killed wrote
 * no result, but its turns say how long they took.
 */
export function playedFor(
  { records, branchedFrom }: Pick<SessionState, "records" | "branchedFrom">,
  last: Pick<SessionResult, "durationMs"> | undefined,
): number {
  const own = records.filter(({ turn }) => turn > (branchedFrom?.turn ?? 0));
  return Math.max(
    last?.durationMs ?? 0,
    own.reduce((sum, { ms }) => sum + ms, 0),
  );
}
