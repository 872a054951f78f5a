/** What a matcher was given. */
import type { CheckResult, SessionResult } from "../contract/index.ts";
import { HarnessError, suggestion } from "../kernel/errors/index.ts";

export function sessionIn(received: unknown, matcherName: string): SessionResult {
  const value = isObject(received) && isObject(received["result"]) ? received["result"] : received;
  if (isObject(value) && "sessionId" in value && "outcome" in value) return value as SessionResult;
  throw wrongValue(
    matcherName,
    "a session: the argument of playtest(), or the result of openSession() or play()",
  );
}

export const isCheck = (received: unknown): received is CheckResult =>
  isObject(received) && "health_status" in received && "tests" in received;

export function checkIn(received: unknown, matcherName: string): CheckResult {
  if (isCheck(received)) return received;
  throw wrongValue(matcherName, "the result of check() or bank()");
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const wrongValue = (matcherName: string, what: string): HarnessError =>
  new HarnessError({
    code: "bad-value",
    message: `${matcherName}() expects ${what}.`,
    remedy: "Pass the whole object, not a part of it.",
  });

export const unknownName = (what: string, asked: string, known: readonly string[]): HarnessError =>
  new HarnessError({
    code: "unknown-name",
    message: `Unknown ${what} "${asked}". ${suggestion(asked, known)}`.trim(),
    remedy: `Known: ${known.join(", ")}.`,
  });
