import { chosenOption, consequence } from "./consequence.ts";
import { creation } from "./phrases/index.ts";
import type { Scene } from "./scene.ts";
import type { Telling } from "./telling.ts";

/** The ending that the last choice has earned: endings stand in the order of its options. */
export function end(scene: Scene): Telling {
  const { endings } = scene.guide;
  const ending = endings[Math.min(chosenOption(scene), endings.length - 1)]!;
  return {
    kind: "pulse",
    title: ending.title,
    paragraphs: [...consequence(scene), { text: ending.text }],
    ends: true,
  };
}

/** Somebody goes on asking after the end. */
export const afterTheEnd = ({ say }: Scene): Telling => ({
  kind: "clarify",
  paragraphs: [{ text: say(creation.afterwards, "afterwards") }],
  ends: true,
});
