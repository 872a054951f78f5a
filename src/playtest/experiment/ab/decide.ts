import type { AbDecision, AbPair } from "../../../contract/index.ts";
import {
  eValue,
  FEWEST_PAIRS,
  leastP,
  signFlip,
  verdict,
  type Verdict,
} from "../../../kernel/stats/index.ts";
import { meanOfKnown } from "../../metrics/index.ts";
import { pairsOf, pairWon, unitOf, type Layout } from "./ab-pairs.ts";

export type DecideOptions = Layout & {
  alpha: number;
  /** Of the metric that decides. */
  higherIsBetter: boolean;
};

/** Past this share of units without a winner, a few wins say little about the arms. */
const MOST_TIES = 0.5;

/**
 * The winner, by the pairs in the order of their index: the order in which they finish must not decide. With
 * `untilDecided` every unit may be looked at: the e-process allows for that. Otherwise all are tested once, together.
 */
export function decide(pairs: readonly AbPair[], options: DecideOptions): AbDecision {
  const { untilDecided, alpha, times, higherIsBetter } = options;
  const unit = unitOf(options);
  const units = unitsOf(unbroken(pairs), options);
  const used = untilDecided ? units.slice(0, firstDecided(units, alpha)) : units;
  const played = used.flatMap((each) => each.pairs);
  const won = tallyOf(used);
  const e = eValue({ wins: won.b, losses: won.a });
  const noneCouldBePlayed = played.every(({ crashed }) => crashed.length === 2);
  const meanDifference = meanOfKnown(used.map(({ difference }) => difference));
  const { a, b, ties, missing } = tallyOf(played);
  return {
    ...judge(),
    eValue: e,
    pairsUsed: played.length,
    unit,
    checkpoints: unit === "checkpoint" ? won : null,
    wins: { a, b },
    ties,
    missing,
    crashed: { a: crashedIn(played, "a"), b: crashedIn(played, "b") },
    meanDifference,
    decided: !noneCouldBePlayed && ((untilDecided && e >= 1 / alpha) || played.length >= times),
  };

  function judge(): Pick<AbDecision, "winner" | "why" | "p" | "verdict"> {
    const none = (why: string, tested: Pick<AbDecision, "p" | "verdict"> = { p: null, verdict: null }) => ({
      winner: null,
      why,
      p: tested.p,
      verdict: tested.verdict,
    });
    if (played.length === 0)
      return none(pairs.length === 0 ? "no pair has been played" : `no ${unit} has been played to its end`);
    if (noneCouldBePlayed) return none("no pair could be played: both arms crashed in each");
    if (!untilDecided && played.length < times)
      return none(`${played.length} of ${times} pairs are played, and it is tested once, when all are`);
    const told = won.a + won.b;
    const ahead = won.b > won.a ? "b" : "a";
    const evidence = untilDecided
      ? { p: null, verdict: null, says: `E = ${shown(e)}, and ${shown(1 / alpha)} would decide` }
      : atOnce();
    if (untilDecided && e < 1 / alpha) return none(`the evidence is insufficient: ${evidence.says}`);
    if (evidence.verdict === "no difference found" || evidence.verdict === "insufficient evidence")
      return none(evidence.says, evidence);
    const undone = { p: evidence.p, verdict: evidence.verdict && ("insufficient evidence" as const) };
    if (won.a === won.b) return none(`both arms won as many ${unit}s`, undone);
    if (used.length - told > MOST_TIES * used.length)
      return none(
        `most ${unit}s have no winner (${won.ties} ties and ${won.missing} missing of ${used.length}): what the others say is about a few cases only`,
        undone,
      );
    if (
      meanDifference !== null &&
      meanDifference !== 0 &&
      (meanDifference > 0 === higherIsBetter ? "b" : "a") !== ahead
    )
      return none(
        `wins and mean contradict each other: ${ahead.toUpperCase()} won more ${unit}s, and the mean is better for the other`,
        undone,
      );
    return {
      winner: ahead,
      p: evidence.p,
      verdict: evidence.verdict,
      why: `${ahead.toUpperCase()} won ${won[ahead]} of ${told} ${unit}s that have a winner: ${evidence.says}`,
    };
  }

  /** A crashed arm has no number: such pairs count by who won them, so the test is of wins where there are any. */
  function atOnce(): ReturnType<typeof testedAtOnce> {
    const byWins = crashedIn(played, "a") + crashedIn(played, "b") > 0;
    const values = used
      .map((each) =>
        byWins ? meanOfKnown(each.pairs.map(signOf)) : each.won === "tie" ? 0 : each.difference,
      )
      .filter((value) => value !== null);
    return testedAtOnce(values, { unit, alpha, higherIsBetter, byWins });
  }
}

/** One piece of evidence: a pair, or all pairs of a checkpoint. */
type Unit = { pairs: AbPair[]; won: AbPair["won"]; difference: number | null };

