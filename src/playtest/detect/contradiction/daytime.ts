import { MARK } from "../word-marks.ts";
import { NOTHING, type Rule } from "./context.ts";
import { doubt, statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

const IT_IS = String.raw`\b[Ii]t(?:'s| is| was) (?:still |already |barely |just |nearly |almost |past |long past |well past |deep |the middle of the |broad |high )?`;
const NIGHT = new RegExp(
  String.raw`${IT_IS}(?:night|midnight|nighttime)\b|\b[Tt]he (?:full |pale |new |thin |half |crescent )?moon (?:hangs|shines|is high|stands|rides|glows|lights|hung|shone)\b|(?<!\b(?:like|as|of|than)\s)\b(?:[Mm]oonlight|[Ss]tarlight)\b(?! (?:sonata|club|inn|bay))|\b(?:[Tt]he )?[Ss]tars (?:glitter|shine|wheel|burn|hang|are out|shone)\b|\b(?:under|beneath) the (?:stars|moon|night sky)\b`,
);
const DAY = new RegExp(
  String.raw`${IT_IS}(?:day|daytime|noon|midday|daylight)\b|\b[Tt]he (?:noon|midday|noonday|morning|afternoon) sun(?:light)?\b|\bbroad daylight\b|\b[Ss]unlight (?:streams|pours|falls|floods|slants|glints|spills|dances|streamed|poured|fell)\b|\b[Tt]he (?:hot |pale |bright )?sun (?:is high|beats|shines|burns|blazes|glares|hangs high|stands high|warms|beat|shone)\b`,
);
/** Whatever lets time go by, said or only planned. */
const PASSING =
  /\b(?:dawn|dusk|sunrise|sunset|sundown|twilight|daybreak|nightfall|evening|tonight|tomorrow|yesterday|later|hours?|days|weeks?|months?|sle(?:ep|pt)\w*|asleep|wakes?|woke|awake\w*|rested|resting|(?:you|to|we|they|and) rest|camp\w*|travel\w*|journey\w*|wait\w*|rides?|rode|drives?|drove|sails?|sailed|miles|march\w*|eventually|meanwhile|time passes|by the time|after a while|darken\w*|brighten\w*|eclipse|until|when you (?:look up|emerge|come|return|surface|step|leave|reach)|portal|teleport\w*)\b|\bspen[dt]\w*\b|\b(?:next|by|following|come|in the|that|one|this|all|the whole) (?:morning|afternoon|evening|day|night)\b|\bsun (?:rises|sets|sinks|dips|climbs|goes|comes|rose|set|sank)\b|\b(?:night|darkness|morning|day) (?:falls|comes|draws|breaks|fell|came|broke|has (?:fallen|come|broken))\b/i;
/** Told outright, and not only hinted at: what counts where the guide says how the days go by. */
const TURNED =
  /\b(?:dawn|dusk|sunrise|sunset|sundown|daybreak|nightfall|tonight|(?:hours|days|weeks) later|(?:you|you all|all of you|everyone|everybody) (?:\w+ )?(?:sleep|slept|sleeps|wakes?|woke)|eclipse|teleport\w*)\b|\b(?:next|by|following|that|come) (?:morning|afternoon|evening|day|night)\b|\bsun (?:rises|sets|sinks|climbs|goes down|comes up|rose|set|sank)\b|\b(?:night|darkness|morning|day) (?:falls|comes|breaks|fell|came|broke|has (?:fallen|come|broken))\b/i;
/** Told far apart, day and night may simply have followed one another. */
const CLEAR = 2;
const DOUBT = 8;
const KEPT = 12;

/** Day or night. */
export const daytime: Rule = (sentence, { names: { keepsTime }, ledger }) => {
  const says = (sentence.topics & TOPIC.light) !== 0;
  // Time that goes by makes nothing uncertain where nothing is known.
  if (!says && ledger.latest("time of day", "time") === undefined) return NOTHING;
  if (!says && !(sentence.marks & MARK.passing)) return NOTHING;
  const within = keepsTime
    ? { clearWithin: KEPT, doubtWithin: KEPT }
    : { clearWithin: CLEAR, doubtWithin: DOUBT };
  const facts = { entity: "time of day", attribute: "time" as const, ...within };
  const passed = (
    keepsTime ? TURNED.test(sentence.text) && sentence.mood() === "told" : PASSING.test(sentence.text)
  )
    ? [doubt(sentence, facts)]
    : [];
  const night = says && NIGHT.test(sentence.text);
  const day = says && DAY.test(sentence.text);
  return night === day
    ? passed
    : [...passed, statement(sentence, { ...facts, value: night ? "night" : "day" })];
};
