/** Limits how many listeners hold a connection open at once. */
import { Refusal } from "../problem.ts";

/** Each listener holds a connection open, so their number is limited. */
export type ListenerLimit = {
  readonly taken: number;
  /** Throws if the limit is reached. */ require(): void;
  /** Returns a function that frees the place, once. Undefined: the limit is reached. */ take():
    | (() => void)
    | undefined;
};

const MOST_LISTENERS = 64;

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
          message: `${most} listeners are already connected.`,
          remedy: "Close some pages that show this server.",
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
