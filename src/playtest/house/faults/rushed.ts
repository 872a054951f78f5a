import type { HousePulse } from "../house-guide.ts";
import { consequence, end, narrate, payoffsAt, tellingOf, tellPulse, type Scene } from "../narrator/index.ts";
import { sentences } from "../words/index.ts";
import type { Fault } from "./fault.ts";
import { perform } from "./plain.ts";

const FROM_TURN = 5;
/** Pulses in one reply, and how much of each but the last is left. */
const AT_ONCE = 3;
const SENTENCES = 2;

const hurry: readonly string[] = [
  "There is no time to ask what you do about it.",
  "Before you can so much as answer, it is over.",
  "You would have had a choice there, but the story is already elsewhere.",
  "And on it goes.",
  "It is done before you have looked at it.",
  "None of you gets a word in.",
  "Hardly has it begun when the next thing comes.",
];

/** Runs through the pulses three at a time, and leaves the choices between them out. */
export const rushed: Fault = (scene) => {
  const { turn, story, guide } = scene;
  const left = guide.pulses.length - 1 - story.at;
  if (turn < FROM_TURN || scene.creating || story.ended || story.at < 0)
    return perform(scene, narrate(scene));
  if (left === 0) return perform(scene, end(scene));
  const count = Math.min(AT_ONCE, left);
  if (count === 1) return perform(scene, tellPulse(scene, story.at + 1));
  const skipped = guide.pulses.slice(story.at + 1, story.at + count);
  const text = skipped.reduce((so, pulse) => `${so}${so === "" ? "" : " "}${run(scene, pulse, so)}`, "");
  const telling = tellPulse(scene, story.at + count, [...consequence(scene), { text }]);
  return perform(scene, telling, [
    { fault: "rushed", kind: "skipped-choices", turn, about: skipped.map(({ id }) => id).join(", "), text },
  ]);
};

function run(scene: Scene, pulse: HousePulse, before: string): string {
  const short = sentences(tellingOf(scene, pulse)).slice(0, SENTENCES).join(" ");
  return [
    short,
    ...payoffsAt(scene, pulse),
    scene.say(
      hurry.filter((line) => !before.includes(line)),
      "hurry",
    ),
  ].join(" ");
}
