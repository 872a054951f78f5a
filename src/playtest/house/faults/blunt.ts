import { narrate } from "../narrator/index.ts";
import type { Fault } from "./fault.ts";
import { perform, plain, withWords } from "./plain.ts";
import { isPlanted } from "./planted-turns.ts";

const FROM_TURN = 5;

const segues: readonly string[] = [
  "Anyway, back to the story.",
  "Moving on.",
  "Anyway, where were we?",
  "Enough of that, back to the matter at hand.",
  "That is neither here nor there, so let us get back to the story.",
  "Anyway. Back to what matters.",
  "Let us get back on track.",
  "Now, returning to the story.",
  "Be that as it may, back to the plot.",
  "As I was saying before I was interrupted.",
  "Okay, moving right along.",
  "Let's get back to the adventure, shall we?",
];

/** Comes back from every tangent with a jolt, and now and then where there was none. */
export const blunt: Fault = (scene) => {
  const { turn, relay, story, creating } = scene;
  const strayed = relay.aside !== undefined && turn >= FROM_TURN;
  if (creating || story.ended || story.at < 0 || !(strayed || isPlanted(scene.throws, "blunt", turn)))
    return plain(scene);
  const text = scene.say(segues, "segue");
  const telling = narrate({ ...scene, relay: { decision: relay.decision, shared: relay.shared } });
  return perform(scene, withWords(telling, text, "before"), [
    {
      fault: "blunt",
      kind: "blunt-segue",
      turn,
      ...(relay.aside && { about: relay.aside.phrase }),
      text,
      finding: "forced-return",
    },
  ]);
};
