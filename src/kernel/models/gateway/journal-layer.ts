import { RequestChangedError, type Journal } from "../../journal/index.ts";
import type { Answers } from "./answers.ts";
import type { Call, Performed } from "./call.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** Where an answer came from. */
export type Source = "model" | "journal" | "reused";
export type Answer<Value> = { value: Value; source: Source };

/**
 * Outermost: a call that the journal knows as completed makes no request. What it stores has passed
 * its schema, so a bad reply is never replayed.
 */
export function journalLayer({ journal, answers }: { journal: Journal; answers?: Answers }) {
  /** Under way now: the same call asked for twice at once is one call. */
  const underWay = new Map<string, { hash: string; answer: Promise<{ stored: unknown; source: Source }> }>();

  return (next: <Value>(call: Call<Value>) => Promise<Performed>) => {
    const obtain = async <Value>(call: Call<Value>): Promise<{ stored: unknown; source: Source }> => {
      const mayReuse = call.reuse === true && call.replicate === undefined;
      const earlier = call.ready ?? (mayReuse ? answers?.get(call.model.label, call.reuseKey()) : undefined);
      if (earlier !== undefined && reads(call, earlier)) {
        journal.done({ call: call.call, hash: call.hash, reused: true, result: earlier });
        return { stored: earlier, source: "reused" };
      }
      const { stored } = await next(call); // The ledger has written it down, together with what it cost.
      if (mayReuse) answers?.put(call.model.label, call.reuseKey(), stored);
      return { stored, source: "model" };
    };

    return async <Value>(call: Call<Value>): Promise<Answer<Value>> => {
      const known = journal.recall(call.call, call.hash);
      // An answer that the schema of today refuses was given to another question.
      if (known && !reads(call, known.result))
        throw new RequestChangedError({ call: call.call, path: journal.path });
      if (known) return { value: call.read(known.result), source: "journal" };

      let current = underWay.get(call.call);
      if (current && current.hash !== call.hash)
        throw new RequestChangedError({ call: call.call, path: journal.path });
      if (!current) {
        current = { hash: call.hash, answer: obtain(call).finally(() => underWay.delete(call.call)) };
        underWay.set(call.call, current);
      }
      const { stored, source } = await unlessAborted(current.answer, call.signal);
      return { value: call.read(stored), source };
    };
  };
}

function reads({ read }: { read(stored: unknown): unknown }, stored: unknown): boolean {
  try {
    read(stored);
    return true;
  } catch {
    return false; // The schema's own word for "no".
  }
}
