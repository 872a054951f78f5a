import { join } from "node:path";
import type { Reading, Totals } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { inProcessEngine } from "../../kernel/engine/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import type { ResolvedModel } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { readFolder, requireReaders, storeTranscript } from "../observe/index.ts";
import { loadLatest } from "../readings/index.ts";
import type { Transcript } from "../transcript/index.ts";
import { CORPUS_FILE } from "./read-corpus.ts";
import type { ReadSession } from "./score-readings.ts";

export type BenchObserverOptions = {
  sessions: readonly Transcript[];
  model: ResolvedModel;
  /** Where the session folders are made. The same folder resumes. */
  dir: string;
  concurrency: number;
  budget?: Budget;
  signal?: AbortSignal;
  onTurn?: (session: string, reading: Reading) => void;
};

export type ReadCorpus = {
  read: ReadSession[];
  totals: Totals[];
  /** Why it stopped before all sessions were read. */
  endedBy?: HarnessError;
};

/** Reads every session as `observe` does, several at once. A failure of the reader leaves a turn unread. */
export async function benchObserver(
  harness: Harness,
  { sessions, model, dir, concurrency, budget, signal, onTurn }: BenchObserverOptions,
): Promise<ReadCorpus> {
  requireReaders(harness, model, budget?.cap);
  const stored = new Map<string, string>();
  const { endedBy } = await inProcessEngine.run<Transcript, void>(
    {
      name: "observe",
      async run(transcript, { signal: stop }) {
        const { session } = transcript;
        const folder = await storeTranscript(harness, transcript, {
          out: dir,
          file: CORPUS_FILE,
          observer: model.name,
        });
        stored.set(session, folder);
        await readFolder(harness, folder, {
          reader: model.name,
          budget,
          signal: stop,
          onReading: (reading) => onTurn?.(session, reading),
        });
      },
    },
    sessions.map((transcript) => ({ id: transcript.session, input: transcript })),
    { concurrency, isFinal: () => true, signal },
  );
  const read = sessions.filter(({ session }) => stored.has(session));
  return {
    read: read.map((transcript) => ({
      transcript,
      state: loadLatest(stored.get(transcript.session)!).state,
    })),
    totals: read.map(({ session }) => foldJournal(join(stored.get(session)!, JOURNAL_FILE)).fold.totals()),
    ...(endedBy && { endedBy }),
  };
}
