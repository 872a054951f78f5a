import type { Pulse, Story } from "../../contract/index.ts";
import { plainSummary } from "../story/index.ts";
import { sentences } from "../text/index.ts";

export type HousePulse = Pulse & { choice: NonNullable<Pulse["choice"]> };
type HouseEnding = Story["endings"][number] & { text: string };
/** A guide with something to say at every beat: the house narrator reads aloud and invents nothing. */
export type HouseGuide = Omit<Story, "pulses" | "endings"> & { pulses: HousePulse[]; endings: HouseEnding[] };

/** Beats without tellings are told by title and summary, with a general choice. A guide that has both is not changed. */
export function houseGuide(guide: Story): HouseGuide {
  // The narrator finds its place by the first sentence of each telling, so no two may start alike.
  const openings = new Set<string | undefined>();
  const pulses = guide.pulses.map((pulse, index): HousePulse => {
    const choice = pulse.choice ?? generalChoice(index);
    if (pulse.text.length > 0) return { ...pulse, choice };
    const telling = `${stopped(pulse.title)} ${plainSummary(pulse)}`.trim();
    const [opening] = sentences(telling);
    const text = openings.has(opening) || opening === undefined ? `Part ${index + 1}: ${telling}` : telling;
    openings.add(opening);
    return { ...pulse, choice, text: [text] };
  });
  const endings = guide.endings.map((ending) => ({
    ...ending,
    text: ending.text ?? `${stopped(ending.title)} ${ending.when ?? ""}`.trim(),
  }));
  return { ...guide, pulses, endings: endings.length > 0 ? endings : [generalEnding(guide.title)] };
}

const generalChoice = (index: number): HousePulse["choice"] => ({
  question: "What do you do?",
  options: [
    { label: "Press on at once", outcome: pressingOn[index % pressingOn.length]! },
    { label: "Look around carefully first", outcome: lookingAround[index % lookingAround.length]! },
  ],
});

/** Enough that none repeats soon. */
const pressingOn = [
  "You are through before anyone can change their mind.",
  "The first steps are the quickest, and you take them together.",
  "You leave the rest of it for another day.",
  "Haste has a sound, and tonight it is your own shoes.",
  "Whatever you might have found here stays where it is.",
  "You go with your coats still open.",
  "A door, a corner, a held breath, and you are past it.",
  "Nobody looks over a shoulder until it no longer helps.",
];
const lookingAround = [
  "It costs you some minutes, and it settles your nerves.",
  "You find dust, a draught, and one clean patch where something stood.",
  "Two of you search while the others listen.",
  "There is less here than you feared, and more than you hoped.",
  "You go over every inch of it with your eyes before you touch a thing.",
  "By the time you are done the light has moved a hand's breadth.",
  "What you see fits together, all but one small part of it.",
  "You take your time, and the place seems to allow it.",
];

const generalEnding = (title: string): HouseEnding => ({
  id: "the-end",
  title: "The end",
  text: `You have come through all of it, and nobody is waiting behind the next door. This was: ${stopped(title)}`,
});

const stopped = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
