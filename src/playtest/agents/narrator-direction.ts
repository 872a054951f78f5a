import type { SessionConfig } from "../../contract/index.ts";

/** The turns of character creation; the story begins after them. */
export const CREATION_TURNS = 2;

/** What the narrator is told to do beside the story: create the characters, then begin. Empty in all later turns. */
export function narratorDirection(turn: number, { storyGuide, group }: SessionConfig): string {
  if (turn === 1)
    return "The story has not begun. Greet the group, and ask how many players there are and what they are called.";
  if (turn === 2)
    return `The story has not begun. Ask each player about their character. ${storyGuide.questions.join(" ")}`;
  if (turn === CREATION_TURNS + 1)
    return `Now begin the story${storyGuide.pulses.length === 0 ? "" : ", with its first beat,"} for ${group.players.map(({ name }) => name).join(", ")}.`;
  return "";
}
