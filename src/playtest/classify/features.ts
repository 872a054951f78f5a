import type { ClassifyInput } from "./classify-input.ts";
import { detailIn, guideWords, namesIn, titlesIn, toldPulse, type Told } from "./guide-words.ts";
import { lastQuestion, questionsIn } from "./questions.ts";
import { share, splitSentences, storyWords, wordsOfAll } from "../text/index.ts";
import { dwellsOn, quotedSubject, takenUp } from "./taken-up.ts";

/** What can be counted of an output, before anybody weighs it. */
export type Features = {
  /** Words of any kind, counted up to a few hundred. */
  length: number;
  /** The share of its content words that the last outputs did not have. */
  novelty: number;
  /** Places and people of the guide that turn up for the first time. */
  newNames: string[];
  /** The guide's pulse that it tells, if it tells one that was not told before; or one that was, told again. */
  pulse: Told | undefined;
  again: Told | undefined;
  /** Places and people of the guide that it speaks of, by the whole name or a part of it. */
  names: string[];
  /** The best share of one of the guide's answers for curious players. */
  detail: number;
  /** A question to the players with which it ends, unless it was asked before. */
  choice: string;
  /** Pulses of the guide that it calls by their titles. */
  titles: number;
  asked: boolean;
  /** How much of what the group asked about comes back. */
  echo: number;
  /** Words of the relay that belong neither to the guide nor to the story so far, taken up. */
  joke: string[];
  /** The group's own words, several in a row, that nobody had used before. */
  quoted: string;
  /** What the last outputs quoted, quoted once more, though the guide has nothing of it. */
  dwells: string;
  /** What it goes on about in quotation marks, where nothing else in it is of the story. */
  besides: string;
  first: string;
};

/** A question whose words are this well known offers nothing new. */
const ASKED_BEFORE = 0.7;
/** So much of one of the guide's answers is that answer. */
export const DETAIL = 0.5;
const COUNTED = 400;
/** Of fewer words a share says nothing. */
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
