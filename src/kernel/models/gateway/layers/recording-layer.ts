import type { RecordedCall, RecordedFailure } from "../../../../contract/index.ts";
import type { Clock } from "../../../clock/index.ts";
import type { Journal } from "../../../journal/index.ts";
import { badRecording } from "../../../recording/index.ts";
import { type Call, fitsSchema, type GetAnswer } from "../call.ts";
import { HarnessError, isErrorCode } from "../../../errors/index.ts";
import { InvalidReplyError, ProviderFailure } from "../failures/failures.ts";

type Line = Omit<RecordedCall, "session">;

/** One planned session of recordings: the replayed one, the written one, both or none. */
export type Tape = {
  recorded(call: string): Line | undefined;
  /** Throws if a recording is replayed and no model may be asked for what it lacks. */
  missing(call: string): void;
  /** Records a call, unless this outcome is recorded already. */
  keep(line: Line): void;
};

/** Below the journal: a recorded call makes no request, and a call that is made is recorded with its outcome. */
export const recordingLayer =
  ({ tape, journal, clock }: { tape: Tape | undefined; journal: Journal; clock: Clock }) =>
  (next: GetAnswer): GetAnswer =>
  async (call) => {
    if (!tape) return next(call);
    const { call: id, hash } = call;
    const recorded = tape.recorded(id);
    if (recorded?.hash === hash) {
      if (!recorded.failure && !fitsSchema(call, recorded.answer))
        throw badRecording(`The recorded answer of ${id}`, "it does not fit the schema of the request");
      tape.keep(recorded);
      book(call as Call, recorded, { journal, clock });
      if (recorded.failure) throw failureFromData(recorded.failure, recorded.attempts.length);
      return { stored: recorded.answer, source: "model" };
    }
    tape.missing(id);
    const attempts: RecordedCall["attempts"] = [];
    try {
      const obtained = await next({ ...call, onAttempt: (attempt) => void attempts.push(attempt) });
      tape.keep({ call: id, hash, attempts, answer: obtained.stored });
      return obtained;
    } catch (error) {
      const failure = failureAsData(error, call as Call);
      if (failure) tape.keep({ call: id, hash, attempts, failure });
      throw error;
    }
  };

/** A journaled answer may be missing from the recording: the process was killed between the two. */
export const recordKnown =
  (tape: Tape | undefined) =>
  ({ call, hash }: Call, answer: unknown): void =>
    tape?.keep({ call, hash, attempts: [], answer });

/** The journal gets the recorded attempts: tokens as counted, nothing spent now, and the original cost. */
function book(
  { call, hash, role, model, turn }: Call,
  { attempts, answer, failure }: Line,
  { journal, clock }: { journal: Journal; clock: Clock },
): void {
  const result = failure === undefined ? { hash, result: answer } : undefined;
  let attempt = journal.attempts(call);
  for (const [index, { cost, ...booked }] of attempts.entries()) {
    attempt++;
    const at = clock.date().toISOString();
    journal.start({ call, attempt, hash, role, model: model.label, turn, atMost: 0, at });
    const isLast = index === attempts.length - 1;
    journal.end({ call, attempt, ms: 0, ...booked, cost: 0, recorded: cost }, isLast ? result : undefined);
  }
  if (attempts.length === 0 && result) journal.done({ call, ...result });
}

/** Failures that a session sees and survives. A stop, a spent budget or a full disk are not the model's. */
function failureAsData(error: unknown, { signal }: Call): RecordedFailure | undefined {
  if (signal?.aborted || !(error instanceof HarnessError)) return undefined;
  const { code, message, remedy, exit, cause } = error;
  if (error instanceof InvalidReplyError)
    return { code, message, remedy, exit, text: error.text, problem: error.problem };
  if (!(error instanceof ProviderFailure)) return undefined;
  const { status, billing } = error;
  const last = cause instanceof ProviderFailure ? cause.message : undefined;
  return { code, message, last, remedy, exit, status, billing };
}

/** The failure again, after so many attempts. */
function failureFromData(
  { code, text, problem = "", last, billing = "none", ...facts }: RecordedFailure,
  attempts: number,
): HarnessError {
  const failure = {
    ...facts,
    code: isErrorCode(code) ? code : ("provider-error" as const),
    transient: false,
    billing,
    attempts: attempts || undefined,
  };
  if (text !== undefined) return new InvalidReplyError({ ...failure, text, problem, usage: {} });
  const cause = last === undefined ? undefined : new ProviderFailure({ ...failure, message: last });
  return new ProviderFailure({ ...failure, cause });
}
