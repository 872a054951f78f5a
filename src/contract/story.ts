import { z } from "zod";
import { archetypeId } from "./archetype.ts";

/** Raised when an older reader could misread a newer guide. */
export const storyVersion = 1;

const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "use lower-case words joined by hyphens");
const prose = z.string().min(1);
const proses = z.array(prose).min(1);

/** Somebody whom the players meet. */
const npc = z.strictObject({
  id,
  name: prose,
  role: prose.describe("Who they are in the story, in a few words"),
  motive: prose.describe("What they want, and why"),
  manner: prose.describe("How they speak and move"),
  secret: prose.optional(),
  lines: z.array(prose).min(2).describe("Things they say, as spoken"),
});

const location = z.strictObject({
  id,
  name: prose,
  description: prose.describe("One or two sentences, second person, present tense"),
  details: z.array(prose).min(3).describe("What a curious player finds when asking: one sentence each"),
});

/** A thing that matters: a prop, a clue, a tool. */
const device = z.strictObject({
  id,
  name: prose,
  description: prose,
  use: prose.describe("What it can do for the story"),
});

/** A choice that a pulse ends with. What is chosen must change what is told next. */
const choice = z.strictObject({
  question: prose,
  options: z
    .array(
      z.strictObject({
        label: prose.describe("What the group does, as a short verb phrase"),
        outcome: prose.describe("What follows from it, told in one or two sentences"),
      }),
    )
    .min(2)
    .max(4),
});

/** A beat that moves the story on. */
const pulse = z.strictObject({
  id,
  title: prose,
  kind: z.enum(["scene", "revelation", "confrontation", "challenge", "decision"]),
  location: id,
  npcs: z.array(id).default([]),
  devices: z.array(id).default([]),
  summary: prose.describe("For the narrator: what happens and why it matters"),
  text: proses.describe(
    "Two or more tellings of the beat, three to five sentences each, second person plural, present tense",
  ),
  details: z.array(prose).min(2).describe("Answers to what players may ask here: one sentence each"),
  choice,
  /** What is true from here on: what later narration must not contradict. */
  facts: z.array(z.strictObject({ entity: prose, attribute: prose, value: prose })).default([]),
});

/** A moment for one player alone, and how it comes back later. */
const privateHook = z.strictObject({
  id,
  /** The pulse at which it is told, and the one at which it pays off. */
  at: id,
  payoffAt: id,
  reveal: prose.describe(
    "Told to that player alone, second person singular. {name} stands for the player's name",
  ),
  payoff: prose.describe("How it comes back in front of everybody. {name} stands for the player's name"),
});

const ending = z.strictObject({
  id,
  title: prose,
  when: prose.describe("What leads here"),
  text: prose.describe("The closing narration, four to six sentences"),
});

/** A story guide: what a narrator works from. */
export const story = z.strictObject({
  version: z.literal(storyVersion),
  id,
  title: prose,
  genre: prose,
  premise: prose.describe("Two or three sentences that start the story"),
  setting: z.strictObject({ place: prose, time: prose, rules: proses.describe("What holds in this world") }),
  tone: z.strictObject({ words: z.array(prose).min(3), avoid: proses }),
  questions: z.array(prose).min(3).describe("What the narrator asks each player before the story begins"),
  pulses: z.array(pulse).min(3).max(60),
  npcs: z.array(npc).min(1),
  locations: z.array(location).min(1),
  devices: z.array(device).default([]),
  privateHooks: z.partialRecord(archetypeId, z.array(privateHook).min(1)).default({}),
  names: z.array(prose).min(20).describe("Given names that fit the setting"),
  backgrounds: z.strictObject({
    occupations: z.array(prose).min(10).describe("a dock clerk; a night nurse"),
    ties: z.array(prose).min(8).describe("What ties a person to this place: an uncle who never wrote back"),
    quirks: z.array(prose).min(8).describe("A harmless habit"),
  }),
  endings: z.array(ending).min(2),
});
export type Story = z.infer<typeof story>;
export type StoryInput = z.input<typeof story>;
export type Pulse = Story["pulses"][number];
export type PrivateHook = z.infer<typeof privateHook>;
