import type { SessionConfig } from "../../contract/index.ts";
import { archetypes } from "../archetypes/index.ts";

/**
 * The guide as notes that stay the same all session: the world, its people, the titles of the beats, and who plays.
 * It holds facts and no tellings, because models recite whatever finished prose they are given. What a turn needs of
 * its beats comes with the turn.
 */
export function guideNotes({ storyGuide, group }: Pick<SessionConfig, "storyGuide" | "group">): string {
  const { title, genre, premise, setting, tone, pulses, npcs, locations, devices } = storyGuide;
  return [
    `# Story guide: ${title} (${genre})`,
    "These are notes for you, the narrator; the players do not see them. They are facts, not text to read out: tell everything in your own words. They are what may happen, not a script: where the players do, refuse or ask for something else, follow them and let later beats bend. Use what the players say about themselves. The last message of each turn has the notes for that turn.",
    premise === undefined ? "" : `Premise: ${premise}`,
    setting === undefined ? "" : `Place: ${setting.place}. Time: ${setting.time}.`,
    ...section("What holds here", setting?.rules ?? []),
    tone === undefined ? "" : `Tone: ${tone.words.join(", ")}. Avoid: ${tone.avoid.join("; ")}.`,
    ...section(
      "People",
      (npcs ?? []).map(({ name, role, motive, manner, secret }) =>
        [
          `${name}: ${role}`,
          motive === undefined ? "" : `wants: ${motive}`,
          manner === undefined ? "" : `manner: ${manner}`,
          secret === undefined ? "" : `secret: ${secret}`,
        ]
          .filter((part) => part !== "")
          .join(" | "),
      ),
    ),
    ...section(
      "Places, and what can be found there",
      (locations ?? []).map(({ name, details }) => [name, ...(details ?? [])].join(" | ")),
    ),
    ...section(
      "Things",
      (devices ?? []).map(({ name, use }) => [name, use].join(" | ")),
    ),
    ...((pulses ?? []).length === 0 ? [] : ["## Beats of the story, in order"]),
    ...(pulses ?? []).map(({ title }, index) => `${index + 1}. ${title}`),
    ...section("Players, and how they like to play", playerLines(group)),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

/** A guide speaks of "a joker"; the narrator must know who that is. */
const playerLines = ({ players }: SessionConfig["group"]): string[] =>
  players.map(
    ({ name, archetype, characterForStory }) =>
      `${name}, the ${archetype}: ${lowerFirst(archetypes[archetype].style)} | character: ${characterForStory}`,
  );

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, ...lines.map((line) => `- ${line}`)];
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
