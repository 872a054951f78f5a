import { NOTHING, type Context, type Rule } from "./context.ts";
import { change, doubt, statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

const IS = {
  present: "is|are|'s|stands?|remains?|stays?|lies|hangs?|looks",
  past: "was|were|stood|remained|stayed|lay|hung|looked",
};
const WHOLE = String.raw`(?:whole|intact|unbroken|undamaged|unharmed|unscathed|untouched|in one piece|(?:as )?sound\b|as good as new|without (?:a|one) (?:crack|scratch|dent|mark))`;
const BROKEN = String.raw`(?:broken|smashed|shattered|cracked|split|torn|wrecked|ruined|destroyed|in (?:pieces|ruins|two|shreds))`;
const HOW = String.raw`(?:(?:still|quite|all|perfectly|completely|badly|already|now|again|and|also)\s+){0,2}`;
const patternsOf = (tense: ReturnType<Context["tense"]>) => {
  const after = (what: string) =>
    new RegExp(String.raw`^(?:,[^,]{1,40},)?\s*(?:${IS[tense]})\s+${HOW}${what}`, "u");
  return { whole: after(WHOLE), broken: after(BROKEN) };
};
const PATTERNS = { present: patternsOf("present"), past: patternsOf("past") };
const NEVER = /^\s+(?:has|have|had) (?:never|not) been (?:broken|damaged|touched|harmed|smashed|cracked)\b/;
const FOUND = /\b(?:find|finds|found|see|sees|saw|discover|discovers|discovered)\s+(?:the\s+)?$/;
const AFTERWARDS = {
  whole: new RegExp(String.raw`^\s+${HOW}${WHOLE}`, "u"),
  broken: new RegExp(String.raw`^\s+${HOW}${BROKEN}`, "u"),
};
/** Whatever is done to it may have broken it, or mended it. */
const HANDLED =
  /\b(?:mend\w*|repair\w*|fix\w*|restor\w+|replac\w+|patch\w*|glue\w*|sew\w*|solder\w*|weld\w*|put\w* (?:back )?together|new|starts?|runs?|br[eo]ak\w*|broke|smash\w*|shatter\w*|crack\w*|split\w*|tears?|tore|wreck\w*|destroy\w*)\b/i;

/** Broken or whole: of things that the guide keeps track of, since any door may be another. */
export const condition: Rule = (sentence, { names, tense }) =>
  !(sentence.topics & TOPIC.tracked)
    ? NOTHING
    : names.breakables(sentence.text).flatMap((thing) => {
        if (thing.possessive) return [];
        const facts = {
          entity: thing.entity,
          label: thing.label,
          attribute: "condition" as const,
          clearWithin: Infinity,
          doubtWithin: Infinity,
          from: thing.start,
          to: thing.end,
        };
        const before = sentence.text.slice(0, thing.start);
        const after = sentence.text.slice(thing.end);
        const { whole, broken } = PATTERNS[tense()];
        const found = FOUND.test(before);
        if (whole.test(after) || NEVER.test(after) || (found && AFTERWARDS.whole.test(after)))
          return [statement(sentence, { ...facts, value: "whole" })];
        if (broken.test(after) || (found && AFTERWARDS.broken.test(after)))
          return [change(sentence, { ...facts, value: "broken" })];
        return HANDLED.test(sentence.text) ? [doubt(sentence, facts)] : [];
      });
