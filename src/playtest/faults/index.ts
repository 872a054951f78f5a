export { editedShares, forceBack, giveAway, refuseProgress, sayAgain, type Choose } from "./faults.ts";
