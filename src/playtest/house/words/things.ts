import { sentences } from "./sentences.ts";

/**
 * Nouns without a grammar: a word or two after an article and before something that cannot belong to
 * them. Misses most, and what it finds can stand after "the".
 */
const afterArticle =
  /\b(?:[Tt]he|[Aa]n?|[Tt]his|[Ii]ts|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|[Mm]y)\s+([a-z]{3,}(?:-[a-z]+)?)(?:\s+([a-z]{3,}))?(?=[.,;:!?)"]|\s+(?:of|in|on|at|with|and|from|under|over|behind|by|to|that|which|who|for|into|through|between|across|beside|like|as|is|are|has|above|below|against|along|near|beyond|inside|outside|beneath|until|while)\b)/g;

/** Nothing that one could point at, or no noun. */
const vague = new Set(
  `able about again air all another bad best better bit both chance corner day days dark dead end ends enough evening eyes face fact far few first
  floor front full good ground group half hand hands head heart hour hours idea kind last least left less life light line little long look
  lot man men middle minute minutes moment moments more morning most mouth name names narrator new next night nothing old one ones other others
  people person place plan point question questions reason rest right room same second seconds side sides small somebody something sort sound
  still story sure thing things third time times top turn two three four five six voice way ways week while whole woman women wonder word
  words work world worst year years back only just very such own others matter use need part parts piece pair couple deal number
  ahead alone among and apart around away down feet fifth she eleventh fourth inside may might now off open ought out outside perhaps shut
  sixth so teeth than that then thrown through up when where would you
  answer break choice counsel joke mind row secret thread travel
  company fuss idea ideas everybody everyone anybody anyone nobody present sake course trouble order`.split(/\s+/),
);

const plural = (word: string) => word.endsWith("s") && !word.endsWith("ss");
const verbish = (word: string) => plural(word) || /(?:ed|ing|ly)$/.test(word) || /^(?:come|came|go|went|stand|stood|sit|sat|lie|lay|run|ran|give|gave|fall|fell|hold|held|turn|look|wait|began|took|made|said|saw|got|kept|knew|told|felt|sink|rise|rose|broke|brought)$/.test(word);

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
  // "a bit strange," is no thing at all.
  if (/^(?:bit|little|few|lot)$/.test(first)) return undefined;
  if (second === undefined) return vague.has(first) || verbish(first) ? undefined : first;
  // "the lamps sink," and "the driver nods," are a noun and its verb; "the brass lamp," is what is wanted.
  if (vague.has(second) || verbish(second) || verbish(first)) return undefined;
  return vague.has(first) ? second : `${first} ${second}`;
}
