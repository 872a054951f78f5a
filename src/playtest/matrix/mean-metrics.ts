import type { MeanMetrics, SessionMetrics } from "../../contract/index.ts";

/** An object where there is one: its null is no number that is missing. */
const NO_NUMBER: ReadonlySet<string> = new Set<keyof SessionMetrics["tangents"]>(["patience"]);

/** Means of many sessions' metrics, without keeping the sessions: sums and counts of every number. */
export function meansOf(): { add(metrics: SessionMetrics): void; means(): MeanMetrics } {
  const parts = new Map<string, Map<string, { sum: number; count: number }>>();
  let sessions = 0;
  const note = (part: string, name: string, value: unknown) => {
    const kept = parts.get(part) ?? new Map<string, { sum: number; count: number }>();
    parts.set(part, kept);
    const { sum, count } = kept.get(name) ?? { sum: 0, count: 0 };
    if (typeof value === "number") kept.set(name, { sum: sum + value, count: count + 1 });
    // Null in this session: it stands in the result all the same, as what nobody has so far.
    else if (value === null) kept.set(name, { sum, count });
  };
  return {
    add({ pulses, tangents, privateMoments, quality, failures, relay, overall }) {
      sessions++;
      for (const [part, metrics] of Object.entries({
        pulses,
        tangents,
        privateMoments,
        quality,
        failures,
        relay,
      })) {
        for (const [name, value] of Object.entries(metrics))
          if (!NO_NUMBER.has(name)) note(part, name, value);
      }
      note("", "overall", overall);
    },
    means() {
      const mean = ({ sum, count }: { sum: number; count: number }) => (count === 0 ? null : sum / count);
      const of = (part: string) =>
        Object.fromEntries([...(parts.get(part) ?? [])].map(([name, kept]) => [name, mean(kept)]));
      return {
        sessions,
        ...Object.fromEntries(
          [...parts.keys()].filter((part) => part !== "").map((part) => [part, of(part)]),
        ),
        overall: of("")["overall"] ?? null,
      };
    },
  };
}