function unitsOf(pairs: readonly AbPair[], options: DecideOptions): Unit[] {
  const single = unitOf(options) === "pair";
  const grouped = single
    ? pairs.map((pair) => [pair])
    : [...Map.groupBy(pairs, ({ checkpoint }) => checkpoint).values()];
  // A checkpoint that is still being played does not count yet: its sign may change.
  const whole =
    single || !options.untilDecided
      ? grouped
      : grouped.filter((own) => own.length === pairsOf(options, own[0]!.checkpoint));
  return whole.map((own) => {
    const difference = meanOfKnown(own.map(({ a, b }) => (a === null || b === null ? null : b - a)));
    return {
      pairs: own,
      difference,
      won: single ? own[0]!.won : checkpointWon(own, difference, options.higherIsBetter),
    };
  });
}

/** By the mean of its pairs; where an arm crashed, which has no number, by who won more of them. */
function checkpointWon(
  pairs: readonly AbPair[],
  difference: number | null,
  higherIsBetter: boolean,
): AbPair["won"] {
  if (pairs.every(({ crashed }) => crashed.length === 0))
    return pairWon({ a: difference === null ? null : 0, b: difference, crashed: [] }, higherIsBetter);
  const sign = meanOfKnown(pairs.map(signOf));
  return sign === null ? "missing" : sign > 0 ? "b" : sign < 0 ? "a" : "tie";
}

const signOf = ({ won }: AbPair): number | null =>
  won === "missing" ? null : won === "tie" ? 0 : won === "b" ? 1 : -1;

/** Up to the first pair that is not there yet. */
function unbroken(pairs: readonly AbPair[]): AbPair[] {
  const sorted = pairs.toSorted((x, y) => x.index - y.index);
  const gap = sorted.findIndex(({ index }, at) => index !== at);
  return gap === -1 ? sorted : sorted.slice(0, gap);
}

/** After how many units the e-process first reaches its bound. */
function firstDecided(units: readonly Unit[], alpha: number): number | undefined {
  let [wins, losses] = [0, 0];
  for (const [at, { won }] of units.entries()) {
    if (won === "b") wins++;
    else if (won === "a") losses++;
    else continue;
    if (eValue({ wins, losses }) >= 1 / alpha) return at + 1;
  }
  return undefined;
}

function tallyOf(ends: ReadonlyArray<{ won: AbPair["won"] }>): {
  a: number;
  b: number;
  ties: number;
  missing: number;
} {
  const count = (who: AbPair["won"]) => ends.filter(({ won }) => won === who).length;
  return { a: count("a"), b: count("b"), ties: count("tie"), missing: count("missing") };
}

const crashedIn = (pairs: readonly AbPair[], arm: "a" | "b"): number =>
  pairs.filter(({ crashed }) => crashed.includes(arm)).length;

const shown = (value: number): string =>
  value >= 1e6 ? value.toExponential(1) : String(Number(value.toPrecision(3)));

/** What one test of a fixed number of units says, and in words. */
type TestedAtOnce = {
  /** Null: too few differ for a test. */ p: number | null;
  /** About B, in the words of every comparison. */ verdict: Verdict;
  says: string;
};

type AtOnceOptions = {
  unit: "pair" | "checkpoint";
  alpha: number;
  higherIsBetter: boolean;
  /** An arm crashed, which has no number: values are who won. */ byWins: boolean;
};

/** `values`: of each unit B − A, 0 where nobody won. */
function testedAtOnce(
  values: readonly number[],
  { unit, alpha, higherIsBetter, byWins }: AtOnceOptions,
): TestedAtOnce {
  const { p, pairs, meanDifference } = signFlip(values, { seed: "ab" });
  const differ = values.filter((value) => value !== 0).length;
  const found = verdict({
    p,
    pairs,
    differ,
    meanDifference,
    higherIsBetter: byWins || higherIsBetter,
    alpha,
  });
  const tested =
    p === null
      ? ""
      : `p ${shownP(p)} (sign-flip over ${pairs} ${unit}s${byWins ? ", by wins, since an arm crashed" : ""})`;
  if (found === "no difference found")
    return {
      p,
      verdict: found,
      says: `no difference found, ${differ === 0 ? `all ${pairs} ${unit}s are equal` : tested}`,
    };
  if (found === "insufficient evidence")
    return { p, verdict: found, says: `the evidence is insufficient: ${tooFew()}` };
  return { p, verdict: found, says: tested };

  function tooFew(): string {
    if (pairs < FEWEST_PAIRS)
      return `${pairs} ${unit}${pairs === 1 ? " is" : "s are"} too few, and ${FEWEST_PAIRS} are the least`;
    if (differ > 0 && differ < FEWEST_PAIRS)
      return `${differ} of ${pairs} ${unit}s differ, and ${FEWEST_PAIRS} are the least`;
    const telling = differ === 0 ? pairs : differ;
    return `even if all ${telling} went one way, p would be ${shownP(leastP(telling)).replace("= ", "")}, and alpha is ${alpha}`;
  }
}

const shownP = (p: number): string => (p < 0.001 ? "< .001" : `= ${p.toFixed(3).replace(/^0/, "")}`);
