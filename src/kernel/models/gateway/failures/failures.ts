import type { Billing, Usage } from "../../../../contract/index.ts";
import type { Ask } from "../call.ts";
import { type ErrorCode, HarnessError, type HarnessErrorFacts } from "../../../errors/index.ts";

export class ProviderFailure extends HarnessError {
  readonly status: number | undefined;
  /** Worth another attempt: 429, 5xx, 529, a reset, a timeout. */
  readonly transient: boolean;
  readonly retryAfterMs: number | undefined;
  readonly billing: Billing;
  /** How often the model was asked before the call was given up. Absent: it was not asked, or that is not known. */
  attempts: number | undefined;

  constructor({
    status,
    transient,
    retryAfterMs,
    billing,
    attempts,
    ...facts
  }: HarnessErrorFacts & {
    status?: number;
    transient: boolean;
    retryAfterMs?: number;
    billing: Billing;
    attempts?: number;
  }) {
    super({ exit: 3, ...facts });
    this.status = status;
    this.transient = transient;
    this.retryAfterMs = retryAfterMs;
    this.billing = billing;
    this.attempts = attempts;
  }
}

/** The provider refuses every request of this caller: the key, the credit, the access or the model's name. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(["unauthorised", "no-credit", "forbidden", "not-found"]);

/**
 * A refusal stops the run in every role: no fallback may hide it. The run can be resumed once the caller has fixed it.
 */
export const isRefusal = (error: unknown): error is ProviderFailure =>
  error instanceof ProviderFailure && REFUSALS.has(error.code);

/** The provider answered and was paid, but the answer is unusable. The error keeps the text. */
export class InvalidReplyError extends HarnessError {
  readonly who: string | undefined;
  readonly text: string;
  readonly problem: string;
  readonly usage: Usage;
  readonly cost: number | undefined;
  /** As for a provider's failure. */
  attempts: number | undefined;

  constructor({
    model,
    message,
    text,
    problem,
    remedy,
    usage,
    cost,
    attempts,
  }: {
    model?: string;
    /** In full, instead of the model's name. */
    message?: string;
    text: string;
    problem: string;
    remedy?: string;
    usage: Usage;
    cost?: number;
    attempts?: number;
  }) {
    super({
      code: "invalid-reply",
      message: message ?? `${model} gave a reply that cannot be used: ${problem}`,
      remedy:
        remedy ??
        "The text is kept in calls.jsonl, in the folder of the run. Try again, or choose another model.",
      exit: 3,
    });
    this.who = model;
    this.text = text;
    this.problem = problem;
    this.usage = usage;
    this.cost = cost;
    this.attempts = attempts;
  }

  /** Of the last attempt: whose reply it was, and how often it was asked. A recorded one says it already. */
  named({ role, model, turn }: Pick<Ask, "role" | "model" | "turn">, attempts: number): InvalidReplyError {
    if (this.who === undefined) return this;
    const who = model.provider === "outside" ? this.who : `The ${role} ${model.name}`;
    const where = turn === undefined ? "" : ` in turn ${turn}`;
    const often = attempts === 1 ? "" : `, asked ${attempts} times`;
    const message = `${who} gave a reply that cannot be used${where}${often}: ${this.problem}`;
    const { text, problem, remedy, usage, cost } = this;
    return new InvalidReplyError({ model: this.who, message, text, problem, remedy, usage, cost, attempts });
  }
}

/** What went wrong with a call in its last attempt, and after how many. */
export function lastFailure(error: HarnessError): { why: string; attempts?: number } {
  const last = error.cause instanceof ProviderFailure ? error.cause : error;
  const attempts =
    error instanceof ProviderFailure || error instanceof InvalidReplyError ? error.attempts : undefined;
  return { why: last.message.slice(0, LONGEST_REASON), attempts };
}
const LONGEST_REASON = 300;

/** Was the request too long for the model, by our count or by the provider's? */
export const isContextExceeded = (error: unknown): error is HarnessError =>
  error instanceof HarnessError && error.code === "context-exceeded";

/** Stopped on purpose: Ctrl-C, a caller that gave up, or a reason that the signal gives, such as the end of --timeout. */
export class InterruptedError extends HarnessError {
  constructor(reason?: unknown) {
    const why = reason instanceof HarnessError && reason.exit === 130 ? reason : undefined;
    super({
      code: why?.code ?? "interrupted",
      message: why?.message ?? "Interrupted.",
      remedy: "Everything so far is saved. The run can be resumed.",
      exit: 130,
    });
  }
}

/** Not an error: the budget asks for another try once calls in flight have settled. Meanwhile no slot is held. */
export class MoneyTight extends Error {
  readonly room: Promise<void>;

  constructor(room: Promise<void>) {
    super("money is tight");
    this.room = room;
  }
}

/** A provider, or what a model says, failed after all retries. A wrong key, a spent budget or a full disk is not of these. */
export const isModelFailure = (error: unknown): error is HarnessError =>
  (error instanceof ProviderFailure && error.exit === 3) ||
  error instanceof InvalidReplyError ||
  isContextExceeded(error);
