import type { Tangent } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";

/** A digression in the words of the corpus. */
export type Digression = {
  start: number;
  initiator: string;
  quote: string;
  ends: number | null;
  how: "natural" | "forced" | "by-players" | "never";
  woven: boolean;
};

/** The digressions that a reader saw, with the words by which each began. */
export const digressionsOf = ({ tangents, readings }: SessionState): Digression[] =>
  tangents.map((tangent) => {
    const { startTurn, endTurn, initiator, woven } = tangent;
    const began = readings.find(({ turn }) => turn === startTurn);
    return {
      start: startTurn,
      initiator,
      quote: (began?.status === "read" && began.content.strays?.quote) || "",
      ends: endTurn ?? null,
      how: howOf(tangent),
      woven: woven === "woven",
    };
  });

function howOf({ endTurn, recoveryMethod }: Tangent): Digression["how"] {
  if (endTurn === undefined) return "never";
  if (recoveryMethod === "none") return "by-players";
  return recoveryMethod === "forced" ? "forced" : "natural";
}
