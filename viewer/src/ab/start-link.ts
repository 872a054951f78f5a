import type { AbView } from "../../../src/contract/index.ts";
import { withQuery } from "../api/request.ts";

/**
 * The address that starts the same test with as many pairs as would decide. Undefined: the test is decided or can be
 * continued, or its checkpoints are not in this workspace.
 */
export function startLink({
  recommendation: { more },
  a,
  b,
  checkpoints,
  metric,
  turns,
  untilDecided,
}: AbView): string | undefined {
  if (more?.count === undefined || more.command !== undefined) return undefined;
  if (checkpoints.some(({ session }) => session === undefined)) return undefined;
  return withQuery("/start", {
    kind: "ab",
    checkpoint: checkpoints.map(({ session, turn }) => `${session}:${turn}`),
    aPrompt: a.prompt,
    aNarrator: a.narrator,
    aGuide: a.guide,
    bPrompt: b.prompt,
    bNarrator: b.narrator,
    bGuide: b.guide,
    metric,
    turns,
    times: more.count,
    untilDecided: untilDecided ? "true" : undefined,
  });
}
