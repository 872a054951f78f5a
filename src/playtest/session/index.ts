export { withHearers } from "./quote-hearers.ts";
export {
  applyTurn,
  foldSession,
  isUnclassified,
  newSession,
  playedConfig,
  secretsIn,
  type SessionState,
} from "./apply-turn.ts";
export { answeredAs, type Cast, type Narrator, type Step } from "./cast.ts";
export {
  BEAT_WITHIN,
  beatOf,
  beatsMeasured,
  beatsUnmeasured,
  cannotRewind,
  foreignTitles,
  mechanicalIssues,
  playTurn,
  stallsIn,
  toldPulses,
} from "./play-turn.ts";
export { ownPart, sessionPart, type TurnRange } from "./session-part.ts";
export { readerSource, withReadings } from "./with-readings.ts";
