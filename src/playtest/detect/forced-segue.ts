import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import { narration } from "./narration.ts";
import type { Detector } from "./observation.ts";
import { sentences } from "./sentences.ts";

/** What may stand before it: "Okay, so, moving on." */
const LEAD_IN = String.raw`^[\s—-]*(?:(?:ok|okay|all right|alright|right|well|so|but|and|now|yes|ha(?:ha)?|good one|very funny|funny)\b[\s,.!—-]*){0,3}`;
const STORY = String.raw`(?:the|our|your|this) (?:story|tale|adventure|scene|game|plot|matter|task|mission|quest|business|moment|point|main|present|action|narrative|situation)`;

/** Said in the narrator's own voice and at the head of a sentence: a caravan that is moving on is no segue. */
const SEGUES = [
  String.raw`any(?:way|how|ways)\b[\s,.…—-]*(?:back\b|let's\b|let us\b|where were we|moving on|returning|on with|to return|as i\b|(?:the|our) story\b)`,
  String.raw`any(?:way|how|ways)[,.…—-]`,
  String.raw`moving (?:on|along|right along)(?:[,.!…—]|\s+(?:from|to)\b|\s*$)`,
  String.raw`enough (?:of that|about that|of this|with the|joking|jokes|chatter|chit-?chat)`,
  String.raw`(?:let's|let us|shall we|we should|we must|time to|it's time to) (?:get |return |go |head |move |come |now )*(?:back|return|on) (?:to|with) ${STORY}`,
  String.raw`(?:let's|let us) (?:get back|move on|return|get on with|refocus|focus|stay on track|get back on track)\b(?! (?:inside|home|outside|upstairs|downstairs))`,
  String.raw`(?:getting|coming|going|turning|returning|to get|to come|to return|jumping|circling) back to ${STORY}`,
  String.raw`(?:returning|to return) to ${STORY}`,
  String.raw`back to (?:${STORY}|where we (?:were|left off)|reality|it\b)`,
  String.raw`as i was (?:saying|telling|describing)`,
  String.raw`where were we\b`,
  String.raw`that aside[,.]|be that as it may[,.]|jokes aside|all (?:joking|kidding) aside`,
].map((pattern) => new RegExp(LEAD_IN + pattern, "i"));

/** The group was off the story, and the narrator drags it back instead of leading it. */
export const forcedSegue: Detector = ({ turn, text: whole, openTangent, earlier }) => {
  if (!openTangent && earlier.at(-1)?.type !== "tangent-response") return { findings: [] };
  const text = comparedPart(whole);
  const found = sentences(narration(text).told).find((sentence) => SEGUES.some((segue) => segue.test(sentence.text)));
  if (!found) return { findings: [] };
  const quoted = excerpt(text, found);
  return {
    findings: [
      {
        turn,
        type: "forced-segue",
        description: `Narrator forced the group back to the story: "${quoted.slice(0, 80)}".`,
        severity: "warning",
        evidence: [{ turn, text: quoted }],
        confidence: 0.8,
        source: "forced-segue",
      },
    ],
  };
};
