/** How the narrator offers a choice. */
import type { HousePulse, HouseGuide } from "../house-guide.ts";
import type { Scene } from "./scene.ts";
import { titles } from "../../text/index.ts";
import { isAction } from "../words/actions.ts";
import { joinOr, lowerFirst, unstopped } from "../words/choose-line.ts";

/** The open options, and the question. */
export function offer(scene: Scene, { choice }: HousePulse): string {
  const { list, areActions } = waysOf(scene.guide, choice);
  const asked = !scene.isNew(choice.question);
  if (!areActions)
    return asked
      ? scene.say(askingAnew.filter(afterColon), "anew", { ways: list })
      : choice.question.replace(/[?.]?$/, `: ${list}?`);
  return asked
    ? scene.say(askingAnew, "anew", { ways: list })
    : `${scene.say(offering, "offers", { ways: list })} ${choice.question}`;
}

/** The same again, in other words. */
export function offerAgain(scene: Scene, { choice }: HousePulse): string {
  return scene.say(offeringAgain, "again", { ways: waysOf(scene.guide, choice).list });
}

/** That the choice is still theirs, without listing it again. */
export const remind = (scene: Scene): string => scene.say(reminders, "reminder");

/** Options that are not actions can only be listed. */
const afterColon = (line: string) => line.includes(": {ways}");

/** The open options, before the guide's question. */
const offering: readonly string[] = [
  "You could {ways}.",
  "You might {ways}.",
  "From here you can {ways}.",
  "As things stand you could {ways}.",
  "If you like, you can {ways}.",
  "There is time for one thing: you could {ways}.",
  "It is up to you; you can {ways}.",
  "Nothing keeps you from it: you could {ways}.",
  "At this point you might {ways}.",
  "Several things suggest themselves: you could {ways}.",
  "No one will choose for you. You can {ways}.",
  "Here you could {ways}.",
];

/** If the guide's own question has been asked before: the options are the question. */
const askingAnew: readonly string[] = [
  "Do you {ways}?",
  "Will you {ways}?",
  "What is it to be: {ways}?",
  "What will you do: {ways}?",
  "Would you rather {ways}?",
  "Which way do you turn: {ways}?",
];

/** The question again, for players who lost the thread. */
const offeringAgain: readonly string[] = [
  "That leaves the choice: {ways}?",
  "So which is it to be: {ways}?",
  "It is open to you as before: {ways}.",
  "The choice has not gone away: {ways}?",
  "What was open is open still: {ways}.",
  "One of these it must be: {ways}.",
  "It comes down to this: {ways}?",
];

/** After an answer or an aside: the options are known and not repeated. */
const reminders: readonly string[] = [
  "The choice is where you left it.",
  "What will it be?",
  "It is still for you to say.",
  "How do you go on from here?",
  "All of it is open, as it was.",
  "Which way, then?",
  "Nothing has been decided yet.",
  "Does that settle it for you?",
  "The next step is yours.",
  "Where does that leave you?",
  "Nobody hurries you.",
  "What do you make of it?",
  "You have only to choose.",
  "Do you keep to what you had in mind?",
  "The place waits for your answer.",
  "And what will you do about it?",
  "It is your move, as before.",
  "Has that changed anybody's mind?",
  "The ways are the same as they were.",
  "What do you say to it now?",
  "Whatever you choose, it will be now.",
  "Well?",
];

/** An option's label inside a sentence: without its capital, unless it starts with a name. */
export function wayOf({ npcs, locations }: HouseGuide, label: string): string {
  // Semicolons are reserved for the list.
  const way = unstopped(label).replaceAll(";", ",");
  const first = /^[\p{L}]+/u.exec(way)?.[0] ?? "";
  const isName =
    titles.has(first.toLowerCase()) ||
    [...npcs, ...locations].some(
      ({ name }) => name.split(/[\s,]+/).includes(first) && !/^(?:The|A|An)$/.test(first),
    );
  return isName ? way : lowerFirst(way);
}

/** All options of a choice, and whether they are actions: "ring, or wait". Guides also ask "Whom do you trust?". */
function waysOf(guide: HouseGuide, { options }: HousePulse["choice"]): { list: string; areActions: boolean } {
  const ways = options.map(({ label }) => wayOf(guide, label));
  return { list: joinOr(ways), areActions: ways.every(isAction) };
}
