/**
 * Why: V8 gives what is young, and mostly garbage, ever more room: 128 MB in a long run, whatever the work needs. Many
 * jobs in one process are to take the memory of those under way, so the room stops growing here. It must be checked from
 * time to time: the size itself can only be set before a process starts, how it grows at any time.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Two halves of 16 MB: with less, more is copied from one to the other than is gained. */
const ENOUGH = 32 * 2 ** 20;
const CHECK_EVERY_MS = 100;

/** Until it is called off. */
export function boundYoungSpace(): () => void {
  const check = () => {
    if (youngSpace() < ENOUGH) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  };
  const timer = setInterval(check, CHECK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    setFlagsFromString("--semi-space-growth-factor=2");
  };
}

const youngSpace = (): number => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
