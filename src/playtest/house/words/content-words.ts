const word = /[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu;

const emptyWords = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does down for from get go goes
  had has have he her here him his how i if in into is it its just let like may me might more most much must my no not now of off on once one
  only or other our out over own say says she should so some such than that the their them then there these they thing this those through to
  too try under until up us very want wants was we were what when where which while who whom whose why will with would you your yes yet`.split(
    /\s+/,
  ),
);

/** The words that carry meaning, without their endings, in order. */
export const contentWords = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? [])
    .map((found) => found.replace(/'.*$/, ""))
    .filter((found) => found.length > 1 && !emptyWords.has(found))
    .map(stem);

/** Crude on purpose: "footprints" must meet "footprint", and "opening" must meet "open"; nothing else depends on it. */
function stem(found: string): string {
  if (found.length > 5 && found.endsWith("ing")) return found.slice(0, -3);
  if (found.length > 4 && found.endsWith("ed")) return found.slice(0, -2);
  if (found.length > 3 && found.endsWith("s") && !found.endsWith("ss")) return found.slice(0, -1);
  return found;
}
