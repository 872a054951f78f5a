/** Limits how many listeners hold a connection open at once. */
import { Refusal } from "../problem.ts";

/** So many may listen at once: each holds a connection open. */
export type ListenerLimit = {
  readonly taken: number;
  /** Throws where there is none. */ require(): void;
  /** Returns what gives it back, once; undefined: there is none. */ take(): (() => void) | undefined;
};

export const MOST_LISTENERS = 64;

export function createListenerLimit(most = MOST_LISTENERS): ListenerLimit {
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    require() {
      if (taken >= most)
        throw new Refusal({
          status: 429,
          code: "too-many-listeners",
          message: `${most} are listening.`,
          remedy: "Close some of the pages.",
        });
    },
    take() {
      if (taken >= most) return undefined;
      taken += 1;
      let has = true;
      return () => {
        if (has) taken -= 1;
        has = false;
      };
    },
  };
}
