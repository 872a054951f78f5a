const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORD = String.raw`(?:${[...ONES, ...TENS].toReversed().join("|")}|hundred|thousand)`;

/** Up to a dozen, each at its place. */
export const NUMBERS: readonly string[] = ONES.slice(0, 13);

/** A number as people write it: "six", "sixty-three", "four hundred and twelve", "17". */
export const NUMBER = String.raw`(?:\d{1,6}|(?:an? )?${WORD}(?:(?: and |[ -])${WORD})*)`;

/** What it comes to, or nothing where it is none. */
export function numberOf(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  const words = text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((word) => word !== "and" && word !== "a" && word !== "an");
  let sum = 0;
  let group = 0;
  for (const word of words) {
    if (ONES.includes(word)) group += ONES.indexOf(word);
    else if (TENS.includes(word)) group += 20 + 10 * TENS.indexOf(word);
    else if (word === "hundred") group = Math.max(1, group) * 100;
    else if (word === "thousand") {
      sum += Math.max(1, group) * 1_000;
      group = 0;
    } else return undefined;
  }
  return words.length === 0 ? undefined : sum + group;
}
