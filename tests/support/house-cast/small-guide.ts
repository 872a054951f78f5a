/** A guide for tests of the cast: twenty rooms of one house, told in few words without repetition. */
import type { z } from "zod";
import { story } from "../../../src/contract/index.ts";
import { houseGuide, type HouseGuide } from "../../../src/playtest/house/house-guide.ts";

const rooms = [
  "porch",
  "hall",
  "parlour",
  "pantry",
  "kitchen",
  "scullery",
  "larder",
  "cellar",
  "boiler room",
  "coal hole",
  "back stairs",
  "linen room",
  "nursery",
  "schoolroom",
  "library",
  "study",
  "gallery",
  "attic",
  "bell tower",
  "roof",
] as const;

const things = [
  "umbrella",
  "mirror",
  "piano",
  "ladle",
  "kettle",
  "copper",
  "cheese",
  "barrel",
  "furnace",
  "shovel",
  "lantern",
  "pillow",
  "hobby horse",
  "globe",
  "atlas",
  "inkwell",
  "portrait",
  "trunk",
  "rope",
  "weathervane",
] as const;

type Pulse = NonNullable<z.input<typeof story>["pulses"]>[number];

const pulse = (room: string, index: number): Pulse => {
  const thing = things[index]!;
  return {
    id: idOf(room),
    title: `In the ${room}`,
    kind: "scene",
    location: idOf(room),
    npcs: index % 2 === 0 ? ["marta"] : ["otto"],
    devices: [],
    summary: `They come to the ${room} and find the ${thing}.`,
    text: [
      `You come into the ${room} one behind the other. Somebody has left the ${thing} in the middle of it, and the dust round the ${thing} is fresh.`,
      `It is cold in the ${room}, colder than it was anywhere below. On the sill stands the ${thing}, and beside it a candle that has only just gone out in the ${room}.`,
    ].map((telling) => [telling, ...(sayings[index] ?? [])].join(" ")),
    details: [
      `The ${thing} bears a number in white paint, and the number is ${index + 21}.`,
      `Whoever brought the ${thing} here did it within the hour.`,
      `There is a draught under the door of the ${room}.`,
    ],
    choice: {
      question: `What do you do about the ${thing}?`,
      options: [
        {
          label: `Lift the ${thing} and look beneath`,
          outcome: `Under the ${thing} lies a page, torn from a diary and numbered ${index + 1}.`,
        },
        {
          label: `Wait in silence near the ${room} door`,
          outcome: `After a minute something behind the ${room} wall stops breathing with you.`,
        },
        {
          label: `Call for help from the ${room}`,
          outcome: `A voice from far above the ${room} gives the call back, a tone too low.`,
        },
      ],
    },
    facts: facts[index] ?? [],
  };
};

/** By pulse: what holds from there on. */
const facts: Record<number, Pulse["facts"]> = {
  0: [
    { entity: "the porch door", attribute: "state", value: "locked" },
    { entity: "the house", attribute: "time", value: "night" },
  ],
  1: [{ entity: "the candles in the hall", attribute: "count", value: "four" }],
  2: [
    { entity: "Otto Brandt", attribute: "alive", value: "alive" },
    { entity: "the silver key", attribute: "holder", value: "Marta Lind" },
  ],
  5: [{ entity: "the scullery window", attribute: "state", value: "open" }],
  9: [{ entity: "Doctor Vey", attribute: "alive", value: "dead" }],
};

/** The same in words: only stated facts can be contradicted. */
const sayings: Record<number, readonly string[]> = {
  0: ["The porch door is locked, and night stands outside."],
  1: ["Four candles burn in the hall."],
  2: ["Otto Brandt nods to you, and Marta Lind wears the silver key at her belt."],
  5: ["The scullery window is open a hand's breadth."],
  9: ["Doctor Vey lies dead among the coals."],
};

/** Each secret has words that occur only in its own pay-off. */
const hook = (id: string, at: string, payoffAt: string, secret: string) => ({
  id,
  at,
  payoffAt,
  reveal: `Behind the panelling, {name}, you see what no one else sees: ${secret}.`,
  payoff: `Now {name} speaks of it at last: ${secret}, and everybody understands.`,
});

