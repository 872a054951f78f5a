import { narrate } from "../narrator/index.ts";
import { contradictions, wasUsed } from "./contradictions.ts";
import type { Fault } from "./fault.ts";
import { perform, plain, withWords } from "./plain.ts";
import { isPlanted } from "./planted-turns.ts";

/** Contradicts what it has told: the dead speak, locks turn by themselves, things change hands. */
export const forgetful: Fault = (scene) => {
  const { turn, throws, story } = scene;
  const found =
    isPlanted(throws, "forgetful", turn) && !story.ended && story.at >= 0 ? contradictions(scene) : [];
  // Kinds take turns.
  const chosen = found.find(({ kind }) => !wasUsed(story.words, kind)) ?? found[turn % found.length];
  if (!chosen) return plain(scene);
  return perform(scene, withWords(narrate(scene), chosen.text, "after"), [
    { fault: "forgetful", turn, finding: "contradiction", ...chosen },
  ]);
};
