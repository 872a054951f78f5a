/** A small story and a group, for the tests of this room. */
import { story, type Classification, type Story } from "../../../src/contract/index.ts";
import type { ClassifyInput } from "../../../src/playtest/classify/index.ts";

const option = (label: string) => ({
  label,
  outcome: `You ${label}, and the street falls quiet behind you.`,
});
const choice = (question: string, ...labels: string[]) => ({ question, options: labels.map(option) });

export const exampleStory: Story = story.parse({
  version: 1,
  id: "drowned-bell",
  title: "The Drowned Bell",
  genre: "coastal mystery",
  premise: "A bell rings under the water of Marrow Cove. Nobody has hung a bell there for ninety years.",
  setting: {
    place: "Marrow Cove",
    time: "November 1927",
    rules: ["The tide decides who may cross the causeway."],
  },
  tone: { words: ["salt", "hushed", "wary"], avoid: ["gore"] },
  questions: ["What do you do for a living?", "What are you afraid of?", "Whom do you trust?"],
  pulses: [
    {
      id: "arrival",
      title: "The Empty Platform",
      kind: "scene",
      location: "station",
      summary: "They arrive and nobody meets them.",
      text: [
        "The train leaves you on a platform slick with rain. A single lantern swings over the " +
          "timetable, and every departure on it has been struck out by hand. " +
          "Somewhere below the cliffs a bell rings once, muffled, as if through wool.",
        "Steam clears from the platform and you stand alone under a swinging lantern. " +
          "The timetable is a page of crossed-out departures. From beneath the cliffs comes one dull " +
          "stroke of a bell.",
      ],
      details: [
        "The station clock stopped at twenty past four.",
        "The ticket window is boarded with driftwood.",
      ],
      choice: choice("Where do you go?", "take the cliff path", "wait for the stationmaster"),
    },
    {
      id: "innkeeper",
      title: "The Innkeeper's Bargain",
      kind: "confrontation",
      location: "inn",
      npcs: ["orla"],
      summary: "Orla wants them gone.",
      text: [
        "Orla Penhale bars the door of the Gannet with a boat hook. " +
          "She offers you beds, supper and silence, on one condition: " +
          "that you leave the cove before the spring tide. Behind her the whole taproom has stopped " +
          "drinking to hear your answer.",
      ],
      details: ["The boat hook is tipped with old iron.", "The taproom smells of tar and cider."],
      choice: choice("What do you tell her?", "accept her terms", "ask what she fears"),
    },
    {
      id: "chapel",
      title: "Beneath the Chapel",
      kind: "revelation",
      location: "chapel",
      npcs: ["vicar"],
      summary: "The bell hangs in the flooded crypt.",
      text: [
        "Stairs under the chapel altar lead down to a flooded crypt. " +
          "There, hung from a beam that should have rotted away, the bronze bell moves with the tide. " +
          "Fresh rope has been tied to its tongue.",
      ],
      details: ["The rope is new hemp.", "The water in the crypt is knee deep."],
      choice: choice("Do you cut the rope or follow it?", "cut the rope", "follow the rope"),
    },
  ],
  npcs: [
    {
      id: "orla",
      name: "Orla Penhale",
      role: "innkeeper",
      motive: "wants the cove left alone",
      manner: "short and watchful",
      lines: ["Supper's at six.", "You'll be gone by the tide."],
    },
    {
      id: "vicar",
      name: "Father Treloar",
      role: "vicar",
      motive: "keeps the bell silent",
      manner: "gentle, evasive",
      lines: ["We do not ring it.", "Pray it stays wet."],
    },
  ],
  locations: [
    {
      id: "station",
      name: "Marrow Halt",
      description: "You stand on a rain-slick platform.",
      details: [
        "The rails are rusted.",
        "The bench is carved with initials.",
        "The lantern burns whale oil.",
      ],
    },
    {
      id: "inn",
      name: "the Gannet",
      description: "You stand in a low taproom.",
      details: ["The beams are ship's timber.", "The cider is sour.", "The hearth is cold."],
    },
    {
      id: "chapel",
      name: "Saint Budoc's Chapel",
      description: "You stand in a salt-white chapel.",
      details: ["The pews face the sea.", "The altar cloth is damp.", "The hymn board reads ninety."],
    },
  ],
  devices: [
    {
      id: "rope",
      name: "the hemp rope",
      description: "New rope on an old bell.",
      use: "It leads to whoever rings it.",
    },
  ],
  names:
    "Sam Alex Jo Morgan Rue Tess Ives Cole Petra Nuala Wren Bram Dilys Esme Farr Gwen Hale Ines Jory Keir".split(
      " ",
    ),
  backgrounds: {
    occupations: Array.from({ length: 10 }, (_, n) => `a clerk of office ${n}`),
    ties: Array.from({ length: 8 }, (_, n) => `a cousin in house ${n}`),
    quirks: Array.from({ length: 8 }, (_, n) => `hums tune ${n}`),
  },
  endings: [
    {
      id: "silence",
      title: "Silence",
      when: "The rope is cut.",
      text:
        "The bell slides into the deep water and does not ring again. " +
        "By morning the causeway stands dry, and Orla Penhale opens every shutter of the Gannet for " +
        "the first time in ninety years. You walk to the station along a beach without footprints. " +
        "The timetable has been written out anew, and your train is on it.",
    },
    {
      id: "tide",
      title: "The Tide Keeps Them",
      when: "The rope is followed.",
      text:
        "You ring the bell once more, and the sea answers by rising through the floor. " +
        "The chapel windows fill with green light while the congregation sings from under the " +
        "flagstones. Nobody in Marrow Cove remembers four strangers arriving. " +
        "But on still nights people count one stroke too many.",
    },
  ],
});

/** Sam sits at seat 0, Alex at 1, Jo at 2. */
export const exampleInput = (given: Partial<ClassifyInput> = {}): ClassifyInput => ({
  text: "",
  names: ["Sam", "Alex", "Jo"],
  turn: 5,
  phase: "story",
  secrets: [],
  relay: "",
  earlier: [],
  guide: exampleStory,
  ...given,
});

/** What one seat alone, or everybody, hears of a text. */
export const heardBy = (who: number | "all", text: string, { segments }: Classification): string =>
  segments
    .filter(({ audience }) =>
      who === "all" || audience === "all" ? audience === who : audience.includes(who),
    )
    .map(({ start, end }) => text.slice(start, end))
    .join("");

/** A private moment that the guide offers the joker. */
export const whistle = {
  id: "whistle",
  at: "arrival",
  payoffAt: "innkeeper",
  reveal: "{name}, a tin whistle lies under the bench.",
  payoff: "{name} blows the whistle and the taproom laughs.",
};
