import { normalise, type Normalised } from "./normalise.ts";

/** No English word has the same letter three times in a row. */
const drawnOut = /([a-z])\1{2,}/g;
/** Up to here every run is tried with one letter and with two: "killlll myselfff" is "kill myself". */
const MOST_RUNS = 4;

/** The ways to read a message: as it stands, and where letters are drawn out ("i wanna dieeee"), as it is spelt. */
export function readings(message: string): Normalised[] {
  const asIs = normalise(message);
  const runs = [...asIs.text.matchAll(drawnOut)].map(({ 0: { length }, index }) => ({ from: index, to: index + length }));
  if (runs.length === 0) return [asIs];
  const choices = runs.length <= MOST_RUNS ? Array.from({ length: 2 ** runs.length }, (_, bits) => runs.map((_, run) => 1 + ((bits >> run) & 1))) : [1, 2].map((kept) => runs.map(() => kept));
  return [asIs, ...choices.map((kept) => shortened(asIs, runs, kept))];
}

function shortened({ text, original }: Normalised, runs: ReadonlyArray<{ from: number; to: number }>, kept: readonly number[]): Normalised {
  let short = "";
  /** Where each of its units begins and ends in the longer text. */
  const starts: number[] = [];
  const ends: number[] = [];
  const take = (from: number, to: number) => {
    short += text.slice(from, to);
    for (let unit = from; unit < to; unit++) {
      starts.push(unit);
      ends.push(unit + 1);
    }
  };
  let at = 0;
  runs.forEach(({ from, to }, run) => {
    take(at, from + kept[run]!);
    // The last letter that is kept stands for all that were dropped.
    ends[ends.length - 1] = to;
    at = to;
  });
  take(at, text.length);
  return { text: short, original: (from, to) => (to > from ? original(starts[from]!, ends[to - 1]!) : "") };
}
