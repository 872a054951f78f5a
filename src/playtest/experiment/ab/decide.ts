import type { AbDecision, AbPair } from "../../../contract/index.ts";
import { pText, shownP } from "../../../kernel/report/index.ts";
import {
  eValue,
  FEWEST_PAIRS,
  flipInterval,
  leastP,
  signFlip,
  verdict,
  type Verdict,
} from "../../../kernel/stats/index.ts";
import { meanOfKnown } from "../../metrics/index.ts";
import { pairsOf, pairWon, unitOf, type Layout } from "./ab-pairs.ts";

export type DecideOptions = Layout & {
  alpha: number;
  /** Of the primary metric. */
  higherIsBetter: boolean;
};

/**
 * Beyond this share of units without a score, the rest covers only a few cases. A tie has a score: both arms did
 * equally well.
 */
const MOST_MISSING = 0.5;
const SEED = "ab";

/**
 * The winner, by the pairs in the order of their index: the order in which they finish must not decide. With
 * `untilDecided` every unit may be tested: the e-process allows for that. Otherwise all are tested once, together.
 *
 * The e-process tests win rates: E ≥ 1/alpha names the arm that wins more units, however many tie. The single test
 * tests the mean.
 * If wins and mean point to different arms the tested one decides, and the sentence names the other.
 */
export function decide(pairs: readonly AbPair[], options: DecideOptions): AbDecision {
  const { untilDecided, alpha, times, higherIsBetter } = options;
  const unit = unitOf(options);
  const used = usedOf(pairs, options);
  const played = used.flatMap((each) => each.pairs);
  const won = tallyOf(used);
  const told = won.a + won.b;
  const e = eValue({ wins: won.b, losses: won.a });
  const noneCouldBePlayed = played.every(({ crashed }) => crashed.length === 2);
  const meanDifference = meanOfKnown(used.map(({ difference }) => difference));
  // A crashed arm has no number: such pairs count by who won them.
  const anyCrashed = hasCrash(played);
  const byWins = untilDecided || anyCrashed;
  const { a, b, ties, missing } = tallyOf(played);
  return {
    ...judge(),
    tested: byWins ? "wins" : "mean",
    eValue: e,
    pairsUsed: played.length,
    unit,
    checkpoints: unit === "checkpoint" ? won : null,
    wins: { a, b },
    ties,
    missing,
    crashed: { a: crashedIn(played, "a"), b: crashedIn(played, "b") },
    winShare: told === 0 ? null : won.b / told,
    tieShare: used.length === 0 ? null : won.ties / used.length,
    meanDifference,
    pairsScored: played.filter((pair) => pair.a !== null && pair.b !== null).length,
    // A mean without the pairs in which an arm crashed says nothing about that arm.
    betterMean: anyCrashed || !meanDifference ? null : meanDifference > 0 === higherIsBetter ? "b" : "a",
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
      return none(pairs.length === 0 ? "no pair has been played" : `no ${unit} is complete`);
    if (noneCouldBePlayed) return none("no pair could be played: both arms crashed in every pair");
    if (!untilDecided && played.length < times)
      return none(`${played.length} of ${times} pairs are played; the test runs once, when all are`);
    const { winner, says, ...tested } = untilDecided ? bySequence() : atOnce();
    if (winner === null) return none(says, tested);
    // The e-process has ended, and more pairs cannot change it: its winner is named, with the missing share.
    if (!untilDecided && won.missing > MOST_MISSING * used.length)
      return none(`most ${unit}s have no score (${won.missing} of ${used.length} are missing)`, {
        p: tested.p,
        verdict: tested.verdict && "insufficient evidence",
      });
    return { winner, why: says, ...tested };
  }

  function bySequence(): Tested {
    const decides = `E = ${shown(e)}, threshold ${shown(1 / alpha)}`;
    const untested = { p: null, verdict: null };
    return e >= 1 / alpha
      ? { ...untested, winner: won.b > won.a ? "b" : "a", says: decides }
      : {
          ...untested,
          winner: null,
          says: `insufficient evidence that one arm wins more ${unit}s (${decides})`,
        };
  }

  function atOnce(): Tested {
    const values = used
      .map((each) => (byWins ? meanOfKnown(each.pairs.map(signOf)) : differenceOf(each)))
      .filter((value) => value !== null);
    return testedAtOnce(values, { unit, alpha, higherIsBetter, byWins });
  }
}

