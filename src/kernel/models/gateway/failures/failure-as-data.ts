/** A failed call as a recording keeps it. */
import type { RecordedFailure } from "../../../../contract/index.ts";
import { HarnessError, isErrorCode } from "../../../errors/index.ts";
import type { Call } from "../call.ts";
import { InvalidReplyError, ProviderFailure } from "./failures.ts";

/** Failures that a session sees and survives. A stop, a spent budget or a full disk are not the model's. */
export function failureAsData(error: unknown, { signal, model }: Call): RecordedFailure | undefined {
  // Its own deadline, not a user's abort: the caller continued without the answer.
  if (signal?.aborted && signal.reason === "late") {
    const remedy = "Resume later, or allow more time.";
    return {
      code: "timeout",
      message: `${model.label} did not answer in time.`,
      remedy,
      billing: "possible",
    };
  }
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
export function failureFromData(
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
