import type { PlayerAgent } from "../../contract/index.ts";
import type { PromptMessage } from "../../kernel/models/index.ts";
import { archetypes } from "../archetypes/index.ts";

export type Intent = {
  name: string;
  wants: string;
  /** What a player chose to tell of a private moment. */ shares?: string;
};

/**
 * What the spokesperson is asked for. Made of public intents and of what was shared, and of nothing
 * else: also where the spokesperson was the one who was told.
 */
export function relayPrompt({
  spokesperson,
  intents,
}: {
  spokesperson: PlayerAgent;
  intents: readonly Intent[];
}): { instructions: string; messages: PromptMessage[] } {
  return {
    instructions: [
      `You are ${spokesperson.name}, and speak for a group that plays an interactive story. You tell the narrator in one short message what the group does, asks and says.`,
      `You are ${archetypes[spokesperson.archetype].name.toLowerCase()}: ${archetypes[spokesperson.archetype].style.toLowerCase()}. ${archetypes[spokesperson.archetype].relayNoise}`,
      "Bring in what everybody wants, by name where it helps. Two to four sentences, first person plural, no list. You may colour it, but add nothing that nobody wanted.",
    ].join("\n\n"),
    messages: [
      {
        role: "user",
        content: [
          "What everybody wants:",
          ...intents.map(({ name, wants }) => `- ${name}: ${wants}`),
          ...intents.flatMap(({ name, shares }) => (shares ? [`- ${name} tells everybody: ${shares}`] : [])),
        ].join("\n"),
      },
    ],
  };
}
