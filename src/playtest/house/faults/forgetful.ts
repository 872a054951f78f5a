import { narrate } from "../narrator/index.ts";
import { contradictions } from "./contradictions.ts";
import type { Fault } from "./fault.ts";
import { perform, plain, withWords } from "./plain.ts";
import { isPlanted } from "./planted-turns.ts";

/** Contradicts what it has told: the dead speak, locks turn by themselves, things change hands. */
export const forgetful: Fault = (scene) => {
  const { turn, throws, story } = scene;
  const found = isPlanted(throws, "forgetful", turn) && !story.ended && story.at >= 0 ? contradictions(scene) : [];
  // Those whose fact was put into words stand first; kinds take turns.
  const chosen = found.find(({ kind }) => !used(story.words, kind)) ?? found[0];
  if (!chosen) return plain(scene);
  return perform(scene, withWords(narrate(scene), chosen.text, "after"), [{ fault: "forgetful", turn, ...chosen }]);
};

const marks: Readonly<Record<string, string>> = {
  "flipped-lock": ", as ever.",
  "revived-dead": "alive and well, and shakes",
  "killed-living": "has been dead since before you came",
  "moved-item": "from the first, and has it now",
  "flipped-time": "since you came.",
  "changed-count": "of them, as there were before",
};

const used = (words: string, kind: string) => words.includes(marks[kind] ?? kind);
