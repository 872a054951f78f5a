/** Answers from the guide's details. Nothing is invented that later pulses could contradict. */
import type { HousePulse } from "../house-guide.ts";
import type { Scene } from "./scene.ts";
import { contentWords } from "../words/nouns.ts";
import { lowerFirst, upperFirst } from "../words/choose-line.ts";

/** The answer to a question: the detail asked for, else a related one; empty if none are left. */
export function answerTo(scene: Scene, open: HousePulse): string {
  const { relay, say } = scene;
  const name = relay.question?.by;
  const [found] = findings(scene, open, relay.question?.text);
  if (!found) return "";
  const named = found.fit > 0 ? leads : sidelong;
  const unnamed = found.fit > 0 ? leadsUnnamed : sidelongUnnamed;
  return [name === undefined ? say(unnamed, "lead") : say(named, "lead", { name }), found.text]
    .filter((part) => part !== "")
    .join(" ");
}

/** Before the answer to {name}'s question. */
const leads: readonly string[] = [
  "{name} asks, and the answer is there for whoever looks.",
  "A fair question, and {name} has the eyes for it.",
  "You take the time that {name}'s question deserves.",
  "{name} wants to know, so you look again, and properly.",
  "It is a good thing that {name} asked.",
  "{name}'s question has an answer, and it is near at hand.",
  "There is something to be learned here, as {name} suspected.",
  "{name} does not let it go, and is right not to.",
  "The question is hardly out of {name}'s mouth when you see it.",
  "You had half wondered about that yourselves, before {name} said it aloud.",
];

const leadsUnnamed: readonly string[] = [
  "You ask, and you look, and this much can be seen.",
  "There is an answer to that, if a small one.",
  "You give it a second look.",
  "That can be answered from where you stand.",
  "As far as one can tell, it is like this.",
  "To answer that, you have only to look.",
  "A little patience, and it shows.",
];

/** If the question has no answer, and looking for one turns up something else. */
const sidelong: readonly string[] = [
  "{name}'s question stays open for now; what you do see is this.",
  "What {name} asks cannot be told from here, but this can.",
  "You find no answer for {name}, and yet the looking is not wasted.",
  "{name}'s question goes round and comes home empty, with one thing in its hand.",
  "{name} asks, and nobody can say; on the other hand, there is this.",
  "For {name} there is only half an answer, and it is to another question.",
  "To answer {name} would take longer than you have, but so much can be said.",
  "To {name}'s question the place keeps its counsel, but not on everything.",
];

const sidelongUnnamed: readonly string[] = [
  "Your question stays open for now; what you do see is this.",
  "What you ask cannot be told from here, but this can.",
  "You find no answer to it, and yet the looking is not wasted.",
  "Half an answer is all there is, and it is to another question.",
  "You ask, and nobody can say, though there is this.",
  "To answer that would take longer than you have, but so much can be said.",
  "There is no plain answer, only a thing that may be part of one.",
  "Your question goes round and comes home with something else in its hand.",
];

/** Words that ask, not the subject of the question. */
const ofAsking = new Set(
  contentWords(
    "ask asks know wonder question anything else everybody everything first new old make made look looks see hear notice missed move",
  ),
);

/** The untold details of a pulse, by how well they fit a question: best first, else in the guide's order. */
export function findings(
  { guide, isNew, names }: Scene,
  pulse: HousePulse,
  question = "",
): Array<{ text: string; fit: number }> {
  const place = guide.locations.find(({ id }) => id === pulse.location);
  const devices = guide.devices
    .filter(({ id }) => pulse.devices.includes(id))
    .flatMap(({ name, description }) =>
      description === undefined ? [] : [`${upperFirst(name)}: ${lowerFirst(description)}`],
    );
  const asked = new Set(contentWords(question).filter((word) => !ofAsking.has(word)));
  for (const word of names.flatMap(contentWords)) asked.delete(word);
  const fit = (text: string) => contentWords(text).filter((word) => asked.has(word)).length;
  return (
    [...pulse.details, ...(place?.details ?? []), ...devices]
      .filter(isNew)
      .map((text, index) => ({ text, fit: fit(text), index }))
      // Descriptions of things are told on request.
      .filter(({ text, fit }) => fit > 0 || !devices.includes(text))
      .sort((a, b) => b.fit - a.fit || a.index - b.index)
  );
}
