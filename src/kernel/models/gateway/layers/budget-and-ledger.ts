import { UnpricedBudgetError, type Budget } from "../../../budget/index.ts";
import type { Layer, Attempt, Performed } from "../call.ts";
import { InterruptedError, MoneyTight, InvalidReplyError, ProviderFailure } from "../failures/failures.ts";
import type { AttemptEnd, Billing, Usage } from "../../../../contract/index.ts";
import type { Clock } from "../../../clock/index.ts";
import { HarnessError } from "../../../errors/index.ts";
import type { Journal } from "../../../journal/index.ts";
import { costOf, estimateTokens } from "../../catalog/index.ts";
import { redact } from "../../../secrets/index.ts";

/** Reserves an attempt's maximum cost, and settles at the amount that the ledger booked. */
export function budgetLayer({ budget }: { budget: Budget }): Layer {
  return (next) => async (attempt) => {
    const { atMost, model } = attempt.call;
    if (atMost === null) {
      if (budget.cap !== undefined && model.provider !== "outside")
        throw new UnpricedBudgetError({ models: [model.name] });
      return next(attempt);
    }
    const reservation = budget.reserve(atMost);
    if (reservation.kind === "tight") throw new MoneyTight(reservation.room);
    try {
      return await next(attempt);
    } finally {
      reservation.settle(attempt.booked ?? 0);
    }
  };
}

type Booking = { billing: Billing; usage?: Usage; cost: number | null; saved?: number };

/**
 * Books every attempt: one line before the request is sent, one when it is answered (with the answer) or has failed.
 */
export function ledgerLayer({ journal, clock }: { journal: Journal; clock: Clock }): Layer {
  return (next) => async (attempt) => {
    const { call, number } = attempt;
    const { hash, role, model, turn, atMost } = call;
    if (call.signal?.aborted) throw new InterruptedError(call.signal.reason);
    const startedAt = clock.now();
    journal.start({
      call: call.call,
      attempt: number,
      hash,
      role,
      model: model.label,
      turn,
      atMost,
      at: clock.date().toISOString(),
    });
    const end = (
      booking: Booking,
      { error, answer }: { error?: AttemptEnd["error"]; answer?: { hash: string; result: unknown } },
    ) => {
      call.onAttempt?.({
        billing: booking.billing,
        usage: booking.usage,
        cost: booking.cost,
        error: withoutText(error),
      });
      attempt.booked = booking.billing === "possible" ? (atMost ?? 0) : (booking.cost ?? 0);
      journal.end(
        { call: call.call, attempt: number, ms: Math.round(clock.now() - startedAt), ...booking, error },
        answer,
      );
    };
    let performed: Performed;
    try {
      performed = await next(attempt);
    } catch (error) {
      if (error instanceof InvalidReplyError)
        end(answered(attempt as Attempt, { ...error, outputText: error.text }), {
          error: describe(error),
        });
      else if (error instanceof ProviderFailure)
        end(
          { billing: error.billing, cost: error.billing === "possible" ? null : 0 },
          { error: describe(error) },
        );
      // Interrupted, or an unexpected error: the request may have arrived anyway.
      else end({ billing: "possible", cost: null }, { error: describe(error) });
      throw error;
    }
    end(answered(attempt as Attempt, performed), { answer: { hash, result: performed.stored } });
    return performed;
  };
}

/** A recording keeps the reply with the failure that the session saw. */
const withoutText = (error: AttemptEnd["error"]) =>
  error && { code: error.code, message: error.message, status: error.status };

/** The provider's counts, completed by estimates. */
function answered(
  { call }: Attempt,
  { usage, cost, outputText }: { usage: Usage; cost?: number; outputText: string },
): Booking {
  const counted = believable(usage);
  const full = {
    ...counted,
    input: counted.input ?? call.inputTokens,
    output: counted.output ?? estimateTokens(outputText),
  };
  const billing = counted.input === undefined || counted.output === undefined ? "estimated" : "reported";
  const priced = call.model.price && costOf(full, call.model.price);
  return { billing, usage: full, cost: cost ?? priced?.cost ?? null, saved: priced?.saved || undefined };
}

/** Counts come from outside: anything but a whole number of tokens is treated as missing. */
const believable = (usage: Usage): Usage =>
  Object.fromEntries(
    Object.entries(usage).filter(
      ([, count]) => Number.isSafeInteger(count) && count >= 0 && count < MOST_TOKENS,
    ),
  );

/** More than any context holds. */
const MOST_TOKENS = 1e9;

/** A failure as the journal keeps it: an unusable reply is kept too, since it was paid for. */
function describe(error: unknown): AttemptEnd["error"] {
  const text = error instanceof InvalidReplyError ? redact(error.text).slice(0, 20_000) : undefined;
  return {
    code: error instanceof HarnessError ? error.code : "unexpected",
    message: redact(error instanceof Error ? error.message : String(error)).slice(0, 1_000),
    status: error instanceof ProviderFailure ? error.status : undefined,
    text,
  };
}
