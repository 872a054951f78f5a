/**
 * The plain narrator of the offline cast: works from the guide, pulse by pulse, responds to the group's wishes, answers
 * its questions, and returns from asides. An actor reading a script, not evidence about a prompt.
 */
import { remind } from "./offer-choice.ts";
import { tellPulse, speech } from "./tell-pulse.ts";
import { recap } from "./recap-story.ts";
import type { Scene } from "./scene.ts";
import type { Telling, Paragraph } from "./telling.ts";
import { weave, worldMoves } from "./weave-aside.ts";
import type { HousePulse } from "../house-guide.ts";
import { answerTo, findings } from "./answer-question.ts";
import { joinAnd } from "../words/choose-line.ts";
import { chosenOption, consequence } from "./consequence.ts";

/** Replies on one pulse before the story moves on by itself. */
const PATIENCE = { answers: 2, asides: 3 };

export function narrate(scene: Scene): Telling {
  const { creating, guide, story, relay } = scene;
  if (creating) return create(scene);
  if (story.ended) return afterTheEnd(scene);
  const open = guide.pulses[story.at];
  if (!open) return tellPulse(scene, 0, curtain(scene));
  if (!relay.decision || relay.decision.held) {
    if (relay.recap && story.since < PATIENCE.answers) return recap(scene, open);
    if (relay.question && story.since < PATIENCE.answers) return clarify(scene, open);
    if (relay.aside && story.since < PATIENCE.asides)
      return {
        kind: "tangent",
        paragraphs: [{ text: `${weave(scene)} ${worldMoves(scene, open)}` }, { text: remind(scene) }],
      };
  }
  return story.at + 1 < guide.pulses.length ? tellPulse(scene, story.at + 1) : end(scene);
}

/** An answer from the guide, or none: nothing is invented that later pulses could contradict. */
function clarify(scene: Scene, open: HousePulse): Telling {
  const { relay, say, guide } = scene;
  const asksSomebody = guide.npcs.some(
    ({ id, name }) =>
      open.npcs.includes(id) && name.split(" ").some((part) => relay.question?.text.includes(part)),
  );
  const spoken = asksSomebody ? speech(scene, open) : "";
  const [, second] = findings(scene, open, relay.question?.text);
  const more =
    spoken === "" && second !== undefined && second.fit > 0
      ? [say(further, "further"), second.text].filter((part) => part !== "").join(" ")
      : spoken;
  const answer = [answerTo(scene, open), more].filter((part) => part !== "").join(" ");
  return {
    kind: "clarify",
    paragraphs: [{ text: answer === "" ? say(unknown, "unknown") : answer }, { text: remind(scene) }],
  };
}

/** Between two found details. */
const further: readonly string[] = [
  "And there is more.",
  "That is not all.",
  "Looking longer, you find another thing.",
  "Nor does it end there.",
  "One more thing goes with it.",
];

/** If the guide has no answer: nothing is invented. */
const unknown: readonly string[] = [
  "Nothing here gives that away, not yet.",
  "You look, and for the time being the place keeps that to itself.",
  "Nobody present could tell you, and nobody tries.",
  "That is a question for later, and it will still be there.",
  "What you can see leaves it open.",
  "You turn it over between you and come to no end of it.",
];

/** Before the story: the players, then their characters. */
function create({ turn, guide, names, say }: Scene): Telling {
  const paragraphs =
    turn === 1
      ? [
          `${say(greetings, "greeting", { title: guide.title })} ${guide.premise ?? ""}`.trim(),
          say(askNames, "names"),
        ]
      : [
          `${say(welcomes, "welcome", { names: joinAnd(names) })} ${say(askMore, "more")}`,
          guide.questions.join(" "),
        ];
  return { kind: "clarify", paragraphs: paragraphs.map((text) => ({ text })) };
}

/** The characters. */
function curtain({ names, epithets, say }: Scene): Paragraph[] {
  const cast = names.map((name) => (epithets.has(name) ? `${name}, ${epithets.get(name)}` : name));
  return [
    {
      text: say(curtains, "curtain", {
        cast: epithets.size === 0 ? joinAnd(cast) : cast.join("; "),
      }),
    },
  ];
}

const greetings: readonly string[] = [
  'Good evening, and welcome to "{title}".',
  'Sit down, all of you, and be welcome. The story is called "{title}".',
  'Welcome. Tonight\'s story is "{title}", and it is yours as much as mine.',
  'Come in and find a chair. We are going to play "{title}".',
];

const askNames: readonly string[] = [
  "Before it begins, tell me: how many of you are there, and what are you called?",
  "First things first. How many players do I have at the table, and what are your names?",
  "How many of you are playing, and by what names shall I know you?",
  "Let me know who is there: how many are you, and what are you called?",
];

const welcomes: readonly string[] = [
  "Then there is a place laid for {names}.",
  "{names}: good, I will remember that.",
  "Well met, {names}.",
  "I have you all now: {names}.",
];

const askMore: readonly string[] = [
  "Before the first step I would like to know whom I am sending. Each of you may answer what you like of this.",
  "Tell me a little about the people you will be. Take the questions that speak to you.",
  "Now to your characters. Answer as much of this as you please, each for yourself.",
  "A few questions, so that the story knows you when it meets you.",
];

/** The story begins: {cast} lists the characters. */
const curtains: readonly string[] = [
  "It happens to {cast}.",
  "These are the ones it happens to: {cast}.",
  "So this is the story of {cast}.",
  "Remember their names, for the story will: {cast}.",
];

/** The ending that the last choice leads to: endings are in the order of its options. */
export function end(scene: Scene): Telling {
  const { endings } = scene.guide;
  const ending = endings[Math.min(chosenOption(scene), endings.length - 1)]!;
  return {
    kind: "pulse",
    title: ending.title,
    paragraphs: [...consequence(scene), { text: ending.text }],
    ends: true,
  };
}

/** Questions after the end. */
const afterTheEnd = ({ say }: Scene): Telling => ({
  kind: "clarify",
  paragraphs: [{ text: say(afterwards, "afterwards") }],
  ends: true,
});

/** Said after the end, if a player still asks. */
const afterwards: readonly string[] = [
  "There is no more to tell.",
  "The book is closed, and it was good to have you in it.",
  "What happens after that belongs to you.",
  "The last page is turned, and it was a pleasure to turn it with you.",
];
