import { allMatches } from "../all-matches.ts";
import { NOTHING, type Rule } from "./context.ts";
import { NUMBER as ANY_NUMBER, numberOf, NUMBERS } from "./number-words.ts";
import type { Sentence } from "./reading.ts";
import { doubt, statement, type Statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

const NUMBER = String.raw`(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3})`;
const NOUN = String.raw`((?:[a-z-]+ )?(?:[a-z-]{2,}s|men|women|children|people))(?![\p{L}-])`;
const COUNTED = [
  new RegExp(String.raw`\b(?:[Tt]he|[Tt]here are|[Tt]here were|you (?:see|count)) ${NUMBER} ${NOUN}`, "gu"),
  new RegExp(
    String.raw`^\s*${NUMBER.replace("two|three|four|five", "[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive")} ${NOUN} (?:are|were|lie|lay|stand|stood|sit|sat|rest|hang|wait)\b`,
    "gu",
  ),
];
/** Measures and ways of speaking count nothing that stays the same. */
const MEASURE =
  /\b(?:minutes|hours|days|weeks|months|years|seconds|moments|steps|feet|metres|meters|miles|yards|paces|times|inches|degrees|pounds|dollars|others|more|is|was|has|as|this|its|his|us|options|choices|ways|things|sides|of|remaining|other|last|first|next|or|and|in|on|at|to|left)\b/;
const CHANGES =
  /\b(?:leav\w+|left|sink\w*|sank|arriv\w+|join\w*|break\w*|broke\w*|tak\w+|took|los[et]\w*|another|remain\w*|gone|missing|fewer|more|die[sd]?|kill\w*|fall\w*|fell|add\w*|appear\w*|vanish\w*|disappear\w*|destroy\w*|use[sd]?|eat\w*|ate|spend\w*|go(?:es)?|still|only)\b/i;
const DOUBT = 6;

const OF_THEM = new RegExp(String.raw`(?<![\p{L}-])(${ANY_NUMBER}) of them(?![\p{L}-])`, "iu");

/** How many there are of something. */
export const count: Rule = (sentence, context) =>
  sentence.topics & (TOPIC.tracked | TOPIC.numbers)
    ? [...ofTheGuide(sentence, context), ...ofAnything(sentence)]
    : NOTHING;

/** "You count the seals on the chest, and there are six of them." */
const ofTheGuide: Rule = (sentence, { names }) => {
  const [thing, ...others] = sentence.topics & TOPIC.tracked ? names.countables(sentence.text) : [];
  if (!thing || others.length > 0) return [];
  const facts = { entity: thing.entity, label: thing.label, attribute: "count" as const };
  const rest = sentence.text.slice(0, thing.start) + sentence.text.slice(thing.end);
  if (CHANGES.test(rest)) return [doubt(sentence, facts)];
  const value = numberOf(OF_THEM.exec(rest)?.[1] ?? "");
  return value === undefined
    ? []
    : [statement(sentence, { ...facts, value: String(value), clearWithin: Infinity, doubtWithin: Infinity })];
};

const ofAnything = (sentence: Sentence): Statement[] =>
  (sentence.topics & TOPIC.numbers ? COUNTED : [])
    .flatMap((pattern) => allMatches(sentence.text, pattern))
    .flatMap(({ 1: number, 2: noun }) => {
      if (MEASURE.test(noun!)) return [];
      const facts = {
        entity: noun!.toLowerCase(),
        label: `the ${noun!.toLowerCase()}`,
        attribute: "count" as const,
      };
      const word = number!.toLowerCase();
      const value = String(NUMBERS.includes(word) ? NUMBERS.indexOf(word) : Number(word));
      return CHANGES.test(sentence.text)
        ? [doubt(sentence, facts)]
        : [statement(sentence, { ...facts, value, doubtWithin: DOUBT })];
    });
