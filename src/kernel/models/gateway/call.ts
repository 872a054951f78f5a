import type { RecordedAttempt, Role, Usage } from "../../../contract/index.ts";
import type { ResolvedModel } from "../catalog/index.ts";
import type { ModelSource } from "../providers/index.ts";

/** What every request of either suite says, whatever it asks for. */
export type Ask = {
  /** Deterministic and unique in its run, made of seat indexes: `turn/7/player/2`. */
  call: string;
  role: Role;
  model: ResolvedModel;
  /** The turn that the cost is booked under. */
  turn?: number;
  /** The most tokens to answer with; the role's cap where it is not given. */
  maxOutput?: number;
  timeoutMs?: number;
  /** One attempt: a failure is the answer. */
  once?: boolean;
  signal?: AbortSignal;
  /** Aborted once somebody waits for the answer: until then the call lets all others go first. */
  awaited?: AbortSignal;
  /** May an earlier answer to the very same request serve? Only where one sample is as good as another. */
  reuse?: boolean;
  /** Set for replicates, which must each be drawn anew: it forbids `reuse`. */
  replicate?: number;
};

export type PromptMessage = {
  role: "user" | "assistant";
  content: string;
  /** Everything up to here will be sent again: worth a cache breakpoint where the vendor takes them. */
  cacheUpTo?: boolean;
};

export type Call<Value = unknown> = Ask & {
  hash: string;
  /** What was asked, for recordings: the same on every machine. */
  asked: object;
  /** Told of every attempt as it was booked. */
  onAttempt?(attempt: RecordedAttempt): void;
  /** Under which an answer may serve other runs: the request, and whatever else decides its answer. Worked out only where it is asked for. */
  reuseKey(): string;
  inputTokens: number;
  maxOutput: number;
  /** The most one attempt is expected to cost, in USD; null where no price is known. */
  atMost: number | null;
  /** Loads what asking needs: apart, since that takes longer than calls may be from each other. */
  prepare(): Promise<unknown>;
  /** Asks the provider once. */
  perform(attempt: Attempt<Value>, signal: AbortSignal): Promise<Performed>;
  /** The answer, where all of it is known from earlier runs. */
  ready?: unknown;
  /** Checks what a provider or the journal gave and makes it a value. */
  read(stored: unknown): Value;
};

export type Attempt<Value = unknown> = {
  call: Call<Value>;
  number: number;
  /** What was wrong with the reply before, to be told when asking again. */
  correction?: Correction;
  /** Set by the ledger: what a budget must count for this attempt, in USD. */
  booked?: number;
};
export type Correction = { text: string; problem: string };

/** What a provider gave: `stored` is plain JSON that the journal can keep. */
export type Performed = {
  stored: unknown;
  usage: Usage;
  /** Only where the provider itself told the price, in USD. */
  cost?: number;
  /** Its size, for providers that do not count. */
  outputText: string;
};

export type Send = <Value>(attempt: Attempt<Value>) => Promise<Performed>;
export type Layer = (next: Send) => Send;

/** What one kind of request adds to the layers: its identity, its size, how it is sent and read. */
export type GatewayRequest<Value> = Pick<Call<Value>, "inputTokens" | "prepare" | "perform" | "read"> & {
  /** Everything that decides the answer: what the request's hash is made of. */
  facts: object;
  /** The same for a recording, where `facts` depend on this machine. */
  asked?: object;
  /** What must fit into the model's context at once, where that is not all input and the output cap: texts are embedded one by one. */
  largest?: number;
  /** The answer, where all of it is known from earlier runs. */
  ready?: unknown;
};

export type RequestContext = { models: ModelSource; seed: string | number };

export type Source = "model" | "journal" | "reused";
/** An answer as it is stored: its schema has passed it. */
export type StoredAnswer = { stored: unknown; source: Source };
export type GetAnswer = <Value>(call: Call<Value>) => Promise<StoredAnswer>;

export function fitsSchema({ read }: { read(stored: unknown): unknown }, stored: unknown): boolean {
  try {
    read(stored);
    return true;
  } catch {
    return false; // The schema's own word for "no".
  }
}

/** Waits for work, or stops waiting when the signal says so: also where the work itself ignores the signal. */
export async function waitUnlessAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return work;
  signal.throwIfAborted();
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