export const smallGuide: HouseGuide = houseGuide(
  story.parse({
    version: 1,
    id: "the-house-on-the-hill",
    title: "The House on the Hill",
    genre: "ghost story",
    premise:
      "A house on a hill has had its lamps lit for a hundred years. Tonight they are out, and you have come to see why.",
    setting: {
      place: "A house on a hill",
      time: "One night in autumn",
      rules: ["Nobody leaves before morning."],
    },
    tone: { words: ["quiet", "cold", "curious"], avoid: ["Gore"] },
    questions: [
      "What did you leave burning at home?",
      "Who told you about the house?",
      "How do you behave in the dark?",
      "When were you last this cold?",
    ],
    pulses: rooms.map(pulse),
    npcs: [
      {
        id: "marta",
        name: "Marta Lind",
        role: "housekeeper",
        motive: "Wants the lamps lit again",
        manner: "Speaks low",
        lines: [
          "I dust what nobody sees.",
          "You are late, and so am I.",
          "Mind the third board.",
          "The lamps know their own names.",
        ],
      },
      {
        id: "otto",
        name: "Otto Brandt",
        role: "gardener",
        motive: "Wants to be let go",
        manner: "Counts his steps",
        lines: [
          "I only plant what comes up.",
          "The soil here is dry.",
          "Nobody asked me to stay.",
          "A spade is an honest thing.",
        ],
      },
    ],
    locations: rooms.map((room) => ({
      id: idOf(room),
      name: `The ${room}`,
      description: `You stand in the ${room}.`,
      details: [
        `The walls of the ${room} are papered in green.`,
        `Somebody has swept the ${room} from left to right.`,
        `From the ${room} one can hear a clock.`,
      ],
    })),
    devices: [],
    privateHooks: {
      joker: [hook("joker-1", "pantry", "cellar", "a whoopee cushion embroidered with Napoleon")],
      engaged: [hook("engaged-1", "kitchen", "linen-room", "a child's shoe marked Esmeralda")],
      questioner: [hook("questioner-1", "scullery", "nursery", "a ledger with 7714 entries by Quillfeather")],
      wildcard: [hook("wildcard-1", "larder", "schoolroom", "a trapeze belonging to Zamboni")],
      curious: [hook("curious-1", "cellar", "library", "a tablet in Sumerian about Ishkur")],
      invested: [hook("invested-1", "boiler-room", "study", "a locket with a curl of Philippa's hair")],
      follower: [hook("follower-1", "coal-hole", "gallery", "a whistle engraved Tobermory")],
    },
    names: [
      "Ada",
      "Ben",
      "Cleo",
      "Dan",
      "Edda",
      "Finn",
      "Gus",
      "Hilde",
      "Ivo",
      "Jana",
      "Kurt",
      "Lena",
      "Max",
      "Nora",
      "Olga",
      "Piet",
      "Rosa",
      "Sven",
      "Tilda",
      "Uwe",
    ],
    backgrounds: {
      occupations: [
        "a clockmaker",
        "a night nurse",
        "a postman",
        "a baker",
        "a diver",
        "a tailor",
        "a surveyor",
        "a cook",
        "a typist",
        "a glazier",
      ],
      ties: [
        "an aunt who lit the lamps",
        "a letter without a stamp",
        "a debt",
        "a dream",
        "a photograph",
        "a bet",
        "a key that fits nothing",
        "a promise",
      ],
      quirks: [
        "hums",
        "counts stairs",
        "saves string",
        "sleeps badly",
        "whistles",
        "collects buttons",
        "reads labels",
        "walks in front",
      ],
    },
    endings: [
      {
        id: "lit",
        title: "Lit Again",
        when: "They lift it",
        text: "The lamps come on, floor by floor, from the roof down. In the town they stop in the street and point.",
      },
      {
        id: "dark",
        title: "Dark",
        when: "They wait",
        text: "You wait until it is light by itself. Nobody will believe how short the night was.",
      },
      {
        id: "called",
        title: "Called",
        when: "They call",
        text: "Somebody comes. It is nobody you have ever met, and they know each of you by name.",
      },
    ],
  }),
);

function idOf(room: string): string {
  return room.replaceAll(" ", "-");
}