/** The mean difference over the units that a decision uses. Not part of `decide`, which is called after every pair. */
export function differenceInterval(
  pairs: readonly AbPair[],
  options: DecideOptions,
): NonNullable<AbDecision["interval"]> | null {
  const { alpha, untilDecided, times } = options;
  const used = usedOf(pairs, options);
  const played = used.flatMap((each) => each.pairs);
  // Before all pairs are played it would be an early test; after a crash, the rest is a biased selection.
  if ((!untilDecided && played.length < times) || hasCrash(played)) return null;
  const differences = used.map(differenceOf).filter((value) => value !== null);
  const [low, high] = flipInterval(differences, { seed: SEED, alpha }) ?? [-Infinity, Infinity];
  return Number.isFinite(high - low) ? { low, high, level: 1 - alpha } : null;
}

/** The units that the decision uses. */
function usedOf(pairs: readonly AbPair[], options: DecideOptions): Unit[] {
  const units = unitsOf(unbroken(pairs), options);
  return options.untilDecided ? units.slice(0, firstDecided(units, options.alpha)) : units;
}

const differenceOf = ({ won, difference }: Unit): number | null => (won === "tie" ? 0 : difference);

/** One piece of evidence: a pair, or all pairs of a checkpoint. */
type Unit = { pairs: AbPair[]; won: AbPair["won"]; difference: number | null };

function unitsOf(pairs: readonly AbPair[], options: DecideOptions): Unit[] {
  const single = unitOf(options) === "pair";
  const grouped = single
    ? pairs.map((pair) => [pair])
    : [...Map.groupBy(pairs, ({ checkpoint }) => checkpoint).values()];
  // A checkpoint still being played does not count yet: its sign may change.
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

/** By the mean of its pairs; if an arm crashed, which has no number, by who won more of them. */
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

/** Up to the first missing pair. */
function unbroken(pairs: readonly AbPair[]): AbPair[] {
  const sorted = pairs.toSorted((x, y) => x.index - y.index);
  const gap = sorted.findIndex(({ index }, at) => index !== at);
  return gap === -1 ? sorted : sorted.slice(0, gap);
}

/** The number of units at which the e-process first reaches its bound. */
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

const hasCrash = (pairs: readonly AbPair[]): boolean => pairs.some(({ crashed }) => crashed.length > 0);

const shown = (value: number): string =>
  value >= 1e6 ? value.toExponential(1) : String(Number(value.toPrecision(3)));

/** What was tested, once or after every unit, and in words. */
type Tested = {
  winner: "a" | "b" | null;
  /** Null: too few differ for a test, or it is the e-process. */ p: number | null;
  /** About B, in the words of every comparison. */ verdict: Verdict | null;
  says: string;
};

type AtOnceOptions = {
  unit: "pair" | "checkpoint";
  alpha: number;
  higherIsBetter: boolean;
  /** An arm crashed, which has no number: values are wins. */ byWins: boolean;
};

/** `values`: B − A for each unit, 0 without a winner. */
function testedAtOnce(
  values: readonly number[],
  { unit, alpha, higherIsBetter, byWins }: AtOnceOptions,
): Tested {
  const { p, pairs, meanDifference } = signFlip(values, { seed: SEED });
  const differ = values.filter((value) => value !== 0).length;
  const found = verdict({
    p,
    pairs,
    meanDifference,
    higherIsBetter: byWins || higherIsBetter,
    alpha,
  });
  const tested =
    p === null
      ? ""
      : `${pText(p)} (sign-flip over ${pairs} ${unit}s${byWins ? ", by wins, since an arm crashed" : ""})`;
  if (found === "no difference found")
    return {
      p,
      verdict: found,
      winner: null,
      says: `no difference found, ${differ === 0 ? `all ${pairs} ${unit}s are equal` : p === null ? `only ${differ} of ${pairs} ${unit}s differ` : tested}`,
    };
  if (found === "insufficient evidence")
    return { p, verdict: found, winner: null, says: `insufficient evidence: ${tooFew()}` };
  return { p, verdict: found, winner: found === "better" ? "b" : "a", says: tested };

  function tooFew(): string {
    if (pairs < FEWEST_PAIRS)
      return `${pairs} ${unit}${pairs === 1 ? " is" : "s are"} too few (at least ${FEWEST_PAIRS} needed)`;
    return `even if all ${pairs} went one way, p would be ${shownP(leastP(pairs))}, and alpha is ${alpha}`;
  }
}
