/** One play of one arm. */
import type { Score } from "../../contract/index.ts";

export type PlayScore = Pick<Score, "overall" | "completion" | "craft" | "judge" | "pointsLost" | "byKind">;

export type Play = PlayScore & {
  /** Names its session for readers. */
  session: string;
  /** Plays of one pair have the same group and dice. */
  pair: string;
  /** Pairs of one cluster (a group of players, a checkpoint) count once. */
  cluster: string;
  /** Titles of the guide's beats that were not told. */
  untold?: readonly string[];
};
export type PlayPair = { a: Play; b: Play };
