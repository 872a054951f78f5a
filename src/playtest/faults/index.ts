export {
  editedShares,
  faults,
  forceBack,
  giveAway,
  refuseProgress,
  sayAgain,
  type Choose,
  type FaultFacts,
  type Planting,
} from "./faults.ts";
