export type { Cast, Step } from "./cast.ts";
export type { Narrator, Told } from "./narrator.ts";
export { beatOf, toldPulses } from "./beat-of.ts";
export { observe } from "./observe.ts";
export { playTurn } from "./play-turn.ts";
export { ownPart, sessionPart } from "./session-part.ts";
export { applyTurn, foldSession, newSession, type SessionState } from "./session-state.ts";
export { readerSource, withReadings } from "./with-readings.ts";
