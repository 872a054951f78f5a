import type { Fault } from "./fault.ts";
import { plain } from "./plain.ts";
import { repeat, repeatable } from "./repetition.ts";

const FIRST = 5;

/**
 * Says again what it has said before, each turn with the same chance. Its luck is drawn from its prompt as well: under
 * two prompts that differ in a letter it is equally good and differently lucky. So it is known of two arms whether
 * they differ, and statistics can be held against that.
 */
const repeating =
  (fault: string, chance: number): Fault =>
  (scene) => {
    const { turn, story, throws, luck } = scene;
    const drawn = throws.always("fault", fault, luck, turn);
    const sources = turn >= FIRST && !story.ended && drawn.next() < chance ? repeatable(scene) : [];
    const source = sources[Math.floor(drawn.next() * sources.length)];
    return source ? repeat(scene, { fault, source, share: 0 }) : plain(scene);
  };

export const noisy = repeating("noisy", 0.2);
export const noisier = repeating("noisier", 0.5);
