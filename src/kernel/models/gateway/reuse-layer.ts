import type { Journal } from "../../journal/index.ts";
import type { Answers } from "./answers.ts";
import type { Call, Performed } from "./call.ts";
import { reads, type Obtain } from "./obtain.ts";

/** An answer of an earlier run serves where the caller allows it. */
export const reuseLayer =
  ({ journal, answers }: { journal: Journal; answers?: Answers }) =>
  (next: <Value>(call: Call<Value>) => Promise<Performed>): Obtain =>
  async (call) => {
    const mayReuse = call.reuse === true && call.replicate === undefined;
    const earlier = call.ready ?? (mayReuse ? answers?.get(call.model.label, call.reuseKey()) : undefined);
    if (earlier !== undefined && reads(call, earlier)) {
      journal.done({ call: call.call, hash: call.hash, reused: true, result: earlier });
      return { stored: earlier, source: "reused" };
    }
    const { stored } = await next(call); // The ledger has written it down, together with what it cost.
    if (mayReuse) answers?.put(call.model.label, call.reuseKey(), stored);
    return { stored, source: "model" };
  };
