/** The narrator's recap. */
import type { HousePulse } from "../house-guide.ts";
import { asAction } from "../words/actions.ts";
import { offerAgain, wayOf } from "./offer-choice.ts";
import type { Scene } from "./scene.ts";
import type { Telling } from "./telling.ts";
import { weave } from "./weave-aside.ts";

/** How many pulses a recap covers. */
const STEPS = 3;

/** What was told and chosen, by the guide's titles: its tellings are not repeated. */
export function recap(scene: Scene, open: HousePulse): Telling {
  const { guide, story, relay, say } = scene;
  const name = relay.recap?.by;
  const steps = guide.pulses
    .slice(Math.max(0, story.at - STEPS), story.at)
    .map(({ title, choice }, index, all) => {
      const option = story.chosen.get(story.at - all.length + index);
      const purpose = `step ${index}`;
      return option === undefined
        ? say(stepsUnchosen, purpose, { title })
        : say(stepsChosen, purpose, {
            title,
            label: asAction(wayOf(guide, choice.options[option]!.label), choice.question),
          });
    });
  const opening = name === undefined ? say(openingsUnnamed, "recap") : say(openings, "recap", { name });
  return {
    kind: "recap",
    paragraphs: [
      {
        text: [weave(scene), opening, ...steps, say(standings, "standing", { title: open.title })]
          .filter((part) => part !== "")
          .join(" "),
      },
      { text: offerAgain(scene, open) },
    ],
  };
}

const openings: readonly string[] = [
  "Here is the story so far, for {name} and for anybody else who blinked.",
  "In short, {name}, this is how you come to be here.",
  "So far, then, for {name}:",
  "To take up the thread again for {name}:",
  "A moment to look over your shoulders, for {name}'s sake.",
  "Let it be told once more, quickly, so that {name} has it.",
];

const openingsUnnamed: readonly string[] = [
  "Here is the story so far.",
  "In short, this is how you come to be here.",
  "So far, then:",
  "To take up the thread again:",
  "A moment to look over your shoulders.",
];

/** One event: {title}, and the choice made there. */
const stepsChosen: readonly string[] = [
  'There was "{title}", and the choice there was to {label}.',
  '"{title}" came next; you chose to {label}.',
  'At "{title}" you made up your minds to {label}.',
  'Then "{title}", where it was decided to {label}.',
  'You went through "{title}" with one thing in mind: to {label}.',
];

const stepsUnchosen: readonly string[] = [
  'There was "{title}".',
  'Then came "{title}".',
  'After it, "{title}".',
  'You came through "{title}".',
  'Next it was "{title}".',
];

/** The current position: {title}, the open pulse. */
const standings: readonly string[] = [
  "That brings you to where you stand: {title}.",
  'And so you are in the middle of "{title}".',
  'Which leaves you here, with "{title}" before you.',
  'Since then it has been "{title}", and it is not over.',
  'Now it is "{title}", and the next step is yours.',
];
