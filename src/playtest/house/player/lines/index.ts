import type { ArchetypeId } from "../../../../contract/index.ts";
import type { ArchetypeLines } from "./archetype-lines.ts";
import { curious } from "./curious.ts";
import { drifter } from "./drifter.ts";
import { engaged } from "./engaged.ts";
import { experienced } from "./experienced.ts";
import { follower } from "./follower.ts";
import { invested } from "./invested.ts";
import { joker } from "./joker.ts";
import { optimizer } from "./optimizer.ts";
import { questioner } from "./questioner.ts";
import { wildcard } from "./wildcard.ts";

export type { ArchetypeLines } from "./archetype-lines.ts";
export { commonReactions, commonStances } from "./anybody.ts";
export { creationAnswers, creationFrames } from "./creation-answers.ts";
export { moodLines } from "./moods.ts";

/** What the ten ways of playing sound like. */
export const archetypeLines: Readonly<Record<ArchetypeId, ArchetypeLines>> = {
  joker,
  engaged,
  questioner,
  wildcard,
  follower,
  curious,
  optimizer,
  invested,
  drifter,
  experienced,
};
