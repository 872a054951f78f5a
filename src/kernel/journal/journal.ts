import {
  journalLine,
  journalVersion,
  type AttemptEnd,
  type AttemptStart,
  type CallDone,
  type JournalLine,
  type Tally,
  type Totals,
} from "../../contract/index.ts";
import type { Clock } from "../clock/index.ts";
import { counted } from "../report/index.ts";
import { openLineLog, readLineLog, replicaOf, type LogDamage, readPieces } from "../store/index.ts";
import { createFold, type Fold } from "./fold.ts";
import { HarnessError } from "../errors/index.ts";

/**
 * Every attempt on disk. Nothing paid for is paid for twice: a completed call is answered from
 * here. Lines survive SIGKILL when the method that wrote them returns; `sync` makes them survive
 * a power cut.
 */
export type Journal = {
  readonly path: string;
  /** What was found damaged at opening: a torn last line is cut off, a bad line is skipped. */
  readonly damage: LogDamage;
  /** Attempts of an earlier process that started and never ended: possibly billed. */
  readonly inFlightAtOpen: AttemptStart[];
  /** The answer to a completed call. Throws when the id is known with another request. */
  recall(call: string, hash: string): { result: unknown } | undefined;
  /** How many attempts a call has had, in any process. */
  attempts(call: string): number;
  start(line: Omit<AttemptStart, "type">): void;
  /** With the answer, where the attempt gave one: in one write, so that no kill can come between a payment and what it bought. */
  end(line: Omit<AttemptEnd, "type">, answer?: Pick<CallDone, "hash" | "result">): void;
  done(line: Omit<CallDone, "type">): void;
  totals(): Totals;
  all(): Tally;
  /** Booked and possibly billed together, in USD. */
  atMostSpent(): number;
  /** Resolves when the lines are where another machine finds them. Undefined: the run is only on this machine. */
  committed(): Promise<void> | undefined;
  sync(): Promise<void>;
  close(): Promise<void>;
};

/** Only calls without an answer need their details in memory; an answered one is an offset. */
type Unanswered = { hash: string; attempts: number };

export function openJournal(path: string, { clock }: { clock: Clock }): Journal {
  refuseForeign(path);
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
  const { log, damage } = openLineLog(path, { onLine: ({ value, offset }) => note(parse(value), offset) });
  if (damage.badLines.some(({ line }) => line === 1)) {
    void log.close();
    throw new NotAJournalError({ path });
  }
  if (log.size() === 0)
    log.append({ type: "journal", version: journalVersion, created: clock.date().toISOString() });
  const inFlightAtOpen = fold.open();
  const kept = replicaOf(path);
  kept?.replica.meter(kept.path, () => ({ cost: fold.all().cost, atMost: fold.atMostSpent() }));

  // What we write ourselves needs no second check: the types say it.
  const write = (...lines: [JournalLine, ...JournalLine[]]) => {
    const offset = log.append(...lines);
    // Only an answer's place is ever looked up, and it is the first of its lines.
    for (const line of lines) note(line, offset);
  };

  return {
    path,
    damage,
    inFlightAtOpen,
    recall(call, hash) {
      const offset = answered.get(call);
      if (offset === undefined) {
        const known = unanswered.get(call);
        if (known && known.hash !== hash) throw new RequestChangedError({ call, path });
        return undefined;
      }
      const line = log.read(offset);
      if (line === undefined) throw new DamagedJournalError({ path, offset });
      if (line.hash !== hash) throw new RequestChangedError({ call, path });
      return { result: line.result };
    },
    attempts: (call) => unanswered.get(call)?.attempts ?? 0,
    start: (line) => write({ type: "start", ...line }),
    end: (line, answer) => {
      const end = { type: "end" as const, ...line };
      // The answer first: should the write be torn after all, the sum is missing (possibly billed), not what it paid for.
      if (answer) write({ type: "done", call: line.call, ...answer }, end);
      else write(end);
    },
    done: (line) => write({ type: "done", ...line }),
    totals: () => fold.totals(),
    all: () => fold.all(),
    atMostSpent: () => fold.atMostSpent(),
    committed: () => log.committed(),
    sync: () => log.sync(),
    close: () => log.close(),
  };
}

