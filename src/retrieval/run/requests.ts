/** The answered requests of a check, from its journal: a resumed run knows those of its first part. */
import type { Latency } from "../../contract/index.ts";
import { exists, readLineLog } from "../../kernel/store/index.ts";

export type Requests = {
  /** About tests, without a reader's. `ms` is absent if a recording answered. */
  answered: Array<{ testId: string; ask: string; ms: number | undefined }>;
  /** When the last one was sent. */
  lastAt: string;
};

/** Calls of a test. Those of the embedder are shared by many tests. */
const OF_TEST = /^test\/([^/]+)\/(?!read-answer)([a-z]+)(?:\/\d+)?$/;

export function requestsIn(journal: string): Requests {
  const requests: Requests = { answered: [], lastAt: "" };
  if (!exists(journal)) return requests;
  readLineLog(journal, ({ value: { type, call, at, ms, error, recorded } }) => {
    if (type === "start") requests.lastAt = String(at);
    const [, testId, ask] = OF_TEST.exec(String(call)) ?? [];
    if (type === "end" && error === undefined && testId !== undefined && ask !== undefined)
      requests.answered.push({ testId, ask, ms: recorded === undefined ? Number(ms) : undefined });
  });
  return requests;
}

/** Without retries and waits for limits. */
export function latencyOf({ answered }: Requests): Latency | undefined {
  const times = answered
    .flatMap(({ ask, ms }) => (ms !== undefined && (ask === "retrieve" || ask === "rerank") ? [ms] : []))
    .sort((a, b) => a - b);
  if (times.length === 0) return undefined;
  const percentile = (share: number) => times[Math.ceil(share * times.length) - 1]!;
  return { p50: percentile(0.5), p95: percentile(0.95), requests: times.length };
}

/** How long the system took for each test, over all attempts. */
export function timesOf({ answered }: Requests): Map<string, number> {
  const times = new Map<string, number>();
  for (const { testId, ms } of answered)
    if (ms !== undefined) times.set(testId, (times.get(testId) ?? 0) + ms);
  return times;
}
