import { isObject } from "./objects.ts";
import { sentences } from "../../text/index.ts";

/**
 * Nouns without a grammar: a word or two after an article or a possessive, and before something that cannot
 * belong to them. Misses most, and what it finds is an object that can stand after "the".
 */
const afterArticle =
  /\b(?:[Tt]he|[Aa]n?|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Mm]y)\s+([a-z]{3,}(?:-[a-z]+)?)(?:\s+([a-z]{3,}(?:-[a-z]+)?))?(?=[.,;:!?)"]|\s+(?:of|in|on|at|with|and|from|under|over|behind|by|to|that|which|who|for|into|through|between|across|beside|like|as|is|are|has|above|below|against|along|near|beyond|inside|outside|beneath|until|while)\b)/g;

/** Says which of several, or how many, and not what kind: "the other lamp" is a lamp. */
const pointing =
  /^(?:the|that|some|any|other|same|very|last|next|only|whole|single|one|own|first|second|third|[a-z]+(?:fth|xth|nth|ghth|nteenth|tieth)|(?:larg|small|near|high|low|old|new|big|clos|long|short|tall|heavi|light)(?:er|est)|different|opposite|usual|good|best|better|bad|worst|new|little|such|half|nearby)$/;
/** What somebody does or how, and no kind of thing. */
const verbish = /(?:ing|ly|[^e]ed|[^s]s)$/;

/** Things named in a text, each once, in the order of their first mention. Singular, so that a line can be written round them. */
export function things(text: string): string[] {
  const found = new Set<string>();
  for (const sentence of sentences(text)) {
    for (const [, first, second] of sentence.matchAll(afterArticle)) {
      const noun = thing(first!, second);
      if (noun !== undefined) found.add(noun);
    }
  }
  return [...found];
}

function thing(first: string, second: string | undefined): string | undefined {
  if (!isObject(second ?? first)) return undefined;
  return second === undefined || pointing.test(first) || verbish.test(first)
    ? (second ?? first)
    : `${first} ${second}`;
}
