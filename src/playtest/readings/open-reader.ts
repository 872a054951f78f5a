import { formatVersion, type Reading, type SessionConfig } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { isRefusal, lastFailure, type Catalog, type Gateway } from "../../kernel/models/index.ts";
import { houseContent, type Truth } from "../house/index.ts";
import { endsTheRun, readBatch, readerTableOf, readerTurnOf } from "../reader/index.ts";
import { answeredAs, ownPart, type SessionState } from "../session/index.ts";
import { HOUSE, NONE, prepareFolder, saveReading, sessionChecksums } from "./reading-files.ts";

/** Reads a session during play, in batches of five turns, in the background. */
export type Reader = {
  /** Announces saved turns. It reads every batch that is complete, and never a parent's turns. Throws the error that ends the run. */
  follow(state: SessionState): void;
  /** Resolves when every turn so far is read or given up. Rejects with the error that ends the run. */
  join(): Promise<void>;
  /** The stored ones, in the order of their turns. */
  readings(): Reading[];
};

type OpenReaderOptions = {
  dir: string;
  gateway: Gateway;
  catalog: Catalog;
  config: SessionConfig;
  /** The stored readings. Unread turns are read again. */
  stored: readonly Reading[];
  truth: Truth;
  signal?: AbortSignal;
  onReading?: (reading: Reading) => void;
};

/** Everything that was asked about a turn was answered. */
export const isComplete = (reading: Reading): boolean =>
  reading.status === "read" && reading.content.unconfirmedWhy === undefined;

/** One call reads this many turns. */
export const BATCH = 5;

export function openReader(options: OpenReaderOptions): Reader {
  const { dir, gateway, config } = options;
  const made = new Map(options.stored.map((reading) => [reading.turn, reading]));
  const planned = new Set(options.stored.filter(isComplete).map(({ turn }) => turn));
  const pending: Array<Promise<void>> = [];
  let last: Promise<void> | undefined;
  let latest: SessionState | undefined;
  let broken: { error: unknown } | undefined;

  const readings = () => [...made.values()].toSorted((a, b) => a.turn - b.turn);

  /** Batches follow each other, so that each finds the transcript of the last one in the provider's cache. */
  function plan(batch: readonly number[]): void {
    for (const turn of batch) planned.add(turn);
    last ??= prepareFolder(dir, config.observerModel);
    last = last.then(() => read(batch));
    last.catch((error: unknown) => (broken ??= { error }));
    pending.push(last);
  }

  async function read(batch: readonly number[]): Promise<void> {
    const { readings: batchRead, refused } = await makeReadings(batch, {
      ...options,
      state: asReadBy(config, latest!),
      readings: readings(),
    });
    // Paid answers reach the disk before what was made from them.
    await gateway.journal.sync();
    for (const reading of batchRead) {
      // A failed second look is asked for again; if that fails too, its findings stay hints.
      if (reading.status === "unread" && made.get(reading.turn)?.status === "read") continue;
      await saveReading(dir, reading);
      made.set(reading.turn, reading);
      options.onReading?.(reading);
    }
    if (refused) throw refused;
  }

  /** `all`: also the last turns, which do not fill a batch. */
  function planBatches(state: SessionState, { all = false } = {}): void {
    const unread = ownPart(state)
      .records.map(({ turn }) => turn)
      .filter((turn) => !planned.has(turn));
    const size = config.stopOn ? 1 : BATCH;
    for (const batch of Map.groupBy(unread, (turn) => Math.ceil(turn / size)).values())
      if (all || batch.at(-1)! % size === 0) plan(batch);
  }

  return {
    follow(state) {
      if (broken) throw broken.error;
      if (config.observerModel === NONE) return;
      latest = state;
      planBatches(state);
    },
    async join() {
      if (latest) planBatches(latest, { all: true });
      for (const settled of pending.splice(0)) await settled;
    },
    readings,
  };
}

/** The session may have had another reader; and `config` may not have the characters yet. */
const asReadBy = (
  { observerModel, secondLookModel, findings, stopOn }: SessionConfig,
  state: SessionState,
): MakeOptions["state"] => ({
  ...state,
  config: { ...state.config, observerModel, secondLookModel, findings, stopOn },
});

type MakeOptions = Pick<OpenReaderOptions, "gateway" | "catalog" | "truth" | "signal"> & {
  /** At least up to the last turn of the batch. */
  state: Pick<SessionState, "config" | "records" | "branchedFrom">;
  /** What the house reader has read before. */
  readings: readonly Reading[];
};

/** `refused`: the provider refuses every request, which ends the run once the readings are saved. */
type MadeReadings = { readings: Reading[]; refused?: HarnessError };

/** Reads some turns. A failed or refused reader leaves them unread. Throws other errors that end the run. */
async function makeReadings(batch: readonly number[], options: MakeOptions): Promise<MadeReadings> {
  const { state } = options;
  const reader = state.config.observerModel;
  const sums = sessionChecksums(state.records.slice(0, batch.at(-1)));
  const headOf = (turn: number) =>
    ({ version: formatVersion, turn, checksum: sums[turn - 1]!, reader }) as const;
  try {
    const { answeredBy, contents } = reader === HOUSE ? planted(batch, options) : await asked(batch, options);
    const readAs = { status: "read", answeredBy } as const;
    return {
      readings: batch.map((turn) => ({ ...headOf(turn), ...readAs, content: contents.get(turn)! })),
    };
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    if (endsTheRun(error) && !isRefusal(error)) throw error;
    const failure = lastFailure(error);
    return {
      readings: batch.map((turn) => ({ ...headOf(turn), status: "unread", ...failure })),
      refused: isRefusal(error) ? error : undefined,
    };
  }
}

async function asked(batch: readonly number[], { gateway, catalog, state, signal }: MakeOptions) {
  const { config, records } = state;
  const size = config.stopOn ? 1 : BATCH;
  const model = catalog.resolve(config.observerModel);
  const secondLook = catalog.resolve(config.secondLookModel ?? config.observerModel);
  const { answeredBy, contents } = await readBatch({
    gateway,
    model,
    secondLook,
    table: readerTableOf(config),
    turns: records.slice(0, Math.ceil(batch.at(-1)! / size) * size).map(readerTurnOf),
    first: firstOf(batch[0]!, size, state),
    signal,
  });
  return {
    answeredBy: {
      reader: answeredAs(model, answeredBy.reader),
      secondLook: answeredBy.secondLook && answeredAs(secondLook, answeredBy.secondLook),
    },
    contents,
  };
}

/**
 * A batch is asked for whole, also if a part of it is stored: after a kill between two saves its answer is in the
 * journal under this name. A branch does not read its parent's turns again.
 */
const firstOf = (turn: number, size: number, { branchedFrom }: MakeOptions["state"]): number =>
  Math.min(turn, Math.max(turn - ((turn - 1) % size), (branchedFrom?.turn ?? 0) + 1));

/** What the offline cast planted. */
function planted(batch: readonly number[], { state: { config, records }, truth, readings }: MakeOptions) {
  const before = new Map(
    readings.flatMap((reading) => (reading.status === "read" ? [[reading.turn, reading.content]] : [])),
  );
  for (const turn of batch)
    before.set(turn, houseContent({ config, records: records.slice(0, turn), truth, before }));
  return { answeredBy: { reader: HOUSE }, contents: before };
}
