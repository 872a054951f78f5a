import { createHash } from "node:crypto";
import { messagesOf } from "../checkpoint/index.ts";
import type { SessionState } from "../session/index.ts";

/** One thing that was said, as a judge gets to see it. */
export type Line = {
  turn: number;
  role: "narrator" | "player" | "spokesperson";
  /** Who said it, and to whom where not to all. */
  speaker: string;
  text: string;
};

/** Everything that was said, in its order: what is judged, and what quotes are looked up in. */
export function transcriptOf({ records, config }: Pick<SessionState, "records" | "config">): Line[] {
  const names = config.group.players.map(({ name }) => name);
  return records.flatMap((record) =>
    messagesOf(record, names).map(({ turn, role, player, audience, content }) => ({
      turn,
      role,
      speaker: speakerOf({ role, player, audience }, names),
      text: content,
    })),
  );
}

function speakerOf(
  { role, player = "?", audience }: { role: Line["role"]; player?: string; audience?: readonly number[] },
  names: readonly string[],
): string {
  if (role === "narrator")
    return audience === undefined
      ? "Narrator"
      : `Narrator, to ${audience.map((seat) => names[seat] ?? "?").join(", ") || "nobody"} alone`;
  if (role === "spokesperson") return `${player}, for the group`;
  return audience === undefined ? `${player}, at the table` : `${player}, to the narrator alone`;
}

/** What tells two transcripts apart. */
export const transcriptHash = (lines: readonly Line[]): string =>
  hashOf(lines.map(({ turn, speaker, text }) => [turn, speaker, text]));

/** Short enough for a file name, long enough for no two to meet. */
export const hashOf = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);