/** Adds up a journal without opening it for writing: also while another process writes to it. With `onto`, to what other journals have come to. */
export function foldJournal(path: string, { onto }: { onto?: Fold } = {}): { fold: Fold; damage: LogDamage } {
  refuseForeign(path);
  const fold = onto ?? createFold();
  const parse = lineParser(path);
  // Two journals may call different things the same.
  const apart = (line: JournalLine): JournalLine =>
    onto && "call" in line ? { ...line, call: `${path} ${line.call}` } : line;
  const damage = readLineLog(path, ({ value }) => fold.add(apart(parse(value))));
  if (damage.badLines.some(({ line }) => line === 1)) throw new NotAJournalError({ path });
  return { fold, damage };
}

/** The unreadable parts of a journal, which no total includes. */
export const damageNotes = ({ tornBytes, badLines }: LogDamage): string[] => [
  ...(tornBytes > 0 ? [`The last line is torn (${counted(tornBytes, "byte")}) and was left out.`] : []),
  ...badLines.map(({ line }) => `Line ${line} is damaged and was left out: totals may be too low.`),
];

/** Reads lines in their order; the first must be the header, and of a form we know. Throwing here leaves the file as it is. */
function lineParser(path: string): (value: Record<string, unknown>) => JournalLine {
  let header = false;
  return (value) => {
    if (!header) {
      if (value.type !== "journal" || typeof value.version !== "number") throw new NotAJournalError({ path });
      if (value.version > journalVersion)
        throw new NewerJournalError({ path, found: value.version, known: journalVersion });
      header = true;
    }
    const { data, error } = journalLine.safeParse(value);
    if (!data) throw new DamagedJournalError({ path, cause: error });
    return data;
  };
}

/** A file that does not even begin like a log must not be cut off as if it were a torn one. */
function refuseForeign(path: string): void {
  const begin = '{"crc":"';
  let head: string;
  try {
    const { value: piece } = readPieces(path).next();
    head = piece?.toString("latin1", 0, begin.length) ?? "";
  } catch {
    return; // Absent, unreadable, or a folder: opening it for good says which.
  }
  if (!begin.startsWith(head)) throw new NotAJournalError({ path });
}

/** The journal was written by a later version, whose lines this one could misread. */
class NewerJournalError extends HarnessError {
  constructor({ path, found, known }: { path: string; found: number; known: number }) {
    super({
      code: "newer-journal",
      message: `${path} has journal format ${found}; this version reads up to ${known}.`,
      remedy: "Upgrade rehearse, or start a new run in another folder. The file was not touched.",
    });
  }
}

/** The file is there but does not begin as a journal does. */
class NotAJournalError extends HarnessError {
  constructor({ path }: { path: string }) {
    super({
      code: "not-a-journal",
      message: `${path} does not start with a journal header.`,
      remedy: "Name the folder of a run, or move the file away. It was not touched.",
    });
  }
}

/** A line with a good checksum does not read as a journal line, or one that was good is so no longer. */
class DamagedJournalError extends HarnessError {
  constructor({ path, offset, cause }: { path: string; offset?: number; cause?: unknown }) {
    super({
      code: "damaged-journal",
      message: `${path} was changed or damaged${offset === undefined ? "" : ` at byte ${offset}`} by something else than rehearse.`,
      remedy: "Restore the file from a copy, or start a new run in another folder. The file was not touched.",
      exit: 3,
      cause,
    });
  }
}

/** A call id that the journal knows came with another request: the answer on disk is not its answer. */
export class RequestChangedError extends HarnessError {
  constructor({ call, path }: { call: string; path: string }) {
    super({
      code: "request-changed",
      message: `Call "${call}" was journaled with another request in ${path}.`,
      remedy:
        "A resumed run must ask what it asked before: prompt, guide and models are pinned. " +
        "To change them, branch or start a new run in another folder.",
    });
  }
}
