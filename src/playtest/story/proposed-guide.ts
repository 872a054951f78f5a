import { z } from "zod";
import { story, storyVersion, type Story } from "../../contract/index.ts";
import { archetypeIds } from "../archetypes/index.ts";
import { checkStory } from "./check-story.ts";
import { explainShape } from "./explain-shape.ts";
import { idsFor } from "./slug.ts";

/** Every field is required, since some vendors' structured answers know no others: "" and [] say that the text has nothing. */
const text = z.string();
const texts = z.array(text);

/** What a model proposes: parts named by their names, which code turns into ids. */
const shape = z.object({
  title: text,
  genre: text.describe("A few words, or empty"),
  premise: text.describe("Two or three sentences that players may know before the story starts. No secret"),
  place: text,
  time: text,
  rules: texts.describe("What holds in this world"),
  tone: texts.describe("Words to aim for"),
  avoid: texts,
  questions: texts.describe("What the narrator asks each player before the story; empty for general ones"),
  people: z.array(z.object({ name: text, role: text, motive: text, manner: text, secret: text })),
  places: z.array(z.object({ name: text, description: text })),
  things: z.array(z.object({ name: text, description: text, use: text })),
  beats: z.array(
    z.object({
      title: text,
      summary: text.describe("What happens and why it matters, with every fact that the text gives"),
      place: text.describe("A name from places, or empty"),
      people: texts.describe("Names from people"),
      things: texts.describe("Names from things"),
      question: text.describe("The choice that the beat ends with, or empty"),
      options: z.array(z.object({ label: text, outcome: text })).describe("2 to 4, or empty"),
    }),
  ),
  hooks: z
    .array(
      z.object({
        archetype: z.enum(archetypeIds),
        toldAt: text.describe("The title of a beat"),
        paysOffAt: text.describe("The title of a later beat"),
        reveal: text.describe("Told to one player alone. {name} stands for the player"),
        payoff: text.describe("How it comes back in front of everybody"),
      }),
    )
    .describe("Private moments that the text has. Invent none"),
  endings: z.array(
    z.object({ title: text, when: text, text: text.describe("The closing narration, or empty") }),
  ),
  open: texts.describe("What the text leaves open, or what you were not sure of, one sentence each"),
});
export type Proposal = z.infer<typeof shape>;

/** A proposal that makes no playable guide is asked for again, with the reasons. */
export const proposal = shape.superRefine((value, context) => {
  for (const message of guideFrom(value, "guide").problems) context.addIssue({ code: "custom", message });
});

/** The guide of a proposal, or every reason why it is none. */
export function guideFrom(proposed: Proposal, id: string): { guide?: Story; problems: string[] } {
  const problems: string[] = [];
  const people = identified(proposed.people, "person");
  const places = identified(proposed.places, "place");
  const things = identified(proposed.things, "thing");
  const beats = identified(
    proposed.beats.map((beat) => ({ ...beat, name: beat.title })),
    "beat",
  );
  const idIn = (
    list: ReadonlyArray<{ id: string; name: string }>,
    kind: string,
    wanted: string,
    at: string,
  ) => {
    const found = list.find(({ name }) => same(name, wanted))?.id;
    if (found === undefined) problems.push(`${at}: "${wanted}" is not one of the ${kind}`);
    return found;
  };
  const idsIn = (list: Parameters<typeof idIn>[0], kind: string, wanted: readonly string[], at: string) => [
    ...new Set(wanted.flatMap((name) => idIn(list, kind, name, at) ?? [])),
  ];
  if (beats.length === 0) problems.push("there are no beats");
  const pulses = beats.map((beat) => {
    const at = `beat "${beat.title}"`;
    return {
      id: beat.id,
      title: beat.title,
      summary: beat.summary,
      ...(beat.place !== "" && { location: idIn(places, "places", beat.place, at) }),
      npcs: idsIn(people, "people", beat.people, at),
      devices: idsIn(things, "things", beat.things, at),
      ...(beat.question !== "" &&
        beat.options.length > 0 && { choice: { question: beat.question, options: beat.options } }),
    };
  });
  const privateHooks: Record<string, object[]> = {};
  for (const [index, { archetype, toldAt, paysOffAt, reveal, payoff }] of proposed.hooks.entries()) {
    const hook = `hook ${index + 1}`;
    const [at, payoffAt] = [toldAt, paysOffAt].map((title) => idIn(beats, "beats", title, hook));
    (privateHooks[archetype] ??= []).push({ id: `hook-${index + 1}`, at, payoffAt, reveal, payoff });
  }
  const { place, time, rules, tone, avoid } = proposed;
  const value = withoutEmpty({
    version: storyVersion,
    id,
    title: proposed.title,
    genre: proposed.genre,
    premise: proposed.premise,
    ...((place || time || rules.length > 0) && { setting: withoutEmpty({ place, time, rules }) }),
    ...((tone.length > 0 || avoid.length > 0) && { tone: { words: tone, avoid } }),
    ...(proposed.questions.length > 0 && { questions: proposed.questions }),
    pulses,
    npcs: people.map(withoutEmpty),
    locations: places.map(withoutEmpty),
    devices: things.map(withoutEmpty),
    privateHooks,
    endings: identified(
      proposed.endings.map((ending) => ({ ...ending, name: ending.title })),
      "ending",
    ).map(({ id, title, when, text }) => withoutEmpty({ id, title, when, text })),
  });
  if (problems.length > 0) return { problems };
  const { data, error } = story.safeParse(value);
  if (!data) return { problems: explainShape(error, value) };
  const wrong = checkStory(data).filter(({ severity }) => severity === "error");
  return wrong.length > 0 ? { problems: wrong.map(({ problem }) => problem) } : { guide: data, problems: [] };
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

function identified<Part extends { name: string }>(
  parts: readonly Part[],
  kind: string,
): Array<Part & { id: string }> {
  const ids = idsFor(
    parts.map(({ name }) => name),
    kind,
  );
  return parts.map((part, index) => ({ ...part, id: ids[index]! }));
}

const withoutEmpty = <Value extends object>(value: Value) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== ""));
