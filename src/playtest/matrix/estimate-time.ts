import type { Harness } from "../../kernel/run/index.ts";
import type { CostEstimate } from "../play/index.ts";

type Range = { low: number; high: number };
type End = keyof Range;
/** Sessions of one kind, as one of them was played on paper. */
export type PlayedOnPaper = { sessions: number; byRole: CostEstimate["byRole"] };

/** How long a reply takes to begin, and how fast it comes. Vendors differ, and so do their days. */
const FIRST_WORD_MS: Range = { low: 500, high: 2_500 };
const TOKENS_PER_SECOND: Range = { low: 150, high: 60 };
/** Embedded models answer at once; what takes time is everything round them, one after the other. */
const EMBEDDED_MS: Range = { low: 2, high: 15 };
/** Calls in flight at once with a vendor for which nothing is set: see `limits`. */
const USUAL_IN_FLIGHT = 8;

/**
 * How long a matrix takes: as long as its sessions do, so many at once; or as its busiest vendor does, where the limits
 * that are set let no more calls through. It takes no account of refusals and retries.
 */
export function estimateTime(
  plays: readonly PlayedOnPaper[],
  { concurrency, harness }: { concurrency: number; harness: Harness },
): Range {
  return { low: timeAt("low"), high: timeAt("high") };

  function timeAt(end: End): number {
    const sessions = plays.reduce((sum, play) => sum + play.sessions, 0);
    const alone = plays.map((play) => ({ count: play.sessions, ms: sessionMs(play, end) }));
    const inBatches =
      alone.reduce((sum, { count, ms }) => sum + count * ms, 0) / Math.min(concurrency, sessions);
    return Math.max(inBatches, ...alone.map(({ ms }) => ms), ...lanesAt(end));
  }

  /** In a session one call waits for the other, but for players, who speak at once. */
  function sessionMs({ byRole }: PlayedOnPaper, end: End): number {
    const players = byRole.filter(({ role }) => role === "player").map((row) => rowMs(row, end));
    return byRole
      .filter(({ role }) => role !== "player")
      .reduce((sum, row) => sum + rowMs(row, end), Math.max(0, ...players));
  }

  function lanesAt(end: End): number[] {
    const lanes = new Map<string, { calls: number; ms: number }>();
    for (const { sessions, byRole } of plays) {
      for (const row of byRole) {
        for (const lane of [harness.catalog.resolve(row.model).provider, row.model]) {
          const { calls, ms } = lanes.get(lane) ?? { calls: 0, ms: 0 };
          lanes.set(lane, { calls: calls + row.calls[end] * sessions, ms: ms + rowMs(row, end) * sessions });
        }
      }
    }
    return [...lanes].map(([lane, { calls, ms }]) => {
      const set = harness.settings.limits[lane];
      const inFlight =
        set?.concurrency ?? (lane === "house" ? 1 : lane.includes("/") ? Infinity : USUAL_IN_FLIGHT);
      return Math.max(
        ms / inFlight,
        set?.callsPerMinute === undefined ? 0 : (calls / set.callsPerMinute) * 60_000,
        calls * (set?.spacingMs ?? 0),
      );
    });
  }

  function rowMs({ model, calls, tokens }: CostEstimate["byRole"][number], end: End): number {
    if (harness.catalog.resolve(model).provider === "house") return calls[end] * EMBEDDED_MS[end];
    return calls[end] * FIRST_WORD_MS[end] + (tokens.output[end] / TOKENS_PER_SECOND[end]) * 1_000;
  }
}
