import type { Journal } from "../../../journal/index.ts";
import { type Call, type Performed, fitsSchema, type GetAnswer } from "../call.ts";
import { join } from "node:path";
import { HarnessError } from "../../../errors/index.ts";
import { makeFolder, openLineLog, toName, type LineLog } from "../../../store/index.ts";

/** An answer of an earlier run is reused if the caller allows it. */
export const reuseLayer =
  ({ journal, answers }: { journal: Journal; answers?: AnswerCache }) =>
  (next: <Value>(call: Call<Value>) => Promise<Performed>): GetAnswer =>
  async (call) => {
    const mayReuse = call.reuse === true && call.replicate === undefined;
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
 * Answers kept across runs, by the hash of their request: a file per model, one line per answer. Losing a line costs a
 * request, nothing else; so lines are checksummed but not fsynced.
 */
export type AnswerCache = {
  get(model: string, hash: string): unknown;
  put(model: string, hash: string, answer: unknown): void;
  close(): Promise<void>;
};

type Shelf = { log: LineLog; offsets: Map<string, number> };

export function openAnswerCache(dir: string): AnswerCache {
  const shelves = new Map<string, Shelf>();
  const shelfOf = (model: string): Shelf => {
    const found = shelves.get(model);
    if (found) return found;
    makeFolder(dir);
    const offsets = new Map<string, number>();
    const { log } = openLineLog(join(dir, `${toName(model)}.jsonl`), {
      shared: true,
      onLine: ({ value, offset }) => {
        if (typeof value.hash === "string") offsets.set(value.hash, offset);
      },
    });
    const shelf = { log, offsets };
    shelves.set(model, shelf);
    return shelf;
  };

  return {
    get(model, hash) {
      const { log, offsets } = shelfOf(model);
      const offset = offsets.get(hash);
      const line = offset === undefined ? undefined : log.read(offset);
      // Other processes append too: an offset is a hint until the line there has the same hash.
      return line?.hash === hash ? line.answer : undefined;
    },
    put(model, hash, answer) {
      const { log, offsets } = shelfOf(model);
      if (offsets.has(hash)) return;
      try {
        offsets.set(hash, log.append({ v: 1, hash, answer }));
      } catch (error) {
        // A full disk: the answer was paid for and still goes to its caller.
        if (!(error instanceof HarnessError)) throw error;
      }
    },
    async close() {
      await Promise.all([...shelves.values()].map(({ log }) => log.close()));
    },
  };
}
