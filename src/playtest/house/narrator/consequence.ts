/** How the narrator responds to the group's decision. */
import { isAction } from "../words/actions.ts";
import { answerTo } from "./answer-question.ts";
import type { Scene } from "./scene.ts";
import type { Paragraph } from "./telling.ts";
import { wayOf } from "./offer-choice.ts";
import { weave, worldMoves } from "./weave-aside.ts";

/** The chosen option: what the group said, or the first if nothing fits. */
export const chosenOption = ({ relay }: Scene): number => relay.decision?.option ?? 0;

/**
 * The effects of the group's last words: an aside is taken up, a question answered in passing, and the choice has its
 * outcome.
 */
export function consequence(scene: Scene): Paragraph[] {
  const { guide, story, relay, say } = scene;
  const open = guide.pulses[story.at];
  if (!open) return [];
  const { label, outcome } = open.choice.options[chosenOption(scene)]!;
  const woven = weave(scene);
  const missed = relay.recap
    ? say(briefly, "briefly", {
        name: relay.recap.by,
        before: guide.pulses[story.at - 1]?.title,
        title: open.title,
      })
    : "";
  const parts = [
    woven,
    missed === "" && woven !== "" ? worldMoves(scene, open) : missed,
    relay.attempt
      ? say(attempts, "attempt", {
          name: relay.attempt.by ?? "one of you",
          attempt: relay.attempt.text,
        })
      : "",
    relay.question && woven === "" ? answerTo(scene, open) : "",
    relay.shared?.by === undefined ? "" : say(sharing, "sharing", { name: relay.shared.by }),
    leadIn(scene, wayOf(guide, label)),
    outcome,
    relay.decision?.against === undefined ? "" : say(dissent, "dissent", { name: relay.decision.against }),
  ];
  return [{ text: parts.filter((part) => part !== "").join(" ") }];
}

function leadIn({ relay: { decision }, say }: Scene, label: string): string {
  const pools = isAction(label) ? doing : answering;
  if (!decision) return say(pools.byItself, "lead-in", { label });
  return decision.by === undefined
    ? say(pools.byAll, "lead-in", { label })
    : say(pools.byName, "lead-in", { label, name: decision.by });
}

type LeadIns = { byName: readonly string[]; byAll: readonly string[]; byItself: readonly string[] };

/** How a decision is taken up: {label} is what the group does, after "you". */
const doing: LeadIns = {
  byName: [
    "On {name}'s word you {label}.",
    "{name} settles it, and you {label}.",
    "It is {name} who tips the scale: you {label}.",
    "You listen to {name}, and you {label}.",
    "{name} is already moving, so you {label}.",
    "Nobody argues with {name} for long, and you {label}.",
    "{name} has the last word in it. You {label}.",
    "It goes the way {name} wanted: you {label}.",
    "{name} says it twice, and the second time you {label}.",
    "With {name} a step ahead, you {label}.",
    "One look at {name} is enough, and you {label}.",
    "You do as {name} proposed and {label}.",
    "You put your heads together, {name} carries it, and you {label}.",
    "{name} has only to nod, and you {label}.",
    "Because {name} will not let it rest, you {label}.",
    "There is a short silence; then {name} breaks it, and you {label}.",
  ],
  byAll: [
    "You {label}, all of you.",
    "You agree on it quickly and {label}.",
    "There is no quarrel about it: you {label}.",
    "Together you {label}.",
    "You take a breath, and you {label}.",
    "Without much more talk you {label}.",
    "You make up your minds and {label}.",
    "It takes a glance from face to face, and you {label}.",
    "So you {label}, close together.",
    "You do not wait to be asked twice; you {label}.",
    "For once you are of one mind, and you {label}.",
    "You {label}, and nobody hangs behind.",
  ],
  /** Without a choice, the story moves on. */
  byItself: [
    "Nobody quite decides it, but your feet do, and you {label}.",
    "While you are still talking the moment chooses for you: you {label}.",
    "It is settled the way such things are settled, by somebody starting, and you {label}.",
    "In the end the plainest way wins, and you {label}.",
    "Time does what talk has not, and you {label}.",
    "One of you begins it and the rest fall in: you {label}.",
  ],
};

/** The same if the guide asks for an answer and {label} is one: a name, a thing, "that she was right". */
const answering: LeadIns = {
  byName: [
    "{name} gives the answer: {label}.",
    "It is {name} who says it: {label}.",
    "You look to {name}, and {name} says it: {label}.",
    "{name} has thought about it, and so it is this: {label}.",
  ],
  byAll: [
    "You have your answer: {label}.",
    "You say it together: {label}.",
    "It does not take you long: {label}.",
    "One of you says it and the others nod: {label}.",
  ],
  byItself: [
    "Somebody has to say something, and what is said is this: {label}.",
    "In the end it answers itself: {label}.",
    "It is said before anybody has decided to say it: {label}.",
  ],
};

/** {name} would have done something else. */
const dissent: readonly string[] = [
  "{name} had another way in mind, and keeps it there.",
  "{name} would have gone about it differently, and says so, once.",
  "{name} comes last, with a look over one shoulder at what might have been.",
  "{name} shrugs, and comes along.",
  "{name} is not persuaded, but stays close.",
  "{name} mutters something about the other choice, and then helps.",
  "{name} gives in with good grace.",
  "{name} says that there will be a next time to be right.",
  "{name} lets it go with half a smile.",
  "{name} makes a note of having been against it.",
  "{name} follows with both hands in both pockets.",
  "{name} sighs, and is the first to lend a hand.",
  "{name} will remind you of the other way if this one fails.",
  "{name} stays a step behind, to see how it turns out.",
];

/** An action that was not offered: {name} tries to {attempt}. */
const attempts: readonly string[] = [
  "{name} gets to {attempt}, or very nearly, and the others watch with their mouths open.",
  "Nothing forbids it, and so {name} sets out to {attempt}; it works for about as long as such things work.",
  "{name} does try to {attempt}, and comes away from it with dust on both knees and no regrets.",
  "Before anybody can object, {name} has begun to {attempt}, and is talked down with some difficulty.",
  "It should be possible for {name} to {attempt}, and for one long moment it looks as if it were.",
  "{name} manages to {attempt} halfway, which is further than anybody expected.",
];

/** A player has told the others a secret. */
const sharing: readonly string[] = [
  "What {name} has told you goes with all of you now.",
  "You walk a little closer together for knowing what {name} knows.",
  "It is lighter for {name}, now that it has been said.",
  "{name} has shared it, and it cannot be unshared.",
  "You look at {name} with other eyes since it was said.",
  "There is one secret less among you, thanks to {name}.",
];

/** In one sentence, for {name}, if the story continues immediately. */
const briefly: readonly string[] = [
  'For {name}, in a breath: after "{before}" came "{title}", and that is where you are.',
  '{name} is soon told: first "{before}", then "{title}", and no harm done.',
  'Somebody says it again for {name}: "{before}" is behind you, and "{title}" is not.',
  'It takes two words to bring {name} up to date, "{before}" and "{title}".',
  '{name} gets it from the others in passing: "{before}", and after it "{title}".',
];
