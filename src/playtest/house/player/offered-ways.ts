import { asAction, sentences } from "../words/index.ts";

const cue = /(?:\byou (?:could|can|might|may)|\b(?:will|do|would|shall|should) you)\s+/i;
const list = /:\s+(?=.*\bor\b)/s;
const leadIn = /^(?:or|either|to|you (?:could|can|might|may)|do you|will you)\s+/i;

/** How far from its end a narration is searched for choices. */
const LAST = 4;

/** What a narration offers to do, as players say it to each other: "You could ring, or wait." gives "ring", "wait". */
export function offeredWays(narration: string): string[] {
  const closing = sentences(narration).slice(-LAST).toReversed();
  for (const [fromEnd, sentence] of closing.entries()) {
    // A colon opens many things; at the very end it opens a list of ways.
    const listed = fromEnd <= 1 ? list.exec(sentence) : null;
    const found = listed ?? cue.exec(sentence);
    if (!found || !/\bor\b/.test(sentence)) continue;
    const body = sentence.slice(found.index + found[0].length).replace(/[.!?]+["']?$/, "");
    const ways = split(body)
      .map((part) => part.trim().replace(leadIn, "").replace(leadIn, ""))
      .filter((part) => isWay(part, listed !== null));
    if (ways.length >= 2) return ways.map((way) => asAction(ours(way), sentence.slice(0, found.index)));
  }
  return [];
}

/** The strongest mark that is there separates; weaker ones belong to what is separated. */
function split(body: string): string[] {
  if (body.includes(";")) return body.split(";");
  return body.split(body.includes(",") ? "," : /\s+or\s+/);
}

/** Names can be listed after a colon; anywhere else a capital is the start of something else. */
const isWay = (part: string, listed: boolean) =>
  (listed ? /^\p{L}/u : /^\p{Ll}/u).test(part) && part.split(/\s+/).length <= 18;

/** From the narrator's "you" to the table's "we". */
export const ours = (text: string): string =>
  text
    .replaceAll(
      /\b(if|when|while|until|where|what|that|before|after|as|than|how|because|so|and) you\b/g,
      "$1 we",
    )
    .replaceAll(/\byourselves\b/g, "ourselves")
    .replaceAll(/\byours\b/g, "ours")
    .replaceAll(/\byour\b/g, "our")
    .replaceAll(/\byou\b/g, "us");
