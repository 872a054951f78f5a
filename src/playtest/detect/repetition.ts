import { comparedPart } from "./compared-part.ts";
import { excerpt } from "./excerpt.ts";
import type { Finding, Observation } from "./observation.ts";
import { shingles } from "./shingles.ts";
import { wordSpans } from "./words.ts";

/** Of human game masters' turns the most repetitive has .089. */
const ALARM = 0.15;
const NEAR = 0.8;
const RUN = 4;
const LONG = 25;

/** An output that goes round in circles within itself: how many of its four-word runs came before. */
export function repetition({ turn, text: whole }: Pick<Observation, "turn" | "text">): Finding[] {
  const text = comparedPart(whole);
  const spans = wordSpans(text);
  if (spans.length < LONG) return [];
  const runs = shingles(spans.map(({ word }) => word), RUN);
  const places = new Map<string, number[]>();
  for (const [at, run] of runs.entries()) places.set(run, [...(places.get(run)?.slice(0, 1) ?? []), at]);
  const share = 1 - places.size / runs.length;
  if (share < ALARM) return [];

  const [first, second] = [...places.values()].find((at) => at.length > 1)!;
  const quote = (at: number) => ({ turn, text: excerpt(text, { start: spans[at]!.start, end: spans[Math.min(at + 2 * RUN, spans.length) - 1]!.end }) });
  return [
    {
      turn,
      type: "loop",
      description: `Narrator repeated themselves within the turn: ${Math.round(share * 100)} % of it had been said before.`,
      severity: share >= NEAR ? "error" : "warning",
      evidence: [quote(first!), quote(second!)],
      confidence: 0.9,
      source: "loop",
    },
  ];
}
