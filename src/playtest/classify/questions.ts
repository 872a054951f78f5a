import { aloudSentences, tailOf } from "./aloud.ts";
import { splitSentences } from "../text/index.ts";

const asks =
  /^\W{0,4}(?:(?:and|but|so|also|wait|hey|um|ok|okay)[,\s]+){0,2}(?:who|what|where|when|why|how|which|whose|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell us|remind)\b/i;

/** "Jo asks Orla Penhale what she fears": whom they ask may stand between. */
const asksAbout =
  /\b(?:ask|asks|wonder|wonders|want to know|wants to know)(?: [\p{L}.'’-]+){0,4}? (?:if|whether|who|what|where|when|why|how|about)\b/iu;

/** The sentences in which the group asks something. */
export function questionsIn(relay: string): string {
  return splitSentences(relay.slice(0, 8_000))
    .map(({ start, end }) => relay.slice(start, end).trim())
    .filter(
      (sentence) =>
        /\?["')*_]{0,4}$/.test(sentence) ||
        (asks.test(sentence) && /\?/.test(sentence)) ||
        asksAbout.test(sentence),
    )
    .join(" ");
}

/** How far from the end the closing question may stand. */
const TAIL = 600;

/** A question to the players at the end of an output, in the narrator's own voice; or nothing. */
export function lastQuestion(text: string): string {
  const closing = aloudSentences(tailOf(text, TAIL)).slice(-2);
  return (
    closing.find(
      (sentence) => /\?[*_)]{0,4}$/.test(sentence) && /\b(?:you|your|who|which|where|what)\b/i.test(sentence),
    ) ?? ""
  );
}
