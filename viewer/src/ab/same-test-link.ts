import type { AbView } from "../../../src/contract/index.ts";
import { startLink } from "../start/start-link.ts";

/**
 * The address that starts the same test with as many pairs as would decide. Undefined: the test is decided, or its
 * checkpoints are not in this workspace.
 */
export function sameTestLink({
  recommendation: { more },
  a,
  b,
  checkpoints,
  metric,
  turns,
  untilDecided,
}: AbView): string | undefined {
  const from = checkpoints.flatMap(({ session, turn }) => (session === undefined ? [] : [{ session, turn }]));
  if (more?.count === undefined || from.length < checkpoints.length) return undefined;
  return startLink(
    "ab",
    {
      "a.prompt": a.prompt,
      "a.narrator": a.narrator,
      "a.guide": a.guide,
      "b.prompt": b.prompt,
      "b.narrator": b.narrator,
      "b.guide": b.guide,
      metric,
      turns,
      times: more.count,
      until: untilDecided ? "decided" : "played",
    },
    from,
  );
}
