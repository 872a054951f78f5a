import { aloudSentences, tailOf } from "./aloud.ts";
import type { ClassifyInput } from "./classify-input.ts";
import { guideWords } from "./guide-words.ts";
import type { Marker } from "./markers.ts";
import { lastQuestion } from "./questions.ts";
import { storyWords, share } from "../text/index.ts";

/** The last words of a story stand in the last part of an output. */
const TAIL = 1_200;
/** How much of an ending's words must be there. */
const TOLD = 0.6;
const FEWEST = 10;

const theEnd = /^[\s*_#~—-]*(?:the end|fin|finis)[\s*_.!—-]*$/i;
const story = "(?:story|tale|journey|adventure|chronicle|saga|night's tale)";
const final = new RegExp(
  String.raw`\b(?:(?:so|thus|here|and so|and thus|with that,?|here,?) (?:ends?|concludes?|closes?) (?:your|the|this|our) (?:\w+ ){0,2}${story}|(?:your|this|our) ${story} (?:ends here|is over|has ended|comes to (?:an|its) end|comes to a close|concludes|is complete|has come to an end|has been told)|this is where (?:your|the|our) ${story} ends|(?:thank you|thanks)(?: \w+){0,3} for playing|the (?:tale|story) is told)\b`,
  "i",
);
const doubt =
  /\b(?:if|unless|or|until|not|isn't|never|might|may|could|would|almost|before|perhaps|should)\b/i;
const another =
  /\b(?:play again|another (?:story|adventure|session|round)|next (?:time|session)|did you (?:like|enjoy)|how was it|feedback)\b/i;

/** Does the output end the story? Said only where it is plain: a false end would end the session. */
export function concludes(
  text: string,
  { phase, guide }: Pick<ClassifyInput, "phase" | "guide">,
  markers: readonly Marker[],
): boolean {
  if (phase === "creation") return false;
  if (markers.some(({ type }) => type === "end")) return true;
  const question = lastQuestion(text);
  if (question !== "" && !another.test(question)) return false;
  // "Your story ends here!" is what villains say: only the narrator's own voice counts.
  const aloud = aloudSentences(tailOf(text, TAIL));
  const closing = aloud.slice(-4);
  if (closing.some((sentence) => theEnd.test(sentence)) && !doubtful(closing)) return true;
  if (aloud.some((sentence) => final.test(sentence) && !doubt.test(sentence))) return true;
  const words = storyWords(text);
  return guideWords(guide).endings.some(
    (ending) => ending.words.size >= FEWEST && share(ending.words, words) >= TOLD,
  );
}

/** "The end. Or is it?" */
const doubtful = (closing: readonly string[]): boolean => {
  const at = closing.findIndex((sentence) => theEnd.test(sentence));
  return closing.slice(at + 1).some((sentence) => /\?/.test(sentence) && !another.test(sentence));
};
