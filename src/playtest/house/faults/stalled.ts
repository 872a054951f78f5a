import { refuseProgress } from "../../faults/index.ts";
import { remind } from "../narrator/index.ts";
import type { Throws } from "../throws.ts";
import type { Fault } from "./fault.ts";
import { perform, plain } from "./plain.ts";

/** Acknowledges what the group does, and lets nothing come of it, for six turns and more. */
export const stalled: Fault = (scene) => {
  const { turn, story, say, relay, names, guide } = scene;
  const open = guide.pulses[story.at];
  if (scene.creating || story.ended || !open || !isStalling(scene.throws, turn)) return plain(scene);
  const name = relay.decision?.by ?? names[turn % names.length];
  const { text } = refuseProgress(name, say);
  return perform(scene, { kind: "clarify", paragraphs: [{ text }, { text: remind(scene) }] }, [
    { fault: "stalled", kind: "refused-progress", turn, about: open.id, text, finding: "ignored-request" },
  ]);
};

const FIRST = 5;

/** Stretches of six to eight turns, with four to seven turns of story between them. */
function isStalling({ always }: Throws, turn: number): boolean {
  const thrown = always("fault", "stalled");
  let start = FIRST + thrown.int(3);
  for (;;) {
    const end = start + 6 + thrown.int(3);
    if (turn < end) return turn >= start;
    start = end + 4 + thrown.int(4);
  }
}
