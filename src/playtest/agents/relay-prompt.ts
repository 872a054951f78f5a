/** The spokesperson's request. */
import type { PlayerAgent, RelayNoise } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { archetypeOf } from "../archetypes/index.ts";
import { lowerFirst } from "./cut-text.ts";

export type RelayPromptOptions = {
  spokesperson: PlayerAgent;
  names: readonly string[];
  narration: string;
  talk: ReadonlyArray<{ seat: number; says: string; offTopic: string }>;
  wishes: ReadonlyArray<{ seat: number; wants: string }>;
  /** The spokesperson's own last relays, newest last. */
  before: readonly string[];
  noise: RelayNoise;
  /** The seat to leave out. */
  dropped?: number;
};

/**
 * The spokesperson's request. Built only from what was said in front of everybody, even if the spokesperson was told
 * something in private.
 */
export function relayPrompt({
  spokesperson,
  names,
  narration,
  talk,
  wishes,
  before,
  noise,
  dropped,
}: RelayPromptOptions): { instructions: string; messages: PromptMessage[] } {
  const me = (seat: number) => (seat === spokesperson.seat ? `${names[seat]} (you)` : names[seat]!);
  const tableLine = ({ seat, says, offTopic }: RelayPromptOptions["talk"][number]) =>
    `- ${me(seat)}${offTopic === "none" ? "" : ", off the story"}: ${says}`;
  const shown = wishes.filter(({ seat, wants }) => wants !== "" && seat !== dropped);
  return {
    instructions: relayInstructions(spokesperson, names),
    messages: [
      {
        role: "user",
        content: [
          before.length > 0
            ? `Your last messages to the narrator:\n${before.map((text) => `- ${text}`).join("\n")}`
            : "",
          narration === "" ? "" : `The narrator has just said:\n${narration}`,
          `At the table:\n${talk.map(tableLine).join("\n")}`,
          shown.length > 0
            ? `What they also want:\n${shown.map(({ seat, wants }) => `- ${me(seat)}: ${wants}`).join("\n")}`
            : "",
          `This turn: ${how[noise](dropped === undefined ? "" : names[dropped]!)}`,
        ]
          .filter((part) => part !== "")
          .join("\n\n"),
      },
    ],
  };
}

/** The same in every turn. The persona stays: a relay is one player's way of putting it. */
function relayInstructions(spokesperson: PlayerAgent, names: readonly string[]): string {
  const { name: title, style, context } = archetypeOf(spokesperson.archetype);
  const others = names.filter((name) => name !== spokesperson.name);
  return [
    `You are ${spokesperson.name}. You play an interactive story with ${others.join(", ")} and speak ` +
      `for the group. About you, the player: ${context}. How you play (${title}): ` +
      `${lowerFirst(style)}. Your character: ${spokesperson.characterForStory}`,
    "The narrator does not hear the table. Your message is all that reaches it, " +
      "and whatever you leave out never happened for the narrator. " +
      "So tell it what the group does, asks and says to people in the story, by name where it helps; " +
      "and, in half a sentence each, what the table jokes or digresses about, " +
      "as the players' talk and not as something their characters say.",
    "Say it as you would say it aloud to the narrator: one paragraph of everyday talk in your own " +
      "voice, no list, no greeting, nobody quoted at length. You may put wishes in a sensible order; " +
      "where they conflict, say so. Do not answer for the narrator, and do not decide what comes of it.",
  ].join("\n\n");
}

/** One instruction a turn, so that none contradicts another. */
const how: Readonly<Record<RelayNoise, (dropped: string) => string>> = {
  faithful: () =>
    "pass it all on faithfully: every wish, every question, every digression. Add no wish and no remark that was not made at the table.",
  "drops a wish": (name) =>
    `you forget what ${name} wants, said or wished: leave it out. Pass on the rest faithfully.`,
  comments: () => "pass on everything, and add one remark of your own about it, in your own manner.",
  undersells: () =>
    "pass everything on, but in a few flat words, as if the group did not care much. Leave out how keen anybody is, not what they want.",
  "over-explains": () =>
    "pass on everything, and explain at length why the group wants it, reason by reason.",
  advocates: () =>
    "pass on everything, and argue for what you yourself want, so that the narrator takes it for the group's choice.",
};
