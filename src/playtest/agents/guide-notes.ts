import type { SessionConfig } from "../../contract/index.ts";
import { archetypeOf } from "../archetypes/index.ts";

/**
 * The guide as notes that stay the same all session: the world, its people, the titles of the beats, and who plays.
 * It holds facts and no tellings, because models recite whatever finished prose they are given. What a turn needs of
 * its beats comes with the turn.
 */
export function guideNotes({ storyGuide, group }: Pick<SessionConfig, "storyGuide" | "group">): string {
  const { title, genre, text, premise, setting, tone, pulses, npcs, locations, devices } = storyGuide;
  return [
    `# Story guide: ${title}${genre === undefined ? "" : ` (${genre})`}`,
    "These are notes for you, the narrator; the players do not see them. They are facts, not text to read out: tell everything in your own words. They are what may happen, not a script: where the players do, refuse or ask for something else, follow them and let later beats bend. Use what the players say about themselves. The last message of each turn has the notes for that turn.",
    // What an author wrote as text is left as it is: nobody can say which of its words are notes.
    text ?? "",
    noted("Premise", premise),
    noted("Place", setting?.place),
    noted("Time", setting?.time),
    ...section("What holds here", setting?.rules ?? []),
    noted("Tone", tone?.words.join(", ")),
    noted("Avoid", tone?.avoid.join("; ")),
    ...section(
      "People",
      npcs.map(({ name, role, motive, manner, secret }) =>
        joined(
          role === undefined ? name : `${name}: ${role}`,
          noted("wants", motive),
          noted("manner", manner),
          noted("secret", secret),
        ),
      ),
    ),
    ...section(
      "Places, and what can be found there",
      locations.map(({ name, description = "", details }) =>
        joined(name, ...(details.length > 0 ? details : [description])),
      ),
    ),
    ...section(
      "Things",
      devices.map(({ name, description = "", use = description }) => joined(name, use)),
    ),
    ...(pulses.length === 0 ? [] : ["## Beats of the story, in order"]),
    ...pulses.map(({ title }, index) => `${index + 1}. ${title}`),
    ...section("Players, and how they like to play", playerLines(group)),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** A guide speaks of "a joker"; the narrator must know who that is. */
const playerLines = ({ players }: SessionConfig["group"]): string[] =>
  players.map(({ name, archetype, characterForStory }) =>
    joined(
      `${name}, the ${archetype}: ${lowerFirst(archetypeOf(archetype).style)}`,
      noted("character", characterForStory),
    ),
  );

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, ...lines.map((line) => `- ${line}`)];
const noted = (what: string, text = ""): string => (text === "" ? "" : `${what}: ${text}`);
const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join(" | ");
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
