import type { Providers } from "../providers/index.ts";
import type { Call } from "./call.ts";

/** What one kind of request adds to the layers: its identity, its size, how it is sent and read. */
export type Work<Value> = Pick<Call<Value>, "inputTokens" | "perform" | "read"> & {
  /** Everything that decides the answer: what the request's hash is made of. */
  facts: unknown;
  /** The answer, where all of it is known from earlier runs. */
  ready?: unknown;
};

export type WorkContext = { providers: Providers; seed: string | number };
