import { RequestChangedError, type Journal } from "../../../journal/index.ts";
import {
  type Call,
  fitsSchema,
  type GetAnswer,
  type StoredAnswer,
  type Source,
  waitUnlessAborted,
} from "../call.ts";

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
  const underWay = new Map<string, { hash: string; answer: Promise<StoredAnswer> }>();

  return (obtain: GetAnswer) =>
    async <Value>(call: Call<Value>): Promise<Answer<Value>> => {
      const known = journal.recall(call.call, call.hash);
      // An answer that the schema of today refuses was given to another question.
      if (known && !fitsSchema(call, known.result))
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
      const { stored, source } = await waitUnlessAborted(current.answer, call.signal);
      return { value: call.read(stored), source };
    };
}
