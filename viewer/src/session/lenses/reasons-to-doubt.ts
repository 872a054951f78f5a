import type { SessionView } from "../../../../src/contract/index.ts";

/** What a reader must know before believing a session's numbers. */
export function reasonsToDoubt({ card, result }: SessionView): string[] {
  const { metrics, audit, judged, notes, deviations = [] } = result;
  return [
    ...(card.house
      ? ["The house cast played: actors reading a script. Nothing here is evidence about a prompt."]
      : []),
    ...(audit?.broken
      ? [`Its players broke it: ${audit.why.join("; ")}. It says little about its narrator.`]
      : []),
    ...(metrics && !metrics.over
      ? ["The session is not over: nobody can say yet how much of the story is missing."]
      : []),
    ...(metrics?.composite.interval
      ? [
          "The interval says how much the score depends on which turns this one session happened to have. Another session can lie outside of it: compare several.",
        ]
      : []),
    ...(judged?.unscored?.length
      ? [`${judged.unscored.length} newer verdicts of the judge could not be read as scores.`]
      : []),
    ...notes,
    ...deviations.map(
      ({ kind, turns, what }) =>
        `Deviation, ${kind.replaceAll("-", " ")}${turns.length === 0 ? "" : ` (${turns.length === 1 ? "turn" : "turns"} ${turns.join(", ")})`}: ${what}`,
    ),
  ];
}
