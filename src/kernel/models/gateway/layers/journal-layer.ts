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
  /** Called with each answer that came from the journal. */
  onKnown: (call: Call, stored: unknown) => void;
};

/**
 * Outermost: a call that the journal has as completed makes no request. Stored answers have passed their schema, so a
 * bad reply is never replayed.
 */
export function journalLayer({ journal, onKnown }: JournalLayerOptions) {
  /** In progress: the same call requested twice at once is one call. */
  const underWay = new Map<string, { hash: string; answer: Promise<StoredAnswer> }>();

  return (obtain: GetAnswer) =>
    async <Value>(call: Call<Value>): Promise<Answer<Value>> => {
      const known = journal.recall(call.call, call.hash);
      // An answer that today's schema rejects was given to another question.
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
