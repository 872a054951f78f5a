import { withoutPrivate, type Scene } from "../narrator/index.ts";
import type { Fault } from "./fault.ts";
import { plain, sayAgain } from "./plain.ts";
import { repetition } from "./repetition.ts";

const FIRST = 5;
const REACH = 10;
const LEAST_WORDS = 80;

/**
 * Says again what it has said before, each turn with the same chance. Its luck is drawn from its prompt as well: under
 * two prompts that differ in a letter it is equally good and differently lucky. So it is known of two arms whether
 * they differ, and statistics can be held against that.
 */
const repeating =
  (name: string, chance: number): Fault =>
  (scene) => {
    const { turn, story, throws, luck } = scene;
    const drawn = throws.always("fault", name, luck, turn);
    const source =
      turn >= FIRST && !story.ended && drawn.next() < chance ? earlier(scene, drawn.next()) : undefined;
    if (source === undefined) return plain(scene);
    const { text } = source;
    return sayAgain(scene, text, repetition({ fault: name, kind: "loop-verbatim", turn, text, source }));
  };

export const noisy = repeating("noisy", 0.2);
export const noisier = repeating("noisier", 0.5);

function earlier({ turn, story }: Scene, at: number): { turn: number; text: string } | undefined {
  const found = story.outputs
    .filter((output) => output.turn >= Math.max(3, turn - REACH))
    .map((output) => ({ turn: output.turn, text: withoutPrivate(output.text) }))
    .filter(({ text }) => text.split(/\s+/).length >= LEAST_WORDS);
  return found[Math.floor(at * found.length)];
}
