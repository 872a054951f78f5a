import type { RecordedAttempt, Role, Usage } from "../../../contract/index.ts";
import type { ResolvedModel } from "../catalog/index.ts";
import type { ModelSource } from "../providers/index.ts";

/** Fields that all requests of both suites share. */
export type Ask = {
  /** Deterministic and unique in its run, built from seat indexes: `turn/7/player/2`. */
  call: string;
  role: Role;
  model: ResolvedModel;
  /** The turn that the cost is booked to. */
  turn?: number;
  /** The output cap in tokens; by default the role's. */
  maxOutput?: number;
  /** One attempt: a failure is final. */
  once?: boolean;
  signal?: AbortSignal;
  /** May an earlier answer to the same request be reused? Only if one sample is as good as another. */
  reuse?: boolean;
};

export type PromptMessage = {
  role: "user" | "assistant";
  content: string;
  /** Everything up to here will be sent again: worth a cache breakpoint if the vendor supports it. */
  cacheUpTo?: boolean;
};

export type Call<Value = unknown> = Ask & {
  /** Of the request, for journal and recording: the same on every machine. */
  hash: string;
  /** Called with every attempt as booked. */
  onAttempt?(attempt: RecordedAttempt): void;
  /**
   * The key under which an answer may be reused by other runs: the request, and everything else that affects its
   * answer. Computed on demand.
   */
  reuseKey(): string;
  inputTokens: number;
  maxOutput: number;
  /** The most one attempt is expected to cost, in USD; null: no known price. */
  atMost: number | null;
  /** Loads the provider's code: separately, since that takes longer than the spacing of calls. */
  prepare(): Promise<unknown>;
  /** Asks the provider once. */
  perform(attempt: Attempt<Value>, signal: AbortSignal): Promise<Performed>;
  /** The answer, if earlier runs have it completely. */
  ready?: unknown;
  /** Checks a provider's or the journal's answer and parses it. */
  read(stored: unknown): Value;
};

export type Attempt<Value = unknown> = {
  call: Call<Value>;
  number: number;
  /** The problem with the previous reply, to include in the retry. */
  correction?: Correction;
  /** Set by the ledger: what a budget must count for this attempt, in USD. */
  booked?: number;
};
export type Correction = { text: string; problem: string };

/** A provider's reply: `stored` is plain JSON that the journal can keep. */
export type Performed = {
  stored: unknown;
  usage: Usage;
  /** Only if the provider itself reported the price, in USD. */
  cost?: number;
  /** Its size, for providers that do not count. */
  outputText: string;
};

export type Send = <Value>(attempt: Attempt<Value>) => Promise<Performed>;
export type Layer = (next: Send) => Send;

/** What one kind of request defines for the layers: its identity, its size, how it is sent and read. */
export type GatewayRequest<Value> = Pick<Call<Value>, "inputTokens" | "prepare" | "perform" | "read"> & {
  /** Everything in the request that affects the answer, and nothing of this machine: the input of its hash. */
  facts: object;
  /**
   * The size that must fit into the model's context, if that is not all input plus the output cap: texts are embedded
   * one by one.
   */
  largest?: number;
  /** The answer, if earlier runs have it completely. */
  ready?: unknown;
};

export type RequestContext = { models: ModelSource; seed: string | number };

export type Source = "model" | "journal" | "reused";
/** A stored answer: it has passed its schema. */
export type StoredAnswer = { stored: unknown; source: Source };
export type GetAnswer = <Value>(call: Call<Value>) => Promise<StoredAnswer>;

export function fitsSchema({ read }: { read(stored: unknown): unknown }, stored: unknown): boolean {
  try {
    read(stored);
    return true;
  } catch {
    return false; // The schema's own message for a mismatch.
  }
}

/** Waits for work, or stops waiting on abort, even if the work itself ignores the signal. */
export async function waitUnlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return work;
  if (signal.aborted) {
    work.catch(() => {}); // Nobody waits for it.
    throw signal.reason;
  }
  let stop: () => void = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
