import type { Latency } from "../../contract/index.ts";
import { readLineLog } from "../../kernel/store/index.ts";

/** One call for each attempt of a test. Those of the embedder are shared by many tests. */
const RETRIEVES = /^test\/.+\/(?:retrieve|rerank)(?:\/\d+)?$/;

/** From the journal, which has the time of every request: a resumed run knows those of its first part. */
export function latencyIn(journal: string): Latency | undefined {
  const times: number[] = [];
  readLineLog(journal, ({ value }) => {
    const { type, call, ms, error, recorded } = value;
    const isAnswer = type === "end" && error === undefined && recorded === undefined;
    if (isAnswer && RETRIEVES.test(String(call))) times.push(Number(ms));
  });
  if (times.length === 0) return undefined;
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.ceil(share * times.length) - 1]!;
  return { p50: percentile(0.5), p95: percentile(0.95), requests: times.length };
}
