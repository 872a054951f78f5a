import { storyWords } from "../classify/index.ts";

/** So many of its own words in a relay are no accident. */
const WORDS = 2;

/** Does a relay tell the narrator what a player was on about beside the story? By the words that the story did not have. */
export function carriedBy(relay: string, { said, narration }: { said: string; narration: string }): boolean {
  const story = storyWords(narration);
  const passedOn = storyWords(relay);
  const own = [...storyWords(said)].filter((word) => !story.has(word));
  return own.filter((word) => passedOn.has(word)).length >= Math.min(WORDS, Math.max(1, own.length));
}
