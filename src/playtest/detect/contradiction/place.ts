import { NOTHING, type Context, type Rule } from "./context.ts";
import type { Mention } from "./mentions.ts";
import type { Sentence } from "./reading.ts";
import { doubt, statement, type Statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

const AT = String.raw`\b[^,;:]{0,30}?\s(?:in|at|inside|on|aboard|within|outside|behind|beside|by|near|under)\s+(?:the\s+)?$`;
const IS_AT = {
  present: new RegExp(
    String.raw`^\s+(?:still\s+)?(?:is|are|stands?|sits?|waits?|kneels|lingers|remains?|works|sleeps|leans|lies|hangs|rests?|has been|have been)${AT}`,
    "u",
  ),
  past: new RegExp(
    String.raw`^\s+(?:still\s+)?(?:was|were|stood|sat|waited|knelt|lingered|remained|worked|slept|leaned|lay|hung|rested|had been)${AT}`,
    "u",
  ),
};
const NEVER_LEFT = /^\s+(?:has|have|had)\s+never\s+left\s+(?:the\s+)?$/;
const FOUND = /\b(?:find|finds|found|see|sees|saw|meet|meets|met)\s+(?:the\s+)?$/;
const FOUND_AT =
  /^\s+(?:waiting |still |standing |sitting |lying )?(?:in|at|inside|on|aboard|within|outside|behind|beside|by|near|under)\s+(?:the\s+)?$/;
/** People go where nobody says that they go: only a place told a moment ago is worth asking about, unless it is said that nobody went. */
const DOUBT = 2;
const MOVES =
  /\b(?:go(?:es|ing|ne)?|went|leav\w+|left|follow\w*|walk\w*|run\w*|ran|head\w*|arriv\w+|com(?:e|es|ing)|came|enter\w*|climb\w*|disappear\w*|vanish\w*|join\w*|accompan\w+|return\w*|hurr\w+|slip\w*|step\w*|row\w*|driv\w+|rid\w+|carr\w+|drag\w*|leads?|led|bring\w*|brought|takes?|took|with you|sends?|sent|mov\w+|flee\w*|fled|escap\w+|rush\w*|strid\w+|march\w*|travel\w*)\b/i;

/** Where somebody of the guide is, or something whose place the guide tells. */
export const place: Rule = (sentence, context) =>
  sentence.people.length === 0 && !(sentence.topics & TOPIC.placeables)
    ? NOTHING
    : [
        ...sentence.people,
        ...(sentence.topics & TOPIC.placeables ? context.names.placeables(sentence.text) : []),
      ].flatMap((thing) => said(thing, sentence, context));

function said(thing: Mention, sentence: Sentence, { names, tense }: Context): Statement[] {
  const { text } = sentence;
  const facts = { entity: thing.entity, label: thing.label, attribute: "place" as const };
  const [before, after] = [text.slice(0, thing.start), (to: number) => text.slice(thing.end, to)];
  const isThere = ({ start }: Mention) =>
    IS_AT[tense()].test(after(start)) ||
    IS_AT.present.test(after(start)) ||
    NEVER_LEFT.test(after(start)) ||
    (FOUND.test(before) && FOUND_AT.test(after(start)));
  const found = thing.possessive
    ? undefined
    : names.locations(text).find((where) => where.start > thing.end && isThere(where));
  // "Since you came" moves nobody.
  const moves = MOVES.test(
    found ? text.slice(0, thing.start) + after(found.start).replace(/\bleft\b/, "") : text,
  );
  if (moves) return [doubt(sentence, facts)];
  return found ? [statement(sentence, { ...facts, value: found.entity, doubtWithin: DOUBT })] : [];
}
