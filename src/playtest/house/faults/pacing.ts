/** Narrators with a fault of pace: one skips choices, one stalls. */
import type { HousePulse } from "../house-guide.ts";
import { consequence } from "../narrator/consequence.ts";
import { end, narrate } from "../narrator/narrate.ts";
import { payoffsAt } from "../narrator/private-hooks.ts";
import { tellingOf, tellPulse } from "../narrator/tell-pulse.ts";
import type { Scene } from "../narrator/scene.ts";
import { sentences } from "../../text/index.ts";
import { type Fault, perform, plain } from "./perform.ts";
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

const waiting: readonly string[] = [
  "You say so, {name}, and it is noted.",
  "Yes. That could be done.",
  "{name} has spoken, and the words are still there when the silence comes.",
  "I hear you, and I understand what you mean to do.",
  "You mean it, that much is plain.",
  "That is one way to see it, {name}.",
  "The thought is a good one, and you have it together.",
  "It is as {name} says, or near enough.",
  "You are ready, and being ready takes a while.",
  "So you have decided, and the decision stands there with you.",
  "You agree among yourselves, at some length.",
  "A fine intention, {name}, and nobody disputes it.",
  "All of this is true.",
  "You have said it clearly, and I have heard it clearly.",
  "There is much to be said for that.",
  "{name} nods, and the others nod, and there is a great deal of nodding.",
];

const nothing: readonly string[] = [
  "For now, nothing changes.",
  "You remain where you are, and so does everything else.",
  "The moment does not pass.",
  "You wait a little, and then a little more.",
  "Nothing stirs, and nothing is different from what it was.",
  "It has not come to anything yet.",
  "What you see is what you saw.",
  "Time goes by in its usual manner.",
  "Perhaps later something will come of it.",
  "You stand, you look, you stand.",
  "No door opens and none closes.",
  "The air is as it was, and you breathe it.",
  "It is not yet the time for that.",
  "You are exactly as far as before.",
  "Everything is still about to happen.",
  "Your plan is a plan, and remains one.",
];

/** Acknowledges what the group does, without any result, for six turns and more. */
export const stalled: Fault = (scene) => {
  const { turn, story, say, relay, names, guide } = scene;
  const open = guide.pulses[story.at];
  if (scene.creating || story.ended || !open || !isStalling(scene.dice, turn)) return plain(scene);
  const name = relay.decision?.by ?? names[turn % names.length];
  const text = `${say(waiting, "waiting", { name })} ${say(nothing, "nothing")}`;
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
