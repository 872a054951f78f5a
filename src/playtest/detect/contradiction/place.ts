import type { Rule } from "./context.ts";
import { doubt, statement } from "./statement.ts";

const IS_AT = {
  present: /^\s+(?:still\s+)?(?:is|stands|sits|waits|kneels|lingers|remains|works|sleeps|leans)\b[^,;:]{0,30}\s(?:in|at|inside|on|aboard|within|outside|behind|beside)\s+(?:the\s+)?$/,
  past: /^\s+(?:still\s+)?(?:was|stood|sat|waited|knelt|lingered|remained|worked|slept|leaned)\b[^,;:]{0,30}\s(?:in|at|inside|on|aboard|within|outside|behind|beside)\s+(?:the\s+)?$/,
};
/** People go where nobody says that they go: only a place told a moment ago is worth asking about. */
const DOUBT = 2;
const MOVES =
  /\b(?:go(?:es|ing|ne)?|went|leav\w+|left|follow\w*|walk\w*|run\w*|ran|head\w*|arriv\w+|com(?:e|es|ing)|came|enter\w*|climb\w*|disappear\w*|vanish\w*|join\w*|accompan\w+|return\w*|hurr\w+|slip\w*|step\w*|row\w*|driv\w+|rid\w+|carr\w+|drag\w*|leads?|led|bring\w*|brought|takes?|took|with you|sends?|sent|mov\w+|flee\w*|fled|escap\w+|rush\w*|strid\w+|march\w*|travel\w*)\b/i;

/** Where somebody of the guide is. */
export const place: Rule = (sentence, { names, tense }) =>
  sentence.people.flatMap((person) => {
    const facts = { entity: person.entity, label: person.label, attribute: "place" as const };
    if (MOVES.test(sentence.text)) return [doubt(sentence, facts)];
    if (person.possessive) return [];
    const found = names.locations(sentence.text).find(({ start }) => start > person.end && IS_AT[tense].test(sentence.text.slice(person.end, start)));
    return found ? [statement(sentence, { ...facts, value: found.entity, doubtWithin: DOUBT })] : [];
  });
