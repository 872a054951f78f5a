/** Narrators with a fault about tangents: one never returns from them, one returns bluntly. */
import { narrate } from "../narrator/narrate.ts";
import { readRelay } from "../narrator/read-relay.ts";
import type { Scene } from "../narrator/scene.ts";
import { things } from "../words/nouns.ts";
import { type Fault, perform, plain, withWords, isPlanted } from "./perform.ts";

const FROM_TURN = 5;
/** If no player strays by then, it strays by itself. */
const AT_LATEST = 8;

/** Follows the first aside, and never returns to the story. */
export const derailed: Fault = (scene) => {
  const { turn, creating, story, dice, names } = scene;
  const since = strayed(scene);
  if (creating || story.ended || since === undefined || turn < since) return plain(scene);
  const aside = subject(scene);
  const slots = { aside, name: names[turn % names.length] };
  const text = [
    scene.say(ramblings.openings, "ramble", slots),
    scene.say(ramblings.middles, "ramble on", slots),
    scene.say(ramblings.closings, "ramble away", slots),
  ].join(" ");
  const telling = { kind: "tangent", paragraphs: [{ text }] } as const;
  // Taking up an aside is fine; never returning is the fault.
  const isLegitimate = turn === since && dice.turn >= FROM_TURN && scene.relay.aside !== undefined;
  return isLegitimate
    ? perform(
        scene,
        narrate({ ...scene, relay: { aside: scene.relay.aside }, story: { ...story, since: 0 } }),
      )
    : perform(scene, telling, [{ fault: "derailed", kind: "never-returned", turn, about: aside, text }]);
};

/** The turn in which it left the story: read from the group's words, since it has no memory. */
function strayed({ story, dice, names }: Scene): number | undefined {
  const latest = AT_LATEST + dice.always("fault", "derailed").int(3);
  return story.heard.find(
    ({ turn, text }) => turn >= FROM_TURN && (turn >= latest || readRelay({ text, names, labels: [] }).aside),
  )?.turn;
}

/** What they last strayed to; else something from its own last words. */
function subject({ story, names }: Scene): string {
  const asides = story.heard
    .filter(({ turn }) => turn >= FROM_TURN)
    .map(({ text }) => readRelay({ text, names, labels: [] }).aside?.phrase);
  const thing = story.outputs.flatMap(({ text }) => things(text)).at(-1);
  return asides.findLast((phrase) => phrase !== undefined) ?? `the ${thing ?? "whole business"}`;
}

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

/** Returns bluntly from every tangent, and sometimes without one. */
export const blunt: Fault = (scene) => {
  const { turn, relay, story, creating } = scene;
  const strayed = relay.aside !== undefined && turn >= FROM_TURN;
  if (creating || story.ended || story.at < 0 || !(strayed || isPlanted(scene.dice, "blunt", turn)))
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
      finding: "forced-segue",
    },
  ]);
};

/** A narrator who has found a subject: {aside} is the subject, {name} a player who may have raised it. */
const ramblings = {
  openings: [
    'But "{aside}" deserves better than a sentence, and it gets it.',
    'Let us stay with "{aside}", because there is so much more in it.',
    '"{aside}", now, that is a subject one could give a life to.',
    'You cannot leave "{aside}" lying there, and nobody does.',
    '{name} will want to hear how "{aside}" came about in the first place.',
    'There are at least three schools of thought on "{aside}".',
    'It was in a small town by a river that "{aside}" was first taken seriously.',
    'Consider "{aside}" from the side, for a change, and by candlelight.',
    'Somebody once wrote a pamphlet on "{aside}", and regretted only its length.',
    'The finest "{aside}" that ever was hung for years in a barber\'s shop.',
    'On "{aside}" even learned people have come to blows.',
    'As a child one is told all sorts of things about "{aside}".',
    'What {name} calls "{aside}" goes by another name in the north.',
    'Every family has its own way with "{aside}", and thinks the others mad.',
    'One should never speak of "{aside}" before noon, people used to say.',
    'Take "{aside}" away, and what is left of an ordinary Tuesday?',
    'Nobody has yet written the song that "{aside}" has earned.',
    'With "{aside}" it is as with soup: the second day is best.',
    '{name} has no idea how many letters come in about "{aside}".',
    'The odd thing about "{aside}" is how well it keeps.',
    'There used to be a prize for "{aside}", and then there was a scandal.',
    'If {name} were to found a club for "{aside}", it would need bylaws.',
  ],
  middles: [
    "First you would need a name for it, and a colour, and somewhere to keep it on Sundays.",
    "An aunt comes into it, as she always does, with a basket and strong opinions.",
    "The price alone is a matter of dispute, and that is before anybody has mentioned feathers.",
    "Some swear by vinegar, some by patience, and some simply own a shed.",
    "It has been tried with a trumpet, and the trumpet was returned.",
    "There was a man who did it for forty years and never once told his wife.",
    "The best ones come from a valley where it rains on the just and on the laundry.",
    "You would be surprised how many people ask for it in green.",
    "It needs three people: one to hold it, one to turn it, one to say that it was different last year.",
    "The rules are simple until somebody brings a dog.",
    "A museum has one behind glass, labelled upside down.",
    "It cannot be hurried, and it cannot be insured.",
    "The secret lies in the left elbow, or so the masters claim.",
    "In winter it is done with mittens, which is cheating.",
    "Two brothers fell out over it and built houses back to back.",
    "There is a cake named after it, and the cake is better.",
    "It was fashionable for a month, and then everybody was ashamed of their hats.",
    "A good one is passed on from godmother to godchild, with instructions.",
    "The bishop was against it, until he had one of his own.",
    "It sounds best from another room.",
    "There is a left-handed kind, and one has to write away for it.",
    "They once shipped a whole crate of it to an island, and the island wrote to complain.",
  ],
  closings: [
    "What would you have painted on the lid?",
    "Which of you would have kept the receipt?",
    "Tell me more about that; there is no hurry at all.",
    "I should like to hear how your own people used to do it.",
    "Would you serve it hot or cold?",
    "And that is before we have come to the matter of the spoons.",
    "Have any of you ever met somebody who owned two?",
    "It would make a handsome present, if one had the cousin for it.",
    "Shall we think of a motto for it?",
    "There must be a rhyme in that somewhere.",
    "Who of you would take the late shift?",
    "I have not even told you about the postcards.",
    "One could talk until morning and not reach the handle.",
    "What do you suppose it weighed?",
    "Does anybody know what became of the second one?",
    "It would look well in a window, do you not think?",
    "And where would you put the bell?",
    "I leave it to you whether it should have a lid.",
    "Perhaps one of you has a picture of it at home?",
    "How would you explain it to a child?",
    "And still nobody has asked about the string.",
    "Which end would you begin with?",
  ],
} as const satisfies Record<string, readonly string[]>;
