export {
  applyTurn,
  foldSession,
  isUnclassified,
  newSession,
  secretsIn,
  type SessionState,
} from "./apply-turn.ts";
export { answeredAs, type Cast, type Narrator, type Step } from "./cast.ts";
export { mechanicalIssues, playTurn, beatOf, beatsMeasured, toldPulses } from "./play-turn.ts";
export { ownPart, sessionPart, type TurnRange } from "./session-part.ts";
export { readerSource, withReadings } from "./with-readings.ts";
