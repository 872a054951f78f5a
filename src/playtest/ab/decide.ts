import type { AbDecision, AbPair } from "../../contract/index.ts";
import { eValue, signFlip } from "../../kernel/stats/index.ts";

export type DecideOptions = {
  untilDecided: boolean;
  alpha: number;
  /** The most pairs. */
  times: number;
  /** Of the metric that decides. */
  higherIsBetter: boolean;
};

/** Past this share of pairs without a winner, a few wins say little about the arms. */
const MOST_TIES = 0.5;
/** With fewer pairs that differ, no two-sided test can reach .05. */
const FEWEST = 6;

/**
 * Who wins, by the pairs in the order of their index: what happens to be finished first must not decide. With
 * `untilDecided` every pair may be looked at: the e-process allows for that. Otherwise all are tested once, together.
 */
export function decide(pairs: readonly AbPair[], { untilDecided, alpha, times, higherIsBetter }: DecideOptions): AbDecision {
  const inOrder = unbroken(pairs);
  const count = untilDecided ? (firstDecided(inOrder, alpha) ?? inOrder.length) : inOrder.length;
  const used = inOrder.slice(0, count);
  const tally = tallyOf(used);
  const e = eValue({ wins: tally.wins.b, losses: tally.wins.a });
  const decided = untilDecided ? e >= 1 / alpha || count >= times : count >= times;
  const differences = used.flatMap(({ a, b }) => (a === null || b === null ? [] : [b - a]));
  const meanDifference = differences.length === 0 ? null : differences.reduce((sum, each) => sum + each, 0) / differences.length;
  return { ...tally, ...judge(), eValue: e, pairsUsed: count, meanDifference, decided };

  function judge(): Pick<AbDecision, "winner" | "why"> {
    const told = tally.wins.a + tally.wins.b;
    const none = (why: string) => ({ winner: null, why });
    if (count === 0) return none("no pair has been played");
    const ahead = tally.wins.b > tally.wins.a ? "b" : "a";
    const evidence = untilDecided ? { enough: e >= 1 / alpha, says: `E = ${shown(e)}, and ${shown(1 / alpha)} would decide` } : testedAtOnce();
    if (!evidence.enough) return none(`the evidence is insufficient: ${evidence.says}`);
    if (tally.wins.a === tally.wins.b) return none("both arms won as many pairs");
    if (count - told > MOST_TIES * count) return none(`most pairs have no winner (${tally.ties} ties and ${tally.missing} missing of ${count}): what the others say is about a few cases only`);
    if (meanDifference !== null && meanDifference !== 0 && (meanDifference > 0 === higherIsBetter ? "b" : "a") !== ahead) return none(`wins and mean contradict each other: ${ahead.toUpperCase()} won more pairs, and the mean is better for the other`);
    return { winner: ahead, why: `${ahead.toUpperCase()} won ${tally.wins[ahead]} of ${told} pairs that have a winner: ${evidence.says}` };
  }

  /** A crashed arm has no number: such pairs count by who won them, so the test is of signs where there are any. */
  function testedAtOnce(): { enough: boolean; says: string } {
    const crashes = tally.crashed.a + tally.crashed.b > 0;
    const values = crashes ? used.flatMap(({ won }) => (won === "missing" ? [] : [won === "tie" ? 0 : won === "b" ? 1 : -1])) : differences;
    const { p } = signFlip(values, { seed: "ab" });
    if (p === null) return { enough: false, says: `${values.filter((value) => value !== 0).length} pairs differ, and ${FEWEST} are the least` };
    return { enough: p <= alpha, says: `p = ${p < 0.001 ? "<.001" : p.toFixed(3)} (sign-flip over ${values.length} pairs${crashes ? ", by wins, since an arm crashed" : ""})` };
  }
}

/** Up to the first pair that is not there yet. */
function unbroken(pairs: readonly AbPair[]): AbPair[] {
  const sorted = pairs.toSorted((x, y) => x.index - y.index);
  const gap = sorted.findIndex(({ index }, at) => index !== at);
  return gap === -1 ? sorted : sorted.slice(0, gap);
}

/** After how many pairs the e-process first reaches its bound. */
function firstDecided(pairs: readonly AbPair[], alpha: number): number | undefined {
  let [wins, losses] = [0, 0];
  for (const [at, { won }] of pairs.entries()) {
    if (won === "b") wins++;
    else if (won === "a") losses++;
    else continue;
    if (eValue({ wins, losses }) >= 1 / alpha) return at + 1;
  }
  return undefined;
}

function tallyOf(pairs: readonly AbPair[]): Pick<AbDecision, "wins" | "ties" | "missing" | "crashed"> {
  const won = (who: AbPair["won"]) => pairs.filter((pair) => pair.won === who).length;
  const crashed = (arm: "a" | "b") => pairs.filter((pair) => pair.crashed.includes(arm)).length;
  return { wins: { a: won("a"), b: won("b") }, ties: won("tie"), missing: won("missing"), crashed: { a: crashed("a"), b: crashed("b") } };
}

/** What became of a pair. A crashed arm loses it; of two that crashed, neither is known to be better. */
export function pairWon({ a, b, crashed }: Pick<AbPair, "a" | "b" | "crashed">, higherIsBetter: boolean): AbPair["won"] {
  if (crashed.length === 2) return "missing";
  if (crashed.length === 1) return crashed[0] === "a" ? "b" : "a";
  if (a === null || b === null) return "missing";
  if (Math.abs(b - a) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))) return "tie";
  return b > a === higherIsBetter ? "b" : "a";
}

const shown = (value: number): string => (value >= 1e6 ? value.toExponential(1) : String(Number(value.toPrecision(3))));
