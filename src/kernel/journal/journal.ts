import {
  formatVersion,
  journalLine,
  type AttemptEnd,
  type AttemptStart,
  type CallDone,
  type JournalMark,
  type JournalLine,
  type Tally,
  type Totals,
} from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import { exists, openLineLog, readLineLog, requireFormat } from "../store/index.ts";
import { createFold, type Fold } from "./fold.ts";
import { toPico } from "./spent.ts";
import { HarnessError } from "../errors/index.ts";
import { dollars } from "../report/index.ts";

/**
 * Every attempt on disk. A completed call is answered from here, so nothing is paid for twice. Lines survive SIGKILL
 * once the method that wrote them returns; `sync` makes them survive a power cut.
 */
export type Journal = {
  readonly path: string;
  /** The length of a torn last line that was cut off on opening. */
  readonly tornBytes: number;
  /** Attempts of an earlier process that started and never ended: possibly billed. */
  readonly inFlightAtOpen: AttemptStart[];
  /** The answer to a completed call. Throws when the id is known with another request. */
  recall(call: string, hash: string): { result: unknown } | undefined;
  /** Has the call been completed, whatever its request was? */
  isAnswered(call: string): boolean;
  /** How many attempts a call has had, in any process. */
  attempts(call: string): number;
  start(line: Omit<AttemptStart, "type">): void;
  /**
   * With the answer, if the attempt gave one: in one write, so that a kill cannot separate a payment from its answer.
   */
  end(line: Omit<AttemptEnd, "type">, answer?: Pick<CallDone, "hash" | "result">): void;
  done(line: Omit<CallDone, "type">): void;
  totals(): Totals;
  all(): Tally;
  /** Booked and possibly billed together, in USD. */
  atMostSpent(): number;
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Only unanswered calls need their details in memory; an answered one is an offset. */
type Unanswered = { hash: string; attempts: number };

export function openJournal(path: string, { clock }: { clock: Clock }): Journal {
  const fold = createFold();
  const answered = new Map<string, number>();
  const unanswered = new Map<string, Unanswered>();

  const note = (line: JournalLine, offset: number) => {
    fold.add(line);
    if (line.type === "start") unanswered.set(line.call, { hash: line.hash, attempts: line.attempt });
    if (line.type === "done") {
      answered.set(line.call, offset);
      unanswered.delete(line.call);
    }
  };

  const parse = lineParser(path);
  const { log, tornBytes } = openLineLog(path, { onLine: ({ value, offset }) => note(parse(value), offset) });
  if (log.size() === 0)
    log.append({ type: "journal", version: formatVersion, created: clock.date().toISOString() });
  const inFlightAtOpen = fold.open();

  // Our own lines need no second check: the types guarantee them.
  const write = (...lines: [JournalLine, ...JournalLine[]]) => {
    const offset = log.append(...lines);
    // Only the answer's position is ever looked up, and it is the first of its lines.
    for (const line of lines) note(line, offset);
  };

  return {
    path,
    tornBytes,
    inFlightAtOpen,
    recall(call, hash) {
      const offset = answered.get(call);
      if (offset === undefined) {
        const known = unanswered.get(call);
        if (known && known.hash !== hash) throw new RequestChangedError({ call, path });
        return undefined;
      }
      const line = log.read(offset);
      if (line === undefined) throw new ChangedJournalError({ path, offset });
      if (line.hash !== hash) throw new RequestChangedError({ call, path });
      return { result: line.result };
    },
    isAnswered: (call) => answered.has(call),
    attempts: (call) => unanswered.get(call)?.attempts ?? 0,
    start: (line) => write({ type: "start", ...line }),
    end: (line, answer) => {
      const end = { type: "end" as const, ...line };
      // The answer first: if the write is torn, the sum is missing (possibly billed), not the answer.
      if (answer) write({ type: "done", call: line.call, ...answer }, end);
      else write(end);
    },
    done: (line) => write({ type: "done", ...line }),
    totals: () => fold.totals(),
    all: () => fold.all(),
    atMostSpent: () => fold.atMostSpent(),
    sync: () => log.sync(),
    close: () => log.close(),
  };
}

/** Adds up a journal without opening it for writing, even while another process writes to it. */
export function foldJournal(path: string): Fold {
  const fold = createFold();
  const parse = lineParser(path);
  readLineLog(path, ({ value }) => fold.add(parse(value)));
  return fold;
}

/** What a turn or a run's record keeps of its journal. */
export const markOf = ({ attempts, cost }: Tally): JournalMark => ({ attempts, cost });

/** A journal that holds less than it held before was deleted or cut: no budget can be enforced with it. */
export function lostCalls(path: string, mark: JournalMark | undefined): HarnessError | undefined {
  if (!mark) return undefined;
  const { attempts, cost } = (exists(path) ? foldJournal(path) : createFold()).all();
  // An attempt that lost its end looks as if it were in flight: only the money differs.
  if (attempts >= mark.attempts && toPico(cost) >= toPico(mark.cost)) return undefined;
  return new HarnessError({
    code: "damaged-file",
    message:
      `${path} was deleted or cut: ${mark.attempts} attempts for ${dollars(mark.cost)} were saved, ` +
      `and it holds ${attempts} for ${dollars(cost)}.`,
    remedy:
      "Restore the file from a backup, or start over: `rehearse replay` from a checkpoint, `rehearse check --fresh`.",
  });
}

/** Reads lines in order; the first must be a header of this format. Throwing here leaves the file unchanged. */
function lineParser(path: string): (value: Record<string, unknown>) => JournalLine {
  let header = false;
  return (value) => {
    if (!header) {
      if (value.type !== "journal" || typeof value.version !== "number")
        throw new ChangedJournalError({ path });
      requireFormat(value, path);
      header = true;
    }
    const { data, error } = journalLine.safeParse(value);
    if (!data) throw new ChangedJournalError({ path, cause: error });
    return data;
  };
}

/** A line with a good checksum is not a journal line, or a line that was good no longer is. */
class ChangedJournalError extends HarnessError {
  constructor({ path, offset, cause }: { path: string; offset?: number; cause?: unknown }) {
    const place = offset === undefined ? "" : ` at byte ${offset}`;
    super({
      code: "damaged-file",
      message: `${path} was changed${place} by another program.`,
      remedy: "Restore the file from a copy, or start a new run in another folder. The file was not changed.",
      exit: 3,
      cause,
    });
  }
}

/** A known call id came with another request: the stored answer does not belong to it. */
export class RequestChangedError extends HarnessError {
  constructor({ call, path }: { call: string; path: string }) {
    super({
      code: "request-changed",
      message: `Call "${call}" was journaled with another request in ${path}.`,
      remedy:
        "A resumed run must send the same requests: prompt, guide and models are pinned. " +
        "To change them, branch or start a new run in another folder.",
    });
  }
}
