/** Narrators with a fault of pace: one skips choices, one stalls. */
import type { HousePulse } from "../house-guide.ts";
import { consequence } from "../narrator/consequence.ts";
import { end, narrate } from "../narrator/narrate.ts";
import { payoffsAt } from "../narrator/private-hooks.ts";
import { tellingOf, tellPulse } from "../narrator/tell-pulse.ts";
import type { Scene } from "../narrator/scene.ts";
import { sentences } from "../../text/index.ts";
import { type Fault, perform, plain } from "./perform.ts";
import { refuseProgress } from "../../faults/index.ts";
import { remind } from "../narrator/offer-choice.ts";
import type { ActorDice } from "../stage.ts";

const FROM_TURN = 5;
/** Pulses in one reply, and how much is left of each but the last. */
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

/** Rushes through the pulses three at a time, and skips the choices between them. */
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

/** Acknowledges what the group does, without any result, for six turns and more. */
export const stalled: Fault = (scene) => {
  const { turn, story, say, relay, names, guide } = scene;
  const open = guide.pulses[story.at];
  if (scene.creating || story.ended || !open || !isStalling(scene.dice, turn)) return plain(scene);
  const name = relay.decision?.by ?? names[turn % names.length];
  const { text } = refuseProgress(name, say);
  return perform(scene, { kind: "clarify", paragraphs: [{ text }, { text: remind(scene) }] }, [
    { fault: "stalled", kind: "refused-progress", turn, about: open.id, text, finding: "ignored-request" },
  ]);
};

const FIRST = 5;

/** Stretches of six to eight turns, with four to seven turns of story between them. */
function isStalling({ always }: ActorDice, turn: number): boolean {
  const thrown = always("fault", "stalled");
  let start = FIRST + thrown.int(3);
  for (;;) {
    const end = start + 6 + thrown.int(3);
    if (turn < end) return turn >= start;
    start = end + 4 + thrown.int(4);
  }
}
