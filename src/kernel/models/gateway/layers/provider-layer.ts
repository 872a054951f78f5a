import type { Clock } from "../../../clock/index.ts";
import { HarnessError } from "../../../errors/index.ts";
import { providers, type ProviderId } from "../../providers/index.ts";
import { type Call, type Send, waitUnlessAborted } from "../call.ts";
import { InterruptedError, ProviderFailure } from "../failures/failures.ts";
import { providerFailure } from "../failures/provider-failure.ts";

/**
 * Innermost: asks the provider once. A timeout or Ctrl-C really ends the attempt, even if the model ignores the signal.
 */
export function providerLayer({
  clock,
  timeoutMs,
  origin,
  keyOf,
}: {
  clock: Clock;
  timeoutMs: number;
  /** Names a setting and where it was set. */
  origin: (...path: string[]) => string;
  keyOf: (provider: ProviderId) => string | undefined;
}): Send {
  return async (attempt) => {
    const { call } = attempt;
    const { provider } = call.model;
    const request = new AbortController();
    const timer = new AbortController();
    const timedOut = clock.sleep(timeoutMs, timer.signal).then(() => {
      throw timeout(call, { ms: timeoutMs, setting: origin("timeoutMs") });
    });
    timedOut.catch(() => {});
    try {
      const work = call.perform(attempt, request.signal);
      work.catch(() => {}); // Abandoned after a timeout: its failure is expected.
      return await waitUnlessAborted(Promise.race([work, timedOut]), call.signal);
    } catch (error) {
      request.abort();
      if (call.signal?.aborted) throw new InterruptedError(call.signal.reason);
      if (error instanceof HarnessError) throw error;
      throw providerFailure(error, {
        model: call.model,
        now: clock.date(),
        address: origin("providers", provider, "baseURL"),
        key: keyOf(provider) ?? providers[provider].key ?? providers[provider].optionalKey,
      });
    } finally {
      timer.abort("over"); // With a prepared reason: an exception with a stack is expensive.
    }
  };
}

const timeout = (
  { model: { provider, label }, role }: Pick<Call, "model" | "role">,
  { ms, setting }: { ms: number; setting: string },
) =>
  new ProviderFailure({
    code: "timeout",
    message:
      (provider === "outside" ? `The ${role} ${label}` : `${providers[provider].title} (${label})`) +
      ` did not answer within ${ms / 1_000} s.`,
    remedy: `Resume later, or raise ${setting}.`,
    transient: true,
    billing: "possible",
  });
