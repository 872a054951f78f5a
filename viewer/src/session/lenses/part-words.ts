import type { ScorePart } from "../../../../src/contract/index.ts";

/** What each part of the score measures, in a line. */
export const partWords: Record<ScorePart, string> = {
  completion: "how much of the story was told",
  efficiency: "how few turns a pulse took",
  evenness: "how even the pace was",
  recovery: "how many tangents the narrator led back from",
  segues: "how smoothly it led back",
  soundness: "how free of failures the turns were",
  payoffs: "how many private moments came back later",
  relay: "how many of the players' wishes reached the narrator",
  quality: "what the judge thought of it",
};
