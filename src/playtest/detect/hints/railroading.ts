import { askedIn, comesBack, comesTogether, wasOffered } from "../asked-words.ts";
import { comparedPart } from "../compared-part.ts";
import { excerpt } from "../excerpt.ts";
import { narration } from "../narration.ts";
import type { Detector } from "../observation.ts";
import { sentences } from "../sentences.ts";
import { read } from "../text.ts";

/** The narrator takes the choice back. */
const OVERRULED =
  /\b(?:no matter (?:what|which|how) (?:you|way|one)|whatever you (?:chose|decided|had in mind)|whichever (?:way )?you (?:chose|picked)|(?:it|that) (?:makes|made) no difference|either way,? you|you (?:have|had) no (?:choice|say)|before you can (?:do|choose|decide|answer) (?:anything|so|that|any of it)|(?:that|this) is not (?:possible|an option|yours to choose)|you (?:cannot|can't) do that|instead,? (?:you find yourselves|your feet|the story)|the choice was never yours|you end up (?:in|at|on) the same)\b/i;
/** So little of it may stand in the answer. */
const BY_CHANCE = 0.2;

/** A choice was offered and made, and nothing came of it: the narrator takes it back, or tells the next beat as if nobody had said anything. */
export const railroading: Detector = ({ turn, phase, text: whole, earlier, relay, names, pulse }) => {
  const offered = earlier.at(-1);
  if (phase !== "story" || !offered || !/\?["”'’)\s]*$/.test(offered.text.slice(-200)))
    return { findings: [] };
  const chosen = askedIn(relay, names);
  if (!chosen || !wasOffered(chosen, comparedPart(offered.text))) return { findings: [] };
  const text = comparedPart(whole);
  const overruled = sentences(narration(text).told).find(({ text: sentence }) => OVERRULED.test(sentence));
  const passedOver =
    pulse && Math.max(comesBack(chosen, read(text)), comesTogether(chosen, read(text))) <= BY_CHANCE;
  if (!overruled && !passedOver) return { findings: [] };
  return {
    findings: [
      {
        turn,
        type: "railroading",
        description: overruled
          ? "The group chose one of the ways it was offered, and the narrator took the choice back."
          : "The group chose one of the ways it was offered, and the story went on as if it had not.",
        severity: "warning",
        evidence: [
          { turn: turn - 1, text: excerpt(relay) },
          { turn, text: excerpt(text, overruled) },
        ],
        confidence: 0.3,
        source: "railroading",
      },
    ],
  };
};
