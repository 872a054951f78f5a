/** The sessions of a verdict's findings by their ids in the lists, so that pages can link to them. */
import type { Verdict } from "../../contract/index.ts";
import type { IndexedSession } from "./session-index.ts";

export const withPlaces = <Told extends Pick<Verdict, "findings">>(
  verdict: Told,
  idOf: (sessionId: string) => string | undefined,
): Told => ({
  ...verdict,
  findings: verdict.findings.map((finding) => ({
    ...finding,
    session: finding.session === undefined ? undefined : idOf(finding.session),
  })),
});

/** The session that a checkpoint was copied from, if it is in this workspace. */
export const sessionWith = (all: readonly IndexedSession[], sessionId: string): string | undefined =>
  (
    all.find((session) => session.sessionId === sessionId && session.of === undefined) ??
    all.find((session) => session.sessionId === sessionId)
  )?.id;
