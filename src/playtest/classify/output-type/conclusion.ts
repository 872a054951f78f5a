/** How an output closes: with the end of the story, or with a question to the players. */
import type { Phase, Story } from "../../../contract/index.ts";
import { plain, share, splitSentences, storyWords, wrappedPattern } from "../../text/index.ts";
import type { Marker } from "../pieces.ts";
import { guideWords } from "./find-pulse.ts";

/** Only the last characters of an output can hold the last words of a story. */
const CONCLUSION = 1_200;
/** The share of an ending's words that counts as telling it. */
const TOLD = 0.6;
const FEWEST = 10;

/** A line with nothing but "The End". */
const theEnd = /^[\s*_#~—-]*(?:the end|fin|finis)[\s*_.!—-]*$/i;
const story = "(?:story|tale|journey|adventure|chronicle|saga|night's tale)";
/** "So ends your tale." "Thank you all for playing." */
const final = wrappedPattern(
  String.raw`
    \b(?:(?:so|thus|here|and so|and thus|with that,?|here,?) (?:ends?|concludes?|closes?) (?:your|
    the|this|our) (?:\w+ ){0,2}${story}|(?:your|this|our) ${story} (?:ends here|is over|has ended|
    comes to (?:an|its) end|comes to a close|concludes|is complete|has come to an end|
    has been told)|this is where (?:your|the|our) ${story} ends|
    (?:thank you|thanks)(?: \w+){0,3} for playing|the (?:tale|story) is told)\b
  `,
  "i",
);
/** "Your story ends here, unless …" */
const doubt =
  /\b(?:if|unless|or|until|not|isn't|never|might|may|could|would|almost|before|perhaps|should)\b/i;
/** Questions that may follow the end: "Did you enjoy it?" */
const another = wrappedPattern(
  String.raw`
  \b(?:play again|another (?:story|adventure|session|round)|next (?:time|session)|
  did you (?:like|enjoy)|how was it|feedback)\b
`,
  "i",
);

/** Does the output end the story? Only if that is clear: a false end would end the session. */
export function concludes(
  text: string,
  { phase, guide }: { phase: Phase; guide: Story },
  markers: readonly Marker[],
): boolean {
  if (phase === "creation") return false;
  if (markers.some(({ type }) => type === "end")) return true;
  const question = lastQuestion(text);
  if (question !== "" && !another.test(question)) return false;
  // Villains say "Your story ends here!": only the narrator's own voice counts.
  const aloud = aloudSentences(tailOf(text, CONCLUSION));
  const closing = aloud.slice(-4);
  if (closing.some((sentence) => theEnd.test(sentence)) && !doubtful(closing)) return true;
  if (aloud.some((sentence) => final.test(sentence) && !doubt.test(sentence))) return true;
  const words = storyWords(text);
  return guideWords(guide).endings.some((ending) => ending.size >= FEWEST && share(ending, words) >= TOLD);
}

/** "The end. Or is it?" */
const doubtful = (closing: readonly string[]): boolean => {
  const at = closing.findIndex((sentence) => theEnd.test(sentence));
  return closing.slice(at + 1).some((sentence) => /\?/.test(sentence) && !another.test(sentence));
};

/** How far from the end the closing question may be. */
const QUESTION = 600;

/** The question to the players at the end of an output, in the narrator's own voice; or an empty text. */
export function lastQuestion(text: string): string {
  const closing = aloudSentences(tailOf(text, QUESTION)).slice(-2);
  return (
    closing.find(
      (sentence) => /\?[*_)]{0,4}$/.test(sentence) && /\b(?:you|your|who|which|where|what)\b/i.test(sentence),
    ) ?? ""
  );
}

/** The sentences in the narrator's own voice: nothing in them is in quotation marks. */
function aloudSentences(text: string): string[] {
  const flat = plain(text);
  let quoting = false;
  return splitSentences(flat).flatMap(({ start, end }) => {
    const sentence = flat.slice(start, end);
    const marks = sentence.split('"').length - 1;
    const inside = quoting || marks > 0;
    // An unclosed quotation ends with its paragraph.
    quoting = quoting !== (marks % 2 === 1) && !/\n\s*\n\s*$/.test(sentence.slice(-40));
    return inside || sentence.trim() === "" ? [] : [sentence.trim()];
  });
}

/** The last part of a text, from the start of a paragraph if possible. */
function tailOf(text: string, longest: number): string {
  const trimmed = text.trimEnd();
  const tail = trimmed.slice(-longest);
  const paragraph = tail.length < trimmed.length ? tail.indexOf("\n\n") : -1;
  return paragraph >= 0 && paragraph < longest / 2 ? tail.slice(paragraph) : tail;
}
