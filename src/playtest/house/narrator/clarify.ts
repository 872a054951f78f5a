import type { HousePulse } from "../house-guide.ts";
import { answerTo } from "./answer-to.ts";
import { findings } from "./findings.ts";
import { remind } from "./offer.ts";
import { answers } from "./phrases/index.ts";
import { speech } from "./pulse.ts";
import type { Scene } from "./scene.ts";
import type { Telling } from "./telling.ts";

/** An answer from the guide, or none: nothing is invented that later pulses could contradict. */
export function clarify(scene: Scene, open: HousePulse): Telling {
  const { relay, say, guide } = scene;
  const asksSomebody = guide.npcs.some(
    ({ id, name }) =>
      open.npcs.includes(id) && name.split(" ").some((part) => relay.question?.text.includes(part)),
  );
  const spoken = asksSomebody ? speech(scene, open) : "";
  const [, second] = findings(scene, open, relay.question?.text);
  const more =
    spoken === "" && second !== undefined && second.fit > 0
      ? [say(answers.further, "further"), second.text].filter((part) => part !== "").join(" ")
      : spoken;
  const answer = [answerTo(scene, open), more].filter((part) => part !== "").join(" ");
  return {
    kind: "clarify",
    paragraphs: [{ text: answer === "" ? say(answers.unknown, "unknown") : answer }, { text: remind(scene) }],
  };
}
