/** What a recording keeps of a checkpoint. */
import { hash } from "node:crypto";
import type { SessionState } from "../../playtest/index.ts";

/** A checkpoint is recognised by its words: the ids of sessions differ. */
export const checkpointInput = ({ turn, records }: Pick<SessionState, "turn" | "records">) => {
  const words = records.map(({ narrator, players, relay }) => [
    narrator.text,
    players.map(({ says }) => says),
    relay?.text,
  ]);
  return {
    turn,
    name: `turn ${turn}`,
    words: hash("sha256", JSON.stringify(words), "base64url").slice(0, 22),
  };
};
