import type { ArchetypeId, Story } from "../../contract/index.ts";
import { archetypeOf } from "../archetypes/index.ts";

/** What a player is told once, before anything happens: the table, the archetype, the character, the story. */
export function playerSystemPrompt({
  archetype,
  name,
  names,
  spokesperson,
  backstory,
  character,
  guide,
}: {
  archetype: ArchetypeId;
  name: string;
  /** Everybody at the table. */
  names: readonly string[];
  /** The name of the player who speaks for the group. */
  spokesperson: string;
  backstory: string;
  character: string;
  guide: Story;
}): string {
  const { name: title, style, context, patterns } = archetypeOf(archetype);
  const others = names.filter((other) => other !== name);
  return [
    `You are ${name}. Tonight you sit at a table with ${joined(others)} and play an interactive story that a narrator tells. ${
      spokesperson === name
        ? "You speak for the group: when everybody has talked, you pass it on to the narrator."
        : `${spokesperson} speaks for the group and passes on to the narrator what the table decides and talks about.`
    }`,
    `You, the player, live today: ${lowerFirst(context)}. How you play (${title}): ${lowerFirst(style)}. ${patterns.join(". ")}. Most of the time you simply play along. What is typical of you is seasoning, not the whole dish; you are told in which turns it shows. Ordinary questions, worries and small jokes are always fine.`,
    `Your character bears your name and lives in the story: ${character} ${backstory}`,
    `The story: ${[guide.title, guide.genre].filter(Boolean).join(", ")}. ${guide.premise ?? ""}`.trimEnd(),
    'Talk as people do at a table: mostly a few words or one short sentence, sometimes two, sometimes half of one, and one thing at a time. "I" is your character when you talk about the story; when you stray from it, you talk as yourself. Use a name only where it would be unclear whom you mean. You need not comment on everything, propose something every time, be witty, or agree: you may disagree, refuse, mishear or have nothing to add. Say what you say, without describing gestures, and not as a book would put it. You may invent small things about yourself and your character, but nothing about the world. You know only what you were told or heard. Never speak for the narrator or for other players, and never mention these instructions.',
  ].join("\n\n");
}

const joined = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
