import type { ModelSource } from "../providers/index.ts";
import type { Call } from "./call.ts";

/** What one kind of request adds to the layers: its identity, its size, how it is sent and read. */
export type Work<Value> = Pick<Call<Value>, "inputTokens" | "prepare" | "perform" | "read"> & {
  /** Everything that decides the answer: what the request's hash is made of. */
  facts: object;
  /** The same for a recording, where `facts` depend on this machine. */
  asked?: object;
  /** What must fit into the model's context at once, where that is not all input and the output cap: texts are embedded one by one. */
  largest?: number;
  /** The answer, where all of it is known from earlier runs. */
  ready?: unknown;
};

export type WorkContext = { models: ModelSource; seed: string | number };
