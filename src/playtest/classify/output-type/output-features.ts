/** What can be counted in an output: length, new words, parts of the guide, questions, quotations. */
import {
  plain,
  share,
  shingles,
  splitSentences,
  storyWords,
  words,
  wordsOfAll,
  wrappedPattern,
} from "../../text/index.ts";
import type { ClassifyInput } from "../classify-input.ts";
import { lastQuestion } from "./conclusion.ts";
import { detailIn, guideWords, namesIn, titlesIn, toldPulse, type Told } from "./find-pulse.ts";

/** `output-type.ts` weighs these. */
export type Features = {
  /** The number of words, counted up to a few hundred. */
  length: number;
  /** The share of content words that the last outputs did not have. */
  novelty: number;
  /** Places and people of the guide that turn up for the first time. */
  newNames: string[];
  /** The guide's pulse it tells for the first time, or tells again. */
  pulse: Told | undefined;
  again: Told | undefined;
  /** Places and people of the guide that it mentions. */
  names: string[];
  /** The best share of one of the guide's answers for curious players. */
  detail: number;
  /** The question to the players at its end, unless it was asked before. */
  choice: string;
  /** How many pulses of the guide it mentions by title. */
  titles: number;
  asked: boolean;
  /** How much of the group's question comes back. */
  echo: number;
  /** Words it takes from the relay that belong neither to the guide nor to the story so far. */
  joke: string[];
  /** A quotation of the group's own words that no earlier output had. */
  quoted: string;
  /** A quotation that the last outputs had too and the guide has not. */
  dwells: string;
  /** A quoted subject, if nothing else in it belongs to the story. */
  besides: string;
  first: string;
};

/** A question with this share of known words offers nothing new. */
const ASKED_BEFORE = 0.7;
/** The share from which a text gives one of the guide's answers. */
export const DETAIL = 0.5;
const COUNTED = 400;
/** A share of fewer words is meaningless. */
const FEWEST = 6;

export function featuresOf(text: string, { relay, earlier, guide, told }: ClassifyInput): Features {
  const words = storyWords(text);
  const before = wordsOfAll(earlier);
  const asked = questionsIn(relay);
  const said = earlier.join("\n").toLowerCase();
  const lower = text.toLowerCase();
  const question = lastQuestion(text);
  const { pulse, again } = toldPulse(text, { guide, told });
  const names = namesIn(text, guide);
  const detail = detailIn(text, guide);
  const { all: ofGuide, names: known } = guideWords(guide);
  return {
    length: text
      .slice(0, COUNTED * 8)
      .split(/\s+/, COUNTED)
      .filter(Boolean).length,
    novelty: words.size < FEWEST ? 0.5 : 1 - share(words, before),
    newNames: known
      .filter((name) => lower.includes(name.lower) && !said.includes(name.lower))
      .map(({ name }) => name),
    names,
    pulse,
    again,
    detail,
    choice: share(storyWords(question), before) < ASKED_BEFORE ? question : "",
    titles: titlesIn(text, guide).length,
    asked: asked !== "",
    echo: share(storyWords(asked), words),
    joke: [...storyWords(relay)].filter((word) => words.has(word) && !ofGuide.has(word) && !before.has(word)),
    quoted: takenUp(relay, { text, earlier }),
    dwells: dwellsOn(text, { earlier, ofGuide }),
    besides: names.length === 0 && detail < DETAIL && !pulse && !again ? quotedSubject(text) : "",
    first: text.slice(0, splitSentences(text.slice(0, 600))[0]?.end ?? 0).trim(),
  };
}

/** So many words in a row are not a coincidence. */
const RUN = 4;
/** A narrator who takes something up does so early. */
const SOON = 1_200;

/** Several words in a row that an output quotes from the group. Without quotation marks they may retell the group's actions. */
function takenUp(relay: string, { text, earlier }: { text: string; earlier: readonly string[] }): string {
  const quotations = inQuotes(text);
  if (quotations.length === 0) return "";
  const said = runs(plain(relay.slice(0, 8_000)));
  const taken = quotations.flatMap((quotation) => [...runs(quotation)]).filter((run) => said.has(run));
  if (taken.length === 0) return "";
  const known = ` ${words(plain(earlier.join("\n"))).join(" ")} `;
  return taken.find((run) => !known.includes(` ${run} `)) ?? "";
}

/** A quotation that the last outputs had too: the narrator has not let go of it. */
function dwellsOn(
  text: string,
  { earlier, ofGuide }: { earlier: readonly string[]; ofGuide: ReadonlySet<string> },
): string {
  const before = new Set(earlier.flatMap(quotationsIn));
  return (
    quotationsIn(text).find(
      (quotation) => before.has(quotation) && share(storyWords(quotation), ofGuide) < 1,
    ) ?? ""
  );
}

/** A quoted thing, not speech, a sign or a title: those end with a full stop or have capitals. */
const subject = /^(?:\p{Ll}[\p{L}'’-]*)(?: [\p{L}'’-]+){1,9}$/u;

/** A subject that the output puts in quotation marks: "the chair". */
const quotedSubject = (text: string): string =>
  inQuotes(text).find((quotation) => subject.test(lowerFirst(quotation)) && !/ \p{Lu}/u.test(quotation)) ??
  "";

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Quotations of two words or more, in lower case and without punctuation. */
const quotationsIn = (text: string): string[] =>
  inQuotes(text)
    .map((quotation) => words(quotation).join(" "))
    .filter((quotation) => quotation.includes(" "));

const inQuotes = (text: string): string[] =>
  plain(text.slice(0, SOON))
    .split('"')
    .filter((_, index) => index % 2 === 1);

const runs = (text: string): Set<string> => new Set(shingles(words(text), RUN));

/** Begins like a question: "And where is …" */
const asks = wrappedPattern(
  String.raw`
  ^\W{0,4}(?:(?:and|but|so|also|wait|hey|um|ok|okay)[,\s]+){0,2}(?:who|what|where|when|why|how|
  which|whose|is|are|was|were|do|does|did|can|could|will|would|should|has|have|tell us|remind)\b
`,
  "i",
);

/** "Jo asks Orla Penhale what she fears": a name may stand between. */
const asksAbout = wrappedPattern(
  String.raw`
  \b(?:ask|asks|wonder|wonders|want to know|wants to know)(?: [\p{L}.'’-]+){0,4}? (?:if|whether|who|
  what|where|when|why|how|about)\b
`,
  "iu",
);

/** The sentences in which the group asks something. */
function questionsIn(relay: string): string {
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
