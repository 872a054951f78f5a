import { allMatches } from "../all-matches.ts";
import { MARK } from "../word-marks.ts";
import { NOTHING, type Rule } from "./context.ts";
import type { Mention } from "./mentions.ts";
import { normalise } from "./mentions.ts";
import { change, doubt, statement } from "./statement.ts";
import { TOPIC } from "./topics.ts";

/** "You": whoever of the group. */
export const GROUP = "players";

const HOLDS = {
  present:
    /^\s+(?:who\s+)?(?:still\s+)?(?:has had|holds?|carr(?:y|ies)|has|have|wears?|clutch(?:es)?|grips?|cradles?|clasps?)\s+(?:up\s+)?(?:(?:the|his|her|their|your)\s+(?:[\p{L}-]+\s+)?)?$/u,
  past: /^\s+(?:who\s+)?(?:still\s+)?(?:had had|held|carried|had|wore|clutched|gripped|cradled|clasped)\s+(?:up\s+)?(?:(?:the|his|her|their|your)\s+(?:[\p{L}-]+\s+)?)?$/u,
};
const IN_HAND =
  /^\s+(?:is|are|hangs|rests|sits|lies|glints|was|hung|rested|lay)\s+(?:still\s+)?(?:in|on|around|round|from|at|inside)\s+$/;
const HAND =
  /^\s+(?:\p{L}+\s+)?(?:hands?|pockets?|neck|belt|bag|coat|satchel|grip|fist|palm|pack|fingers|arms|wrist)\b/u;
const TAKES =
  /^\s+(?:then\s+)?(?:takes?|took|grabs?|snatch(?:es)?|picks? up|picked up|pockets?|accepts?|receives?|retrieves?|lifts?|lifted|tucks?|tucked|keeps?|finds?|found|steals?|stole|seizes?|collects?)\s+(?:up\s+|back\s+)?(?:the|his|her|their|your)\s+(?:[\p{L}-]+\s+)?$/u;
/** Whoever finds a thing open has not taken it. */
const FOUND_SO =
  /^\s+(?:wide |still |all )?(?:open|locked|bolted|shut|closed|broken|whole|intact|empty|in (?:one piece|pieces))\b/;
const GIVES_TO =
  /\b(?:gives?|gave|hands?|handed|pass(?:es)?|passed|tosses|throws?|offers?|lends?|returns?|entrusts?|surrenders?)\b/;
/** A thing that is handled at all may have changed hands. */
const HANDLED =
  /\b(?:giv\w+|gave|hand(?:s|ed|ing)|pass\w*|toss\w*|throw\w*|threw|offer\w*|lend\w*|lent|tak\w+|took|grab\w*|snatch\w*|pick\w*|steal\w*|stole\w*|drop\w*|los[et]\w*|leav\w+|left|put\w*|set\w*|plac\w+|return\w*|find\w*|found|receiv\w+|accept\w*|trad\w+|catch\w*|caught|sells?|sold|slip\w*|pocket(?:s|ed)|retriev\w+|collect\w*|reach\w*|pull\w*|bring\w*|brought|draw\w*|produc\w+|exchang\w+|swap\w*|carr(?:y|ies|ied) \w+ to|shar\w+|seiz\w+|win\w*|won|buy\w*|bought|borrow\w*|claim\w*|lift\w*|tuck\w*|confiscat\w+|surrender\w*)\b/i;
/** What lies in somebody's hands is not being handed on. */
const IN_HANDS = /\b(in (?:\p{L}+'s|\p{Lu}\p{L}+ \p{Lu}\p{L}+'s|your|his|her|their)(?: own)?) hands?\b/gu;
const PERCEIVES =
  /\b(?:looks? at|sees?|watch(?:es)?|stares? at|notices?|hears?|asks? about|eyes|nods? at|points? (?:at|to))\b/;
/** Beyond this, much may have happened that nobody told. */
const CLEAR = 8;

/** Who has a thing of the guide. */
export const holder: Rule = (sentence, { names, tense, ledger }) => {
  const things = sentence.topics & TOPIC.devices ? names.devices(sentence.text) : [];
  // "Danny gives it to the captain": there is no telling what.
  if (things.length === 0) {
    const held = ledger.having("holder");
    return held.length > 0 &&
      sentence.marks & MARK.it &&
      /\b(?:it|them)\b/.test(sentence.text) &&
      HANDLED.test(sentence.text)
      ? held.map((entity) => doubt(sentence, { entity, attribute: "holder" }))
      : NOTHING;
  }
  return things.flatMap((thing) => {
    const facts = { entity: thing.entity, label: `the ${thing.entity}`, attribute: "holder" as const };
    const { text } = sentence;
    const people = [...sentence.people, ...playersIn(text, names.players)];
    const before = people.filter(({ end, possessive }) => !possessive && end <= thing.start);
    const taker = FOUND_SO.test(text.slice(thing.end))
      ? undefined
      : before.find(({ end }) => TAKES.test(text.slice(end, thing.start)));
    if (taker) return [change(sentence, { ...facts, value: taker.entity })];
    if (GIVES_TO.test(text.replaceAll(IN_HANDS, "$1"))) {
      const to = people.find(
        ({ start }) => start >= thing.end && /^\s+to\s+$/.test(text.slice(thing.end, start)),
      );
      const direct = before.find(
        ({ start, end }) =>
          /\b(?:gives?|gave|hands?|handed|pass(?:es)?|passed|offers?|lends?)\s+$/.test(
            text.slice(0, start),
          ) && /^\s+(?:the|his|her|their)\s+$/.test(text.slice(end, thing.start)),
      );
      const value = (to ?? direct)?.entity;
      return [value === undefined ? doubt(sentence, facts) : change(sentence, { ...facts, value })];
    }
    // "The lending bowl" is not lent by its name.
    if (HANDLED.test((text.slice(0, thing.start) + text.slice(thing.end)).replaceAll(IN_HANDS, "$1")))
      return [doubt(sentence, facts)];
    const has = before.find(({ end }) => HOLDS[tense()].test(text.slice(end, thing.start)));
    const inHand = people.find(
      ({ start, end, possessive }) =>
        possessive && IN_HAND.test(text.slice(thing.end, start)) && HAND.test(text.slice(end)),
    );
    const value = (has ?? inHand)?.entity;
    // Whoever does anything with it may have come by it.
    if (value === undefined)
      return before.length > 0 && !PERCEIVES.test(text) ? [doubt(sentence, facts)] : [];
    return [statement(sentence, { ...facts, value, clearWithin: CLEAR, doubtWithin: 30 })];
  });
};

const CALLED = /(?<![\p{L}'-])([Yy]ou(?:r)?|\p{Lu}\p{L}+)('s)?(?![\p{L}'-])/gu;

function playersIn(text: string, players: ReadonlySet<string>): Mention[] {
  return allMatches(text, CALLED).flatMap(({ 0: all, 1: name, 2: possessive, index }) => {
    const entity = /^your?$/i.test(name!) ? GROUP : normalise(name!);
    if (entity !== GROUP && !players.has(entity)) return [];
    return [
      {
        entity,
        label: name!,
        start: index,
        end: index + all.length,
        possessive: possessive !== undefined || /^your$/i.test(name!),
      },
    ];
  });
}
