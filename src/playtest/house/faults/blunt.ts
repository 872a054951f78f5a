import { forceBack } from "../../faults/index.ts";
import { narrate } from "../narrator/index.ts";
import type { Fault } from "./fault.ts";
import { perform, plain, withWords } from "./plain.ts";
import { isPlanted } from "./planted-turns.ts";

const FROM_TURN = 5;

/** Comes back from every tangent with a jolt, and now and then where there was none. */
export const blunt: Fault = (scene) => {
  const { turn, relay, story, creating } = scene;
  const strayed = relay.aside !== undefined && turn >= FROM_TURN;
  if (creating || story.ended || story.at < 0 || !(strayed || isPlanted(scene.throws, "blunt", turn)))
    return plain(scene);
  const { text } = forceBack(scene.say);
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
