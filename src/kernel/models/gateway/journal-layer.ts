import type { Journal } from "../../journal/index.ts";
import type { Answers } from "./answers.ts";
import type { Call, Performed } from "./call.ts";

/** Where an answer came from. */
export type Source = "model" | "journal" | "reused";
export type Answer<Value> = { value: Value; source: Source };

/**
 * Outermost: a call that the journal knows as completed makes no request. What it stores has passed
 * its schema, so a bad reply is never replayed.
 */
export function journalLayer({ journal, answers }: { journal: Journal; answers?: Answers }) {
  return (next: <Value>(call: Call<Value>) => Promise<Performed>) =>
    async <Value>(call: Call<Value>): Promise<Answer<Value>> => {
      const known = journal.recall(call.call, call.hash);
      if (known) return { value: call.read(known.result), source: "journal" };

      const mayReuse = call.reuse === true && call.replicate === undefined;
      const earlier = call.ready ?? (mayReuse ? answers?.get(call.model.label, call.hash) : undefined);
      if (earlier !== undefined) {
        const value = call.read(earlier);
        journal.done({ call: call.call, hash: call.hash, reused: true, result: earlier });
        return { value, source: "reused" };
      }

      const { stored } = await next(call);
      const value = call.read(stored);
      journal.done({ call: call.call, hash: call.hash, result: stored });
      if (mayReuse) answers?.put(call.model.label, call.hash, stored);
      return { value, source: "model" };
    };
}
