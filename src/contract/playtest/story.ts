import { z } from "zod";
import { archetypeId } from "./player.ts";

/** The guide mode of a model that narrates: notes, with each turn's beats last; or full, all in its instructions. */
export const guideForm = z.enum(["notes", "full"]);
export type GuideForm = z.infer<typeof guideForm>;

export const storyVersion = 1;

/** The id of a part of a guide. */
export const storyPartId = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const id = z.string().regex(storyPartId, "use lower-case words joined by hyphens");
const prose = z.string().min(1);
const proses = z.array(prose).default([]);

const npc = z.strictObject({
  id,
  name: prose,
  role: prose.optional().describe("Who they are in the story, in a few words"),
  motive: prose.optional().describe("What they want, and why"),
  manner: prose.optional().describe("How they speak and move"),
  secret: prose.optional(),
  lines: proses.describe("Things they say, as spoken"),
});

const location = z.strictObject({
  id,
  name: prose,
  description: prose.optional().describe("One or two sentences, second person, present tense"),
  details: proses.describe("What a curious player finds when asking: one sentence each"),
});

const device = z.strictObject({
  id,
  name: prose,
  description: prose.optional(),
  use: prose.optional().describe("What it can do for the story"),
});

/** A choice at the end of a pulse. The choice must change what is told next. */
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

const pulse = z.strictObject({
  id,
  title: prose,
  kind: z.enum(["scene", "revelation", "confrontation", "challenge", "decision"]).default("scene"),
  location: id.optional(),
  npcs: z.array(id).default([]),
  devices: z.array(id).default([]),
  summary: z.string().default("").describe("For the narrator: what happens and why it matters"),
  text: proses.describe(
    "Tellings of the beat for the house narrator, three to five sentences each, second person plural, present tense",
  ),
  details: proses.describe("Answers to what players may ask here: one sentence each"),
  choice: choice.optional(),
  /** Facts from here on, which later narration must not contradict. */
  facts: z.array(z.strictObject({ entity: prose, attribute: prose, value: prose })).default([]),
});

const privateHook = z.strictObject({
  id,
  /** The pulse that tells it, and the pulse that pays it off. */
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
  when: prose.optional().describe("What leads here"),
  needs: z.array(id).default([]).describe("Pulses that must be told before it, also when turns are short"),
  text: prose.optional().describe("The closing narration, four to six sentences"),
});

/** A promise of the author, which a reader checks in every turn. */
const commitment = z
  .strictObject({
    must: prose.optional().describe("What has to happen before the story ends"),
    mustNever: prose.optional().describe("What must not be told or happen"),
    before: z
      .tuple([prose, prose])
      .optional()
      .describe(
        "Two things in the order in which they have to be told: each a pulse id, or an event in three or more words",
      ),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    message: "give exactly one of must, mustNever and before",
  });

/** Asked before the story begins if a guide has no questions of its own. */
const generalQuestions = [
  "Who are you in this story, and what do you do for a living?",
  "What brings you here?",
  "What do you never leave home without?",
];

/** A guide of 400,000 characters is about 100,000 tokens, which every narrator call would send. */
export const longestGuideText = 400_000;

/** A story guide, the narrator's source. Only an id, a title and something to tell are required. */
export const story = z
  .strictObject({
    version: z.literal(storyVersion),
    id,
    title: prose,
    text: prose
      .max(longestGuideText)
      .optional()
      .describe("The guide as its author wrote it, Markdown or plain text"),
    genre: prose.optional(),
    premise: prose.optional().describe("Two or three sentences that start the story. Players know them"),
    setting: z
      .strictObject({
        place: prose.optional(),
        time: prose.optional(),
        rules: proses.describe("What holds in this world"),
      })
      .optional(),
    tone: z.strictObject({ words: proses, avoid: proses }).optional(),
    questions: z
      .array(prose)
      .min(1)
      .default(generalQuestions)
      .describe("What the narrator asks each player before the story begins"),
    pulses: z.array(pulse).max(60).default([]),
    npcs: z.array(npc).default([]),
    locations: z.array(location).default([]),
    devices: z.array(device).default([]),
    privateHooks: z.record(archetypeId, z.array(privateHook).min(1)).default({}),
    names: proses.describe("Given names that fit the setting. A built-in list fills up what is missing"),
    backgrounds: z
      .strictObject({
        occupations: proses.describe("a dock clerk; a night nurse"),
        ties: proses.describe("What ties a person to this place: an uncle who never wrote back"),
        quirks: proses.describe("A harmless habit"),
      })
      .prefault({}),
    endings: z.array(ending).default([]),
    commitments: z
      .array(commitment)
      .max(20)
      .default([])
      .describe("What every telling of the story has to keep"),
  })
  .refine(({ text, premise, pulses }) => text !== undefined || premise !== undefined || pulses.length > 0, {
    message: "a guide needs text, a premise or pulses",
  });
export interface Story extends z.infer<typeof story> {}
/** A guide as people write it: fields with a default may be left out. */
export type StoryInput = z.input<typeof story>;
export type Pulse = Story["pulses"][number];
export type Commitment = z.infer<typeof commitment>;
export type PrivateHook = z.infer<typeof privateHook>;
