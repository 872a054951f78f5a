import type { RecordedCall, RecordedFailure } from "../../../../contract/index.ts";
import type { Clock } from "../../../clock/index.ts";
import { HarnessError } from "../../../errors/index.ts";
import type { Journal } from "../../../journal/index.ts";
import { RecordingMissError, requestParts, type Request } from "../../../recording/index.ts";
import { type Call, fitsSchema, type GetAnswer, type StoredAnswer } from "../call.ts";
import { InvalidReplyError, ProviderFailure } from "../failures/failures.ts";

/** One planned session of a recording: replayed from, recorded to, or both. */
export type Tape = {
  play?: {
    dir: string;
    find(call: string): RecordedCall | undefined;
    explain(call: string, request: Request): string;
    /** `call`: answers by call id alone, for any request. For the demo, since its prompts change. */
    match: "request" | "call";
    /** Called when an answer belongs to another request of the same call id. */
    onChanged?(): void;
    /** Called when the recording cannot answer. True: ask the model. */
    mayAsk(call: string): boolean;
  };
  record?: {
    has(call: string): boolean;
    keep(line: Omit<RecordedCall, "type" | "session">, request: Request): void;
    /** Replayed answers are already in this recording. */
    isPlayed: boolean;
  };
};

/** Below the journal: a recorded call makes no request, and a call that is made is recorded with its outcome. */
export function recordingLayer({ tape, journal, clock }: { tape?: Tape; journal: Journal; clock: Clock }) {
  return (next: GetAnswer): GetAnswer => {
    if (!tape) return next;
    const { play, record } = tape;

    const playBack = (call: Call, recorded: RecordedCall): StoredAnswer => {
      book(call, recorded, { journal, clock });
      if (recorded.failure) throw failureOf(recorded.failure, recorded.attempts.length || undefined);
      return { stored: recorded.answer, source: "model" };
    };

    return async (call) => {
      const request = requestParts(call.asked);
      const found = play?.find(call.call);
      const isSame = found?.hash === request.hash;
      // A verdict applies only to the words it was given for, so a changed request has no recorded verdict.
      const isVerdict = call.role === "observer" || call.role === "judge" || call.role === "reader";
      const answers = found && (isSame || (play?.match === "call" && !isVerdict)) && readable(call, found);
      if (found && answers) {
        if (!isSame) play?.onChanged?.();
        if (record && !record.isPlayed)
          record.keep({ ...withoutSession(found), hash: request.hash, request: request.short }, request);
        return playBack(call as Call, found);
      }
      const isMissing = play !== undefined && !play.mayAsk(call.call);
      if (isMissing && play.match === "call" && isVerdict)
        throw new ProviderFailure({
          code: "not-recorded",
          message: `${play.dir} has no verdict for the request of ${call.call}.`,
          remedy: "Record again.",
          transient: false,
          billing: "none",
        });
      if (isMissing)
        throw new RecordingMissError({
          call: call.call,
          why:
            found && play.match === "call"
              ? "the recorded answer does not fit the current request"
              : play.explain(call.call, request),
          dir: play.dir,
        });
      if (!record) return next(call);

      const attempts: RecordedCall["attempts"] = [];
      const line = { call: call.call, hash: request.hash, request: request.short, attempts };
      try {
        const obtained = await next({ ...call, onAttempt: (attempt) => void attempts.push(attempt) });
        record.keep({ ...line, answer: obtained.stored }, request);
        return obtained;
      } catch (error) {
        const failure = describe(error, call as Call);
        if (failure) record.keep({ ...line, failure }, request);
        throw error;
      }
    };
  };
}

/** A journaled answer may be missing from the recording: the process was killed between the two. */
export const recordKnown =
  (tape: Tape | undefined) =>
  (call: Call, stored: unknown): void => {
    if (!tape?.record || tape.record.has(call.call)) return;
    const request = requestParts(call.asked);
    tape.record.keep(
      { call: call.call, hash: request.hash, request: request.short, attempts: [], answer: stored },
      request,
    );
  };

const withoutSession = ({ session: _session, type: _type, ...rest }: RecordedCall) => rest;

/** A recording may come from anyone: its answers pass the same check as a model's. */
function readable(
  call: Parameters<typeof fitsSchema>[0],
  { answer, failure, call: id }: RecordedCall,
): boolean {
  if (failure !== undefined || fitsSchema(call, answer)) return true;
  throw new HarnessError({
    code: "bad-recording",
    message: `${id}: the recorded answer does not match the expected schema.`,
    remedy: "The recording was changed, or made with a version that used another format. Record again.",
  });
}

/** The journal gets the recorded attempts: tokens as counted, nothing spent now, and the original cost. */
function book(
  call: Call,
  { attempts, answer, failure }: RecordedCall,
  { journal, clock }: { journal: Journal; clock: Clock },
): void {
  const result = failure === undefined ? { hash: call.hash, result: answer } : undefined;
  let number = journal.attempts(call.call);
  for (const [index, { cost, ...attempt }] of attempts.entries()) {
    const last = index === attempts.length - 1;
    number++;
    journal.start({
      call: call.call,
      attempt: number,
      hash: call.hash,
      role: call.role,
      model: call.model.label,
      turn: call.turn,
      atMost: 0,
      at: clock.date().toISOString(),
    });
    journal.end(
      { call: call.call, attempt: number, ms: 0, ...attempt, cost: 0, recorded: cost },
      last ? result : undefined,
    );
  }
  if (attempts.length === 0 && result) journal.done({ call: call.call, ...result });
}

/** Failures that a session sees and survives. A stop, a spent budget or a full disk are not the model's. */
function describe(error: unknown, { signal, model }: Call): RecordedFailure | undefined {
  // Its own deadline, not a user's abort: the caller continued without the answer.
  if (signal?.aborted && signal.reason === "late")
    return {
      kind: "provider",
      code: "timeout",
      message: `${model.label} did not answer in time.`,
      remedy: "Resume later, or allow more time.",
      exit: 3,
      billing: "possible",
    };
  if (signal?.aborted || !(error instanceof ProviderFailure || error instanceof InvalidReplyError))
    return undefined;
  const { code, message, remedy, exit } = error;
  return error instanceof InvalidReplyError
    ? { kind: "invalid", code, message, remedy, exit, text: error.text, problem: error.problem }
    : {
        kind: "provider",
        code,
        message,
        remedy,
        exit,
        status: error.status,
        billing: error.billing,
        ...(error.cause instanceof ProviderFailure && { last: error.cause.message }),
      };
}

function failureOf(
  { kind, problem = "", text = "", billing = "none", last, ...facts }: RecordedFailure,
  attempts: number | undefined,
): HarnessError {
  const failure = { ...facts, transient: false, billing, attempts };
  if (kind === "provider")
    return new ProviderFailure({
      ...failure,
      ...(last !== undefined && { cause: new ProviderFailure({ ...failure, message: last }) }),
    });
  const { message, remedy } = facts;
  return new InvalidReplyError({ message, text, problem, remedy, usage: {}, attempts });
}
