/** What may be a fault: shown to people, and counted nowhere, as long as nobody knows how often it is none. */
export { characterBreak } from "./character-break.ts";
export { guideDeviation } from "./guide-deviation.ts";
export { railroading } from "./railroading.ts";
