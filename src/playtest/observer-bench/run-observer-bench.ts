import { join } from "node:path";
import type { Reading, Totals } from "../../contract/index.ts";
import type { Budget } from "../../kernel/budget/index.ts";
import { inProcessEngine } from "../../kernel/engine/index.ts";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { foldJournal } from "../../kernel/journal/index.ts";
import { costOf, estimateTokens, type ResolvedModel } from "../../kernel/models/index.ts";
import { JOURNAL_FILE, type Harness } from "../../kernel/run/index.ts";
import { readFolder, requireReaders, storeTranscript, type Transcript } from "../observe/index.ts";
import { loadLatest } from "../readings/index.ts";
import { CORPUS_FILE } from "./corpus.ts";
import type { ReadSession } from "./score-readings.ts";

export type BenchObserverOptions = {
  sessions: readonly Transcript[];
  model: ResolvedModel;
  /** The parent of the session folders. The same folder resumes. */
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

/** Reads every session like `observe`, several at once. A failure of the reader leaves a turn unread. */
export async function benchObserver(
  harness: Harness,
  { sessions, model, dir, concurrency, budget, signal, onTurn }: BenchObserverOptions,
): Promise<ReadCorpus> {
  requireReaders(harness, model, budget?.cap);
  const stored = new Map<string, string>();
  const { endedBy } = await inProcessEngine.run<Transcript, void>(
    {
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

type Range = { low: number; high: number };
export type ReadingEstimate = { turns: number; calls: Range; input: Range; output: Range; usd: Range | null };

/** Tokens besides the turns themselves: instructions, answer schema, case file. */
const BESIDE = { low: 2_000, high: 4_000 };
const ANSWER = { low: 200, high: 1_000 };
/** Turns that a reader sees in full besides the one it reads. */
const SEEN_BEFORE = 3;
/** A second look is needed after findings: in a few turns, or in all. */
const SECOND_LOOK = {
  share: { low: 0.1, high: 1 },
  input: { low: 400, high: 2_000 },
  output: { low: 50, high: 300 },
};

export function estimateReading(
  sessions: readonly Pick<Transcript, "turns">[],
  model: ResolvedModel,
): ReadingEstimate {
  const shown = sessions.flatMap(({ turns }) => {
    const sizes = turns.map(({ narration, talk, relay = "" }) =>
      estimateTokens([narration, ...talk.map(({ says }) => says), relay].join("\n")),
    );
    return sizes.map((_, index) =>
      sizes.slice(Math.max(0, index - SEEN_BEFORE), index + 1).reduce((sum, size) => sum + size, 0),
    );
  });
  const turns = shown.length;
  const text = shown.reduce((sum, size) => sum + size, 0);
  const at = (end: keyof Range) => {
    const looks = Math.ceil(turns * SECOND_LOOK.share[end]);
    return {
      calls: turns + looks,
      input: text + turns * BESIDE[end] + looks * SECOND_LOOK.input[end],
      output: turns * ANSWER[end] + looks * SECOND_LOOK.output[end],
    };
  };
  const [low, high] = [at("low"), at("high")];
  const usd = ({ input, output }: { input: number; output: number }) =>
    costOf({ input, output }, { ...model.price!, tiers: undefined }).cost;
  return {
    turns,
    calls: { low: low.calls, high: high.calls },
    input: { low: low.input, high: high.input },
    output: { low: low.output, high: high.output },
    usd: model.price ? { low: usd(low), high: usd(high) } : null,
  };
}
