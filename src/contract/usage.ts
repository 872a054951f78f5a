import { z } from "zod";

const tokens = z.number().int().nonnegative();

/** What a provider counted. A count it did not give is absent, never 0. */
export const usage = z.object({
  /** All input tokens, cached ones included. */
  input: tokens.optional(),
  cacheRead: tokens.optional(),
  cacheWrite: tokens.optional(),
  /** All output tokens, reasoning included. */
  output: tokens.optional(),
  reasoning: tokens.optional(),
});
export type Usage = z.infer<typeof usage>;

/**
 * How sure the booked amount is.
 * `reported`: the provider counted. `estimated`: it answered without counting, so we did.
 * `none`: it refused (an HTTP error), which no provider bills. `possible`: it may have worked and
 * billed, but the answer never came; the reservation is then the most it can have cost.
 */
export const billing = z.enum(["reported", "estimated", "none", "possible"]);
export type Billing = z.infer<typeof billing>;
