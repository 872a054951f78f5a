export {
  editedShares,
  faults,
  forceBack,
  giveAway,
  refuseProgress,
  sayAgain,
  type Choose,
} from "./faults.ts";
