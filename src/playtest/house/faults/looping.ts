import { withoutPrivate, type Scene } from "../narrator/index.ts";
import { edited } from "./edited.ts";
import { repetition } from "./repetition.ts";
import type { Fault } from "./fault.ts";
import { plain, sayAgain } from "./plain.ts";
import { isPlanted } from "./planted-turns.ts";

const FIRST_OF_STORY = 3;
/** How far it reaches back, not to repetitions, and how much it must find to be worth repeating. */
const REACH = 10;
const LEAST_WORDS = 80;

/** Says what it has said before, word for word or nearly. What was told to one player alone is left out: that would be another fault. */
export const looping: Fault = (scene) => {
  const { turn, throws } = scene;
  const source = isPlanted(throws, "looping", turn) && !scene.story.ended ? earlier(scene) : undefined;
  if (!source) return plain(scene);
  const share = throws.now("edit").pick([0, 0, 0.1, 0.2, 0.3]);
  const { text, changed } =
    share === 0
      ? { text: source.text, changed: 0 }
      : edited(source.text, { share, thrown: throws.now("words") });
  const kind = changed === 0 ? "loop-verbatim" : `loop-edited-${Math.max(10, Math.round(changed * 10) * 10)}`;
  return sayAgain(scene, text, repetition({ fault: "looping", kind, turn, text, source }));
};

function earlier({ turn, story, throws }: Scene): { turn: number; text: string } | undefined {
  const found = story.outputs
    .filter(
      (output) =>
        output.turn >= Math.max(FIRST_OF_STORY, turn - REACH) && !isPlanted(throws, "looping", output.turn),
    )
    .map((output) => ({ turn: output.turn, text: withoutPrivate(output.text) }))
    .filter(({ text }) => text.split(/\s+/).length >= LEAST_WORDS);
  return found.length === 0 ? undefined : throws.now("source").pick(found);
}
