import type { HousePulse } from "../house-guide.ts";
import { asAction } from "../words/index.ts";
import { offerAgain } from "./offer.ts";
import { recaps } from "./phrases/index.ts";
import type { Scene } from "./scene.ts";
import type { Telling } from "./telling.ts";
import { wayOf } from "./ways.ts";
import { weave } from "./weave.ts";

/** How many pulses a recap goes through. */
const STEPS = 3;

/** What was told and chosen, by the titles of the guide: its tellings are not told twice. */
export function recap(scene: Scene, open: HousePulse): Telling {
  const { guide, story, relay, say } = scene;
  const name = relay.recap?.by;
  const steps = guide.pulses
    .slice(Math.max(0, story.at - STEPS), story.at)
    .map(({ title, choice }, index, all) => {
      const option = story.chosen.get(story.at - all.length + index);
      const purpose = `step ${index}`;
      return option === undefined
        ? say(recaps.stepsUnchosen, purpose, { title })
        : say(recaps.steps, purpose, {
            title,
            label: asAction(wayOf(guide, choice.options[option]!.label), choice.question),
          });
    });
  const opening =
    name === undefined ? say(recaps.openingsUnnamed, "recap") : say(recaps.openings, "recap", { name });
  return {
    kind: "recap",
    paragraphs: [
      {
        text: [weave(scene), opening, ...steps, say(recaps.standings, "standing", { title: open.title })]
          .filter((part) => part !== "")
          .join(" "),
      },
      { text: offerAgain(scene, open) },
    ],
  };
}
