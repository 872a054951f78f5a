/** Numbers as they are said: 471, "4-7-1", "four seven one", "four hundred and seventy-one" are one. */
const units = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value]),
);
const tens = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index) => [word, 20 + 10 * index]),
);
const powers = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
]);

/** So small a number in words is everybody's: "the two of us". */
const SMALL = 3;
/** So many digits may be told among others. */
const TELLING = 3;

export type Numbers = { alone: ReadonlySet<string>; runs: readonly string[] };

export function numbersIn(text: string): Numbers {
  const alone = new Set<string>();
  const runs: string[] = [];
  let run: string[] = [];
  let value: number | undefined;
  const endNumber = () => {
    if (value !== undefined) run.push(String(value));
    value = undefined;
  };
  const endRun = () => {
    endNumber();
    for (const number of run) alone.add(number);
    if (run.length > 0) runs.push(run.join(""));
    run = [];
  };
  const tokens = Array.from(text.toLowerCase().matchAll(/\p{N}+|\p{L}+/gu), ({ 0: word, index }) => ({
    word,
    index,
    end: index + word.length,
  }));
  for (const [at, { word, index }] of tokens.entries()) {
    // Between the digits of one number stands little: "4-7-1", "four, seven, one".
    if (at > 0 && !/^[\s,.\-–—…·/]{0,3}$/.test(text.slice(tokens[at - 1]!.end, index))) endRun();
    const unit = units.get(word);
    const ten = tens.get(word);
    const power = powers.get(word);
    if (/^\p{N}/u.test(word)) {
      endNumber();
      run.push(word);
    } else if (unit !== undefined && value !== undefined && unit > 0 && joins(value, unit)) value += unit;
    else if (ten !== undefined && value !== undefined && value >= 100 && value % 100 === 0) value += ten;
    else if (power !== undefined && value !== undefined && value < power) value *= power;
    else if (unit !== undefined || ten !== undefined) {
      endNumber();
      value = unit ?? ten;
    } else if (!(word === "and" && value !== undefined && value >= 100)) endRun();
  }
  endRun();
  return { alone, runs };
}

/** "forty" and "one", "four hundred" and "twelve" */
const joins = (value: number, unit: number): boolean =>
  (value >= 100 && value % 100 === 0) || (value >= 20 && value % 10 === 0 && unit < 10);

/** The numbers of a secret that are said, and were not heard. */
export function numbersTold(secret: Numbers, said: Numbers, heard: Numbers): string[] {
  const isIn = (number: string, { alone, runs }: Numbers) =>
    alone.has(number) ||
    runs.includes(number) ||
    (number.length >= TELLING && runs.some((run) => run.includes(number)));
  const numbers = [...new Set([...secret.alone, ...secret.runs])].filter(
    (number) => number.length > 1 || Number(number) > SMALL,
  );
  return numbers.filter((number) => isIn(number, said) && !isIn(number, heard));
}
