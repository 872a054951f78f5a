/** Which phrases name an action. */
import { lowerFirst } from "./choose-line.ts";

/**
 * Only a direction: "right", "straight on", "back to the hotel", "through the window". But "right the boat", "back
 * away" are actions.
 */
const going =
  /^(?:(?:right|left|back)(?=$|[\s,])(?! (?:the|an?|your|our|his|her|their|its|my|away|off|down|up)\b)|(?:straight|ahead|home|north|south|east|west|upstairs|downstairs|aboard|ashore|underground|together|alone|all together|[a-z]+wards?)(?=$|[\s,])|(?:up|down|on|out|in|off|away|over)$|(?:up|down|out|over|off|away|to|through|into|along|across|past|round|around|by|with|without|via|after) )/i;
/** Only a place: "at the gate". */
const where = /^(?:at|in|on|under|behind|beneath|near|beside|inside|outside|between|above|below|among) /i;
/** Only a manner or time: "quietly", "at once". */
const manner =
  /^(?:[a-z]{3,}ly|at once|now|later|tonight|tomorrow|at dawn|at dusk|as (?:fast|quickly|quietly|slowly) as .+)(?=$|,)(?<!^(?:rely|apply|reply|supply|rally|comply|fly))/i;
/** Other phrases without an action: "the half-stone", "for the city", "that she saved it". */
const noAction =
  /^(?:that|for|the|an?|your|our|his|her|their|its|my|nobody|nothing|none|both|neither|either|yes|no|all|every|each|as|from|because|if|whoever|somebody|someone|[^\s']+'s),?:?(?:\s|$)/i;

/** Is this an action? A capital means that it starts with a name. */
export const isAction = (phrase: string): boolean =>
  /^\p{Ll}/u.test(phrase) && ![going, where, manner, noAction].some((kind) => kind.test(phrase));

/** "Whom do you speak to", "What will you hand over": the action of an answer. */
const asking = /\b(?:whom?|what) (?:do|will|would|shall|should) you ([^:?,]+)/i;

/**
 * As an action. The answer to a question takes the question's verb: "Whom do you trust?" with a name, they trust it;
 * "Which way?" with "left", they go left.
 */
export function asAction(phrase: string, question = ""): string {
  if (isAction(phrase)) return phrase;
  const verb = asking.exec(question)?.[1]?.trim();
  if (verb !== undefined && !/^(?:do|make of)\b/i.test(verb))
    return `${verb} ${phrase}`.replace(/\b(\w+) \1\b/, "$1");
  if (going.test(phrase)) return `go ${lowerFirst(phrase)}`;
  if (manner.test(phrase)) return `do it ${lowerFirst(phrase)}`;
  if (where.test(phrase)) return `try ${lowerFirst(phrase)}`;
  if (/^(?:that|yes|no)\b/i.test(phrase)) return `say ${lowerFirst(phrase)}`;
  return /^for\b/i.test(phrase) ? `decide ${lowerFirst(phrase)}` : `settle on ${phrase}`;
}
