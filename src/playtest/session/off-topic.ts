import type { PlayerTurn } from "../../contract/index.ts";
import { storyWords } from "../text/index.ts";

/** With fewer words that the narrator has not just used nobody has talked of anything else. */
const FEWEST = 3;

/** How far off the story a player was, by their own word: unless what they said shows that they never left it. What the dice wanted is no evidence. */
export function offTopicOf({
  reported,
  says,
  narration,
}: {
  reported: PlayerTurn["offTopic"];
  says: string;
  narration: string;
}): PlayerTurn["offTopic"] {
  const told = storyWords(narration);
  const own = [...storyWords(says)].filter((word) => !told.has(word));
  return own.length < FEWEST ? "none" : reported;
}
