import { sayAgain } from "../../faults/index.ts";
import { withoutPrivate, type Scene } from "../narrator/index.ts";
import type { Performance } from "./fault.ts";
import { performAgain } from "./plain.ts";

const FIRST_OF_STORY = 3;
/** How far a narrator reaches back, and how much it must find to be worth repeating. */
const REACH = 10;
const LEAST_WORDS = 80;

/** Earlier outputs of the story, without what was told to one player alone: that would be another fault. */
export const repeatable = ({ turn, story }: Scene): Array<{ turn: number; text: string }> =>
  story.outputs
    .filter((output) => output.turn >= Math.max(FIRST_OF_STORY, turn - REACH))
    .map((output) => ({ turn: output.turn, text: withoutPrivate(output.text) }))
    .filter(({ text }) => text.split(/\s+/).length >= LEAST_WORDS);

/** Says `source` again, with this share of its words edited. */
export function repeat(
  scene: Scene,
  { fault, source, share }: { fault: string; source: { turn: number; text: string }; share: number },
): Performance {
  const { text, quote, against } = sayAgain(source, {
    share,
    dice: scene.throws.now("words"),
    others: scene.story.outputs.filter(({ turn }) => turn !== source.turn).map((output) => output.text),
  });
  return performAgain(scene, text, {
    fault,
    kind: share === 0 ? "loop-verbatim" : `loop-edited-${Math.round(share * 100)}`,
    turn: scene.turn,
    about: `turn ${source.turn}`,
    text,
    finding: "repetition",
    ...(quote !== "" && { quote, against }),
  });
}
