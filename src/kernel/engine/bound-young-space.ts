/**
 * Why: V8 gives what is young, and mostly garbage, ever more room: 128 MB in a long run, whatever the work needs. Many
 * jobs in one process are to take the memory of those under way, so the room stops growing here. It must be looked at
 * from time to time: how large it may be can only be said before a process starts, whether it grows at any time.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Two halves of 16 MB: with less, more is copied from one to the other than is gained. */
const ENOUGH = 32 * 2 ** 20;
const CHECK_EVERY_MS = 100;

type YoungSpace = { size(): number; letGrow(grows: boolean): void };

const ofThisProcess: YoungSpace = {
  size: () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0,
  letGrow: (grows) => setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`),
};

/** Until it is called off. Where V8 has taken room back it may grow again: else little would be left for ever. */
export function boundYoungSpace({ size, letGrow }: YoungSpace = ofThisProcess): () => void {
  let grows = true;
  const set = (now: boolean) => {
    if (now !== grows) letGrow(now);
    grows = now;
  };
  const timer = setInterval(() => set(size() < ENOUGH), CHECK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    set(true);
  };
}
