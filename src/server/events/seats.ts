import { Refusal } from "../refusal.ts";

/** So many may listen at once: each holds a connection open. */
export type Seats = {
  readonly taken: number;
  /** Throws where there is none. */ require(): void;
  /** Returns what gives it back, once; undefined: there is none. */ take(): (() => void) | undefined;
};

export const MOST_LISTENERS = 64;

export function createSeats(most = MOST_LISTENERS): Seats {
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
