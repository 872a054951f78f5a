import { lowerFirst } from "./join.ts";

/** What a phrase that names no action begins with: "the half-stone", "for the city", "that she saved it". */
const noAction = /^(?:that|for|the|an?|to|with|by|at|in|on|through|your|our|his|her|their|its|my|nobody|nothing|none|both|neither|either|yes|no|all|every|each|as|from|under|over|because|if|whoever|somebody|someone|[^\s']+'s),?:?(?:\s|$)/i;

/** Is this something to do? A capital says that it begins with a name. */
export const isAction = (phrase: string): boolean => /^\p{Ll}/u.test(phrase) && !noAction.test(phrase);

/** As something to do: where people answer "Whom do you trust?" with a name, they settle on it. */
export function asAction(phrase: string): string {
  if (isAction(phrase)) return phrase;
  if (/^that\b/i.test(phrase)) return `say ${lowerFirst(phrase)}`;
  return /^for\b/i.test(phrase) ? `decide ${lowerFirst(phrase)}` : `settle on ${phrase}`;
}
