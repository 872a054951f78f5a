import { RequestChangedError, type Journal } from "../../journal/index.ts";
import type { Call } from "./call.ts";
import { reads, type Obtain, type Obtained, type Source } from "./obtain.ts";
import { unlessAborted } from "./unless-aborted.ts";

export type Answer<Value> = { value: Value; source: Source };

type JournalLayerOptions = {
  journal: Journal;
  /** Told of each answer that came from the journal. */
  onKnown: (call: Call, stored: unknown) => void;
};

/**
 * Outermost: a call that the journal knows as completed makes no request. What it stores has passed
 * its schema, so a bad reply is never replayed.
 */
export function journalLayer({ journal, onKnown }: JournalLayerOptions) {
  /** Under way now: the same call asked for twice at once is one call. */
  const underWay = new Map<string, { hash: string; answer: Promise<Obtained> }>();

  return (obtain: Obtain) =>
    async <Value>(call: Call<Value>): Promise<Answer<Value>> => {
      const known = journal.recall(call.call, call.hash);
      // An answer that the schema of today refuses was given to another question.
      if (known && !reads(call, known.result))
        throw new RequestChangedError({ call: call.call, path: journal.path });
      if (known) {
        onKnown(call as Call, known.result);
        return { value: call.read(known.result), source: "journal" };
      }

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
}
