import type { Fault } from "./fault.ts";
import { plain } from "./plain.ts";
import { isPlanted } from "./planted-turns.ts";
import { repeat, repeatable } from "./repetition.ts";

/** Says what it has said before, word for word or nearly. */
export const looping: Fault = (scene) => {
  const { turn, throws, story } = scene;
  const sources =
    isPlanted(throws, "looping", turn) && !story.ended
      ? repeatable(scene).filter((output) => !isPlanted(throws, "looping", output.turn))
      : [];
  if (sources.length === 0) return plain(scene);
  return repeat(scene, {
    fault: "looping",
    source: throws.now("source").pick(sources),
    share: throws.now("edit").pick([0, 0, 0.1, 0.2, 0.3]),
  });
};
