/**
 * The type of the public part of an output: pulse, clarification, recap or tangent response, by points for its
 * features.
 */
import type { OutputType } from "../../../contract/index.ts";
import { wrappedPattern } from "../../text/index.ts";
import type { ClassifyInput } from "../classify-input.ts";
import { clip } from "../evidence.ts";
import { DETAIL, featuresOf, type Features } from "./output-features.ts";

export type TypeVerdict = { type: OutputType; confidence: number; evidence: string };

type Reason = { points: number; why: string };
type Weighed = { type: OutputType; points: number; why: string[] };

/** The narrator calls it a recap. */
const recapWords = wrappedPattern(
  String.raw`
  \bso far\b|\bto recap\b|\b(?:a )?(?:quick |short |brief )?recap\b|
  \byou (?:all )?(?:remember|recall|will remember) that\b|\bearlier\b|
  \bas you (?:recall|remember|may recall|know)\b|\bpreviously\b|\bto sum up\b|\bin summary\b|
  \bhere(?:'s| is) where (?:things|you) stand\b|\blet me (?:remind|catch|recap)\b|\bup to now\b|
  \buntil now\b|\bthe story until\b|\bin short\b|\btold once more\b|\b(?:take|pick) up the thread\b|
  \bhow you (?:come|came|got) (?:to be )?here\b|\blook (?:back )?over your shoulders?\b
`,
  "i",
);
/** The group asks for a recap. */
const recapAsked = wrappedPattern(
  String.raw`
  \brecap\b|\bremind (?:us|me)\b|\bcatch (?:us|me|\w+) up\b|\bwhat (?:has )?happened\b|
  \bwhere were we\b|\bwhat did (?:we|i) miss\b|\bmissed (?:a|that|some|what)\b|\bsumm?ar|\bso far\b|
  \bwait,? what\b|\blost track\b
`,
  "i",
);
/** Begins like an answer. */
const answers = wrappedPattern(
  String.raw`
  ^\W{0,6}(?:yes|no|yeah|nope|not quite|exactly|indeed|correct|sadly,? no|good question|to answer|
  you can(?:not|'t)?\b|it(?:'s| is) \w+|there (?:is|are|'s)\b|as far as|the answer|nothing of|
  you (?:see|find|hear) no\b)
`,
  "i",
);
/** Mentions the question. */
const speaksOfTheQuestion = /\b(?:question|asks?|asked|asking|wants? to know|wonders?|answer|answers)\b/i;
/** Jokes, or reacts to a joke. */
const banter = wrappedPattern(
  String.raw`
  \b(?:laugh|laughs|laughter|chuckle|chuckles|joke|jokes|joking|jest|grin|grins|smirk|smirks|giggle|
  ha ha|haha|heh|very funny|good one|fair point|amus(?:ed|ing|es)|groan|groans|punch ?line|pun|wry|
  wit)\b
`,
  "i",
);
/** Returns to the story from an aside. */
const segue =
  /\b(?:anyway|back to|returning to|where were we|moving on|in any case|jokes aside|that aside)\b/i;
/** A new scene, or an event that breaks in. */
const scene = wrappedPattern(
  String.raw`
  \byou (?:arrive|enter|reach|step (?:in|into|out|onto|through)|come (?:to|upon|out)|emerge|climb|
  descend|follow|cross|find yourselves)\b|
  \b(?:suddenly|without warning|at that moment|the door (?:opens|bursts|slams|swings)|
  bursts? (?:in|open)|ahead (?:of you )?lies|beyond (?:it|the)|before you)\b
`,
  "i",
);
/** A revelation, a confrontation, a danger. */
const turn = wrappedPattern(
  String.raw`
  \b(?:reveals?|confess(?:es)?|admits?|the truth|it was (?:\w+ )?all along|betray\w*|confronts?|
  blocks? (?:your|the) way|draws? (?:a|his|her|their) (?:knife|gun|sword|blade|pistol)|demands?|
  attacks?|lunges?|you must (?:choose|decide)|no time|time is running|screams?|is dead|dies|
  collapses?|vanish(?:es|ed)|trap(?:ped)?)\b
`,
  "i",
);
/** A choice. */
const offers = /\bor\b/i;
/** Only acknowledges. */
const addsNothing =
  /^\W{0,4}(?:(?:ok|okay|sure|right|very well|alright|all right|of course|got it|understood)\b)/i;

