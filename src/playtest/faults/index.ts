/** The faults that are planted on purpose, by house narrators and by `bench detectors`: how, and what each should be found as. */
export { faults, type Choose, type FaultFacts, type Planting } from "./faults.ts";
export { forceBack } from "./force-back.ts";
export { giveAway } from "./give-away.ts";
export { refuseProgress } from "./refuse-progress.ts";
export { editedShares, sayAgain } from "./say-again.ts";
