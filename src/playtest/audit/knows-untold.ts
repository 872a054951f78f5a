import type { AuditNote } from "../../contract/index.ts";
import { storyWords } from "../text/index.ts";
import type { SessionState } from "../session/index.ts";
import { sentenceWith } from "./sentence-with.ts";

/** So many rare words of another's private moment are no accident, if they are a part of it worth the name; beside a name, one more will do. */
const WORDS = 3;
const SHARE = 0.2;
const BESIDE_A_NAME = 2;

/** Who spoke of what another was told alone, in words that nobody had said aloud. */
export function knowingUntold(state: SessionState): AuditNote[] {
  const { records, privateMoments } = state;
  const recordOf = new Map(records.map((record) => [record.turn, record]));
  return state.secrets.uses.flatMap(({ by, turn, words, share, named, moment }): AuditNote[] => {
    if (
      by === "narrator" ||
      !((words.length >= WORDS && share >= SHARE) || (named && words.length >= BESIDE_A_NAME))
    )
      return [];
    const { target, turn: toldAt } = privateMoments[moment]!;
    const player = recordOf.get(turn)!.players.find(({ seat }) => seat === by)!;
    const used = new Set(words);
    const quote =
      sentenceWith(`${player.says}\n${player.wants}`, (sentence) =>
        [...storyWords(sentence)].some((word) => used.has(word)),
      ) ?? player.says;
    return [
      {
        kind: "knows-untold",
        turn,
        seat: by,
        note: `Used what only ${target} was told, in turn ${toldAt}: ${words.join(", ")}.`,
        quote,
      },
    ];
  });
}