export function outputTypeOf(marked: string, input: ClassifyInput): TypeVerdict {
  // An emphasised word still counts.
  const text = marked.replaceAll(/[*_`]+/g, "");
  if (text.trim() === "")
    return { type: "clarification", confidence: 0.2, evidence: "nothing was said to all" };
  const features = featuresOf(text, input);
  const weighed = [
    pulse(text, features, input),
    clarification(text, features),
    recap(text, features, input),
    tangent(text, features, input),
  ].sort((a, b) => b.points - a.points);
  const [best, second] = weighed as [Weighed, Weighed];
  return {
    type: best.type,
    confidence: confidenceOf(best.points - second.points),
    evidence: clip(best.why.length > 0 ? best.why.join("; ") : "nothing speaks for anything else"),
  };
}

/** A lead of three points is as sure as rules get; without a lead it is a guess between two. */
const confidenceOf = (lead: number): number => Math.round(Math.min(0.9, 0.45 + lead * 0.15) * 100) / 100;

/** A new pulse of the guide, or a beat of the narrator's own: that must bring a place, an event, a revelation or a choice from the story. */
function pulse(text: string, features: Features, { openTangent }: ClassifyInput): Weighed {
  const { pulse, again, newNames, names, choice, novelty, length, quoted, dwells, besides } = features;
  const brings = [
    newNames.length > 0 && {
      points: Math.min(1.6, newNames.length * 0.8),
      why: `new: ${newNames.slice(0, 3).join(", ")}`,
    },
    // A choice must involve the story: "hot or cold?" is small talk.
    names.length > 0 && offers.test(choice) && { points: 0.5, why: "" },
    matched(scene, text, 0.6),
    matched(turn, text, 0.5),
  ].filter((sign) => sign !== false);
  const strays = (openTangent || quoted !== "" || dwells !== "" || besides !== "") && names.length === 0;
  return weigh("pulse", 1, [
    pulse && { points: 1 + 2 * pulse.overlap, why: `tells "${pulse.title}"` },
    again && { points: -4, why: "" },
    !pulse && brings.length === 0 && { points: -3, why: "" },
    !pulse && strays && { points: -1.5, why: "" },
    ...brings,
    choice !== "" && { points: 0.6, why: `asks "${clip(choice, 60)}"` },
    novelty >= 0.6 && { points: 0.5, why: `${Math.round(novelty * 100)}% new words` },
    novelty < 0.4 && { points: -0.8, why: "" },
    length >= 60 && { points: 0.5, why: "" },
    length < 25 && { points: -0.8, why: "" },
    addsNothing.test(text) && { points: -0.5, why: "" },
  ]);
}

function clarification(
  text: string,
  { asked, echo, length, detail, choice, first, pulse, besides }: Features,
): Weighed {
  return weigh("clarification", 0, [
    // An answer that also moves the story on is more than an answer.
    pulse && { points: -2 * pulse.overlap, why: "" },
    // An output about something else answers nothing.
    asked && besides === "" ? { points: 1.2, why: "the group asked" } : { points: -0.6, why: "" },
    asked &&
      echo >= 0.25 && {
        points: 1.6 * echo,
        why: `${Math.round(echo * 100)}% of the question's words come back`,
      },
    matched(answers, text, 1),
    asked && matched(speaksOfTheQuestion, first, 0.7),
    length < 25 ? { points: 1, why: "short" } : length < 70 && { points: 0.5, why: "" },
    asked && detail >= DETAIL && { points: 0.8, why: "a detail of the guide" },
    addsNothing.test(text) && { points: 0.5, why: clip(text, 20) },
    asked && choice === "" && { points: 0.3, why: "" },
  ]);
}

function recap(
  text: string,
  { novelty, first, titles }: Features,
  { relay, earlier }: ClassifyInput,
): Weighed {
  const says = matched(recapWords, text, 1.6);
  const asked = matched(recapAsked, relay, 1.4);
  return weigh("recap", 0, [
    says,
    asked,
    titles >= 2 && { points: 1.2, why: `${titles} beats by their titles` },
    recapWords.test(first) && { points: 0.9, why: "" },
    // An unrequested repetition that is not called a recap is a loop.
    !says && !asked && titles < 2 && { points: -2, why: "" },
    earlier.length > 0 &&
      novelty < 0.45 &&
      (says || asked) && { points: 1.2, why: `${Math.round(novelty * 100)}% new words` },
    novelty > 0.75 && { points: -0.8, why: "" },
    earlier.length === 0 && { points: -2.5, why: "" },
  ]);
}

function tangent(
  text: string,
  { joke, quoted, dwells, besides, length, pulse }: Features,
  { openTangent }: ClassifyInput,
): Weighed {
  const takes = quoted !== "" || dwells !== "" || besides !== "" || joke.length > 0 || banter.test(text);
  return weigh("tangent-response", 0, [
    openTangent && takes
      ? { points: 1.4, why: "the group is off the story" }
      : { points: quoted === "" && dwells === "" && besides === "" ? -1 : -0.2, why: "" },
    quoted !== "" && { points: 1.2, why: `takes up "${clip(quoted, 40)}"` },
    dwells !== "" && { points: 1.6, why: `dwells on "${clip(dwells, 40)}"` },
    quoted === "" &&
      dwells === "" &&
      besides !== "" && { points: 1.6, why: `goes on about "${clip(besides, 40)}"` },
    joke.length > 0 && {
      points: Math.min(1.8, joke.length * 0.7),
      why: `takes up ${joke.slice(0, 3).join(", ")}`,
    },
    matched(banter, text, 1.1),
    matched(segue, text, 0.6),
    length < 70 && { points: 0.4, why: "" },
    pulse && { points: -1.6, why: "" },
  ]);
}

function matched(pattern: RegExp, text: string, points: number): Reason | false {
  const found = pattern.exec(text);
  return found !== null && { points, why: `"${clip(found[0], 40)}"` };
}

function weigh(type: OutputType, start: number, reasons: ReadonlyArray<Reason | false | undefined>): Weighed {
  const counted = reasons.filter((reason) => reason !== false && reason !== undefined);
  return {
    type,
    points: start + counted.reduce((sum, { points }) => sum + points, 0),
    why: counted.flatMap(({ why }) => (why === "" ? [] : why)),
  };
}
