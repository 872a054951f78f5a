import type { Journal } from "../../../journal/index.ts";
import { type Call, type Performed, fitsSchema, type GetAnswer } from "../call.ts";
import { join } from "node:path";
import { readCached, toName, writeCached } from "../../../store/index.ts";

/** An answer of an earlier run is reused if the caller allows it. */
export const reuseLayer =
  ({ journal, answers }: { journal: Journal; answers?: AnswerCache }) =>
  (next: <Value>(call: Call<Value>) => Promise<Performed>): GetAnswer =>
  async (call) => {
    const mayReuse = call.reuse === true;
    const earlier = call.ready ?? (mayReuse ? answers?.get(call.model.label, call.reuseKey()) : undefined);
    if (earlier !== undefined && fitsSchema(call, earlier)) {
      journal.done({ call: call.call, hash: call.hash, reused: true, result: earlier });
      return { stored: earlier, source: "reused" };
    }
    const { stored } = await next(call); // The ledger has recorded it with its cost.
    if (mayReuse) answers?.put(call.model.label, call.reuseKey(), stored);
    return { stored, source: "model" };
  };

/**
 * Answers kept across runs, by the hash of their request: a folder per model, a file per answer. Losing one costs a
 * request, nothing else, so nothing waits for the disk.
 */
export type AnswerCache = {
  get(model: string, hash: string): unknown;
  put(model: string, hash: string, answer: unknown): void;
};

export function openAnswerCache(dir: string): AnswerCache {
  const fileOf = (model: string, hash: string) => join(dir, toName(model), `${toName(hash)}.json`);
  return {
    get: (model, hash) => readCached(fileOf(model, hash)),
    put: (model, hash, answer) => writeCached(fileOf(model, hash), answer),
  };
}
