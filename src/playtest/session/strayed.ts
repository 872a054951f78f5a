import type { TurnRecord } from "../../contract/index.ts";
import { publicPart } from "../agents/index.ts";
import { storyWords } from "../text/index.ts";

/** At least this many words of a digression in the relay count as passed on. */
const WORDS = 2;

/** Who went off the story in a turn, by the players' own marks, and whose digression the relay seems to pass on. The classifier is told. */
export function strayedIn(record: TurnRecord | undefined): { seats: number[]; carried?: number[] } {
  if (!record) return { seats: [] };
  const off = [...record.players, ...(record.crossTalk ?? [])].filter(({ offTopic }) => offTopic !== "none");
  const bySeat = Map.groupBy(off, ({ seat }) => seat);
  const { relay } = record;
  if (!relay || off.length === 0) return { seats: [...bySeat.keys()] };
  const story = storyWords(publicPart(record.narrator.text, record.classification));
  const passedOn = storyWords(relay.text);
  const carried = [...bySeat].flatMap(([seat, said]) => {
    const words = storyWords(said.map(({ says }) => says).join("\n"));
    const own = [...words].filter((word) => !story.has(word));
    const needed = Math.min(WORDS, Math.max(1, own.length));
    return own.filter((word) => passedOn.has(word)).length >= needed ? [seat] : [];
  });
  return { seats: [...bySeat.keys()], carried };
}
