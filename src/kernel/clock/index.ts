export { systemClock, type Clock } from "./clock.ts";
export { manualClock, type ManualClock } from "./manual-clock.ts";
