import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import { countRuns } from "./fingerprint.ts";
import type { Finding, Observation } from "./observation.ts";
import { shingleNumbers } from "./shingles.ts";
import { read } from "./text.ts";

/** Of human game masters' turns the most repetitive has .089. */
const ALARM = 0.15;
const NEAR = 0.8;
const RUN = 4;
const LONG = 25;

/** An output that goes round in circles within itself: how many of its four-word runs came before. */
export function repetition({ turn, text: whole }: Pick<Observation, "turn" | "text">): Finding[] {
  const text = comparedPart(whole);
  const { words, starts, ends } = read(text);
  if (words.length < LONG) return [];
  // A fingerprint may take two runs for one, and never one for two: what looks fresh in it is.
  if (1 - countRuns(words, RUN) / (words.length - RUN + 1) < ALARM) return [];
  const runs = shingleNumbers(
    words.map((word) => word.text),
    RUN,
  );
  const share = 1 - new Set(runs).size / runs.length;
  if (share < ALARM) return [];

  // The first that comes again, and where it comes last.
  const first = runs.findIndex((run, at) => runs.includes(run, at + 1));
  const second = runs.lastIndexOf(runs[first]!);
  const quote = (at: number) => ({
    turn,
    text: excerpt(text, { start: starts[at], end: ends[Math.min(at + 2 * RUN, words.length) - 1] }),
  });
  return [
    {
      turn,
      type: "repetition",
      description: `Narrator repeated themselves within the turn: ${Math.round(share * 100)} % of it had been said before.`,
      severity: share >= NEAR ? "error" : "warning",
      evidence: [quote(first), quote(second)],
      confidence: 0.9,
      source: "repetition",
    },
  ];
}
