export { openTangent } from "./apply-tangents.ts";
export type { Cast, Step } from "./cast.ts";
export type { Narrator, Told } from "./narrator.ts";
export { playTurn } from "./play-turn.ts";
export { applyTurn, foldSession, newSession, type SessionState } from "./session-state.ts";
