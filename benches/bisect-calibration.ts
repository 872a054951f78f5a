/**
 * Claim: bisect is right about as often as it says. Searches of simulated sessions of 31 turns with a known truth:
 *
 * - Sessions drawn from the search's own prior. A correct posterior is calibrated here, with any stopping rule.
 * - Worlds made by hand, one row each. No posterior can be calibrated in each of them: in a ramp every named turn is wrong, so elsewhere
 *   it must be right more often than it says.
 * - The same mixed: four sessions in five have a single turn, as the search assumes.
 *
 * Exits with 1 if named turns miss the aim of 3 points, or spans and "no single turn" are overconfident by more than 3 points. Fewer than 200
 * searches miss it by chance.
 *
 *   node benches/bisect-calibration.ts [searches per world, 200] [replays, 30,80] [within, 1] [seed, 1]
 */
import { dice } from "../src/kernel/dice/index.ts";
import {
  closeness,
  posteriorOf,
  shapePriors,
  stepPrior,
  type Seen,
  type Shape,
} from "../src/playtest/experiment/bisect/bisect-belief.ts";
import { conclude, nextProbes } from "../src/playtest/experiment/bisect/bisect-search.ts";
import { printHeader } from "./measure.ts";

const searches = Number(process.argv[2] ?? 200);
const budgets = (process.argv[3] ?? "30,80").split(",").map(Number);
const within = Number(process.argv[4] ?? 1);
const seed = process.argv[5] ?? "1";
const TURNS = 31;
const turns = Array.from({ length: TURNS }, (_, turn) => turn);
/** Sessions from the prior, for each search of a world. */
const DRAWN = 10;
/** Points between what is said and how often it is right. */
const AIM = 0.03;

/** `lostAt`: 31 where it recovers from every turn, null where there is no single turn. */
type World = { lostAt: number | null; recovers: (turn: number) => boolean };
type Draw = ReturnType<typeof dice>;
type Rates = (turn: number) => number;
const between = (draw: Draw, low: number, high: number) => low + (high - low) * draw.next();
const clamp = (rate: number) => Math.min(0.99, Math.max(0.01, rate));
const falling =
  (high: number, low: number, { from, to }: { from: number; to: number }): Rates =>
  (turn) =>
    high - (high - low) * Math.min(1, Math.max(0, (turn - from) / (to - from)));

/** Exactly these rates; `spread` is the standard deviation of a turn's own rate around its rate. */
const exact = (draw: Draw, lostAt: number | null, rate: Rates, spread = 0): World => {
  const own = turns.map((turn) =>
    clamp(rate(turn) + (spread === 0 ? 0 : (draw.next() + draw.next() + draw.next() - 1.5) * 2 * spread)),
  );
  return { lostAt, recovers: (turn) => draw.next() < own[turn]! };
};
const step =
  ({ high, low, spread }: { high?: number; low?: number; spread?: number }) =>
  (draw: Draw): World => {
    const lostAt = 1 + draw.int(TURNS - 1);
    const [before, after] = [high ?? between(draw, 0.7, 0.98), low ?? between(draw, 0.02, 0.35)];
    return exact(draw, lostAt, (turn) => (turn < lostAt ? before : after), spread);
  };
const ramp = (length: number) => (draw: Draw) => {
  const from = draw.int(TURNS - length);
  const [high, low] = [between(draw, 0.8, 0.95), between(draw, 0.05, 0.2)];
  return exact(draw, null, falling(high, low, { from, to: from + length }));
};

const families: Record<string, Record<string, (draw: Draw) => World>> = {
  steps: {
    "step from 90 to 10 %": step({ high: 0.9, low: 0.1 }),
    "step from 70–98 to 2–35 %": step({}),
    "step from 70 to 40 %": step({ high: 0.7, low: 0.4 }),
  },
  "varying rates": {
    "step, rates vary by turn (SD .1)": step({ spread: 0.1 }),
    "step, rates vary by turn (SD .15)": step({ spread: 0.15 }),
    "step, rates vary by turn (SD .25)": step({ spread: 0.25 }),
  },
  ramps: {
    "ramp over 5 turns": ramp(5),
    "ramp over 8 turns": ramp(8),
    "ramp over 20 turns": ramp(20),
  },
  others: {
    "two steps: 90, 50, 10 %": (draw) => {
      const first = 4 + draw.int(8);
      const second = first + 6 + draw.int(8);
      return exact(draw, null, (turn) => (turn < first ? 0.9 : turn < second ? 0.5 : 0.1));
    },
    "10 % in a stretch, else 90 %": (draw) => {
      const first = 1 + draw.int(15);
      const past = first + 5 + draw.int(8);
      return exact(draw, null, (turn) => (turn < first || turn >= past ? 0.9 : 0.1));
    },
    "50 % from every turn": (draw) => exact(draw, null, () => 0.5),
  },
};

/** What the search assumes, with rates that are not on its grid. */
function fromPrior(draw: Draw): World {
  const pick = <Item>(items: readonly Item[], weight: (item: Item) => number): Item => {
    let left = draw.next() * items.reduce((sum, item) => sum + weight(item), 0);
    return items.find((item) => (left -= weight(item)) < 0) ?? items.at(-1)!;
  };
  const pair = (fits: (one: number, other: number) => boolean): [number, number] => {
    for (;;) {
      const drawn: [number, number] = [draw.int(TURNS + 3) - 1, draw.int(TURNS + 3) - 1];
      if (fits(...drawn)) return drawn;
    }
  };
  const drop = (fits: (high: number, low: number, middle: number) => boolean): [number, number, number] => {
    for (;;) {
      const [high, low, middle] = [draw.next(), draw.next(), draw.next()];
      if (high - low >= 0.3 && fits(high, low, middle) && draw.next() < (high * (1 - low)) ** 2)
        return [high, low, middle];
    }
  };
  const places = [...turns, TURNS];
  const kinds: Array<{ shape?: Shape; weight: number }> = [
    { weight: places.reduce((sum, place) => sum + stepPrior(place, TURNS), 0) },
    ...Object.entries(shapePriors).map(([shape, weight]) => ({ shape: shape as Shape, weight })),
  ];
  const { shape } = pick(kinds, ({ weight }) => weight);
  const lostAt = shape === undefined ? pick(places, (place) => stepPrior(place, TURNS)) : null;
  const rate = ((): Rates => {
    switch (shape) {
      case undefined: {
        const [high, low] = drop(() => true);
        return (turn) => (turn < lostAt! ? high : low);
      }
      case "ramp": {
        const [high, low] = drop((a, b) => a - b >= 0.4);
        const [from, to] = pair((a, b) => a < TURNS && b >= a + 4 && b <= TURNS + 1);
        return falling(high, low, { from, to });
      }
      case "stretch": {
        const [high, low] = drop(() => true);
        const [from, to] = pair((a, b) => a >= 0 && b >= a + 4 && b <= TURNS - 4);
        return (turn) => (turn < from || turn >= to ? high : low);
      }
      case "two-steps": {
        const [high, low, middle] = drop((a, b, mid) => a - mid >= 0.2 && mid - b >= 0.2);
        const [from, to] = pair((a, b) => a >= 1 && b >= a + 4 && b <= TURNS - 1);
        return (turn) => (turn < from ? high : turn < to ? middle : low);
      }
      case "luck":
        for (;;) {
          const one = draw.next();
          if (draw.next() < (4 * one * (1 - one)) ** 3) return () => one;
        }
      case "no-pattern":
        return () => 0.5;
    }
  })();
  const { replays } = shape === "no-pattern" ? { replays: 2 } : pick(closeness, ({ prior }) => prior);
  // Pólya's urn: equivalent to drawing each turn's own rate from a beta distribution first.
  const seen = turns.map(() => ({ recovered: 0, all: 0 }));
  return {
    lostAt,
    recovers(turn) {
      const own = seen[turn]!;
      const chance =
        replays === Infinity ? rate(turn) : (rate(turn) * replays + own.recovered) / (replays + own.all);
      const recovered = draw.next() < chance;
      own.recovered += Number(recovered);
      own.all += 1;
      return recovered;
    },
  };
}

type Claim = "turn" | "span" | "no single turn" | "undecided";
type Found = { claim: Claim; said: number; none: number; right: boolean; replays: number; weight: number };

function search({ lostAt, recovers }: World, replays: number): Found {
  const seen: Seen[] = [];
  for (;;) {
    const posterior = posteriorOf(turns, seen);
    const finding = conclude(posterior, { certainty: 0.9, within, endedAt: TURNS });
    if (finding.decided || seen.length >= replays) {
      const { span, kind, probability, turn, noSingleTurn: none } = finding;
      const common = { none, replays: seen.length, weight: 1 };
      if (kind === "no-single-turn")
        return { ...common, claim: "no single turn", said: none, right: lostAt === null };
      if (kind === "undecided")
        return { ...common, claim: "undecided", said: probability, right: turn === lostAt };
      const right = lostAt !== null && span!.from! <= lostAt && lostAt <= span!.to!;
      return { ...common, claim: kind === "span" ? "span" : "turn", said: span!.probability, right };
    }
    const before = seen.map(({ turn }) => turn);
    for (const turn of nextProbes(posterior, { count: Math.min(4, replays - seen.length), before }))
      seen.push({ turn, recovered: recovers(turn) });
  }
}

const total = (found: readonly Found[], of: (each: Found) => number) =>
  found.reduce((sum, each) => sum + each.weight * of(each), 0) /
  found.reduce((sum, each) => sum + each.weight, 0);
const said = (found: readonly Found[]) => total(found, (each) => each.said);
const right = (found: readonly Found[]) => total(found, (each) => Number(each.right));
const percent = (share: number) => (Number.isFinite(share) ? `${(100 * share).toFixed(0)} %` : "–");
const table = (head: readonly string[], rows: ReadonlyArray<readonly string[]>) =>
  console.log([head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n"));
const missed: string[] = [];

/** `over`: only too sure is a miss. */
function require(what: string, found: readonly Found[], { over = false } = {}): void {
  const [says, is] = [said(found), right(found)];
  if (says - is > AIM || (!over && is - says > AIM))
    missed.push(`${what}: says ${percent(says)}, is right in ${percent(is)}`);
}

const claims: readonly Claim[] = ["turn", "span", "no single turn"];
const bins = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 1.001];
printHeader(`bisect: ${searches} searches per world, --within ${within}`);
const startedAt = performance.now();
let searched = 0;

for (const replays of budgets) {
  const searchAll = (name: string, make: (draw: Draw) => World, count = searches) =>
    Array.from({ length: count }, (_, run) => {
      searched += 1;
      return search(
        make(dice(`${name}/${run}`, seed === "1" ? "bisect-calibration" : `bisect-calibration/${seed}`)),
        replays,
      );
    });
  const drawn = searchAll("prior", fromPrior, DRAWN * searches);
  console.log(
    `## Up to ${replays} replays\n\nSessions drawn from the prior, by what is said of the answer:\n`,
  );
  const bin = (from: number, to: number) => drawn.filter((each) => each.said >= from && each.said < to);
  table(
    ["says", "searches", "on average", "right"],
    bins.slice(1).map((to, at) => {
      const own = bin(bins[at]!, to);
      return [
        `${percent(bins[at]!)} to ${percent(Math.min(1, to))}`,
        String(own.length),
        percent(said(own)),
        percent(right(own)),
      ];
    }),
  );

  const found = Object.fromEntries(
    Object.entries(families).map(([family, worlds]) => [
      family,
      Object.entries(worlds).map(([name, make]) => ({ name, found: searchAll(name, make) })),
    ]),
  );
  const cells = (all: readonly Found[], claim: Claim) => {
    const own = all.filter((each) => each.claim === claim);
    return [
      percent(total(all, (each) => Number(each.claim === claim))),
      percent(said(own)),
      percent(right(own)),
    ];
  };
  console.log("\nOne world a row:\n");
  const head = [
    "names a turn",
    "says",
    "right",
    "gives a span",
    "says",
    "right",
    "no single turn",
    "says",
    "right",
  ];
  table(
    ["true recovery rates", ...head, "replays"],
    Object.values(found)
      .flat()
      .map(({ name, found: own }) => [
        name,
        ...claims.flatMap((claim) => cells(own, claim)),
        total(own, (each) => each.replays).toFixed(0),
      ]),
  );

  console.log("\nMixed: four sessions in five have a single turn.\n");
  const of = (...names: string[]) => names.flatMap((name) => found[name]!.flatMap((world) => world.found));
  const mix = (single: readonly Found[], none: readonly Found[]) => [
    ...single.map((each) => ({ ...each, weight: 0.8 / single.length })),
    ...none.map((each) => ({ ...each, weight: 0.2 / none.length })),
  ];
  const mixtures = {
    "steps, and all without": mix(of("steps"), of("ramps", "others")),
    "varying rates, and all without": mix(of("varying rates"), of("ramps", "others")),
    "steps and varying rates, and ramps": mix(of("steps", "varying rates"), of("ramps")),
    "all worlds": mix(of("steps", "varying rates"), of("ramps", "others")),
  };
  table(
    ["sessions", ...head],
    Object.entries(mixtures).map(([name, own]) => [name, ...claims.flatMap((claim) => cells(own, claim))]),
  );
  const claimed = (name: keyof typeof mixtures, claim: Claim) =>
    mixtures[name].filter((each) => each.claim === claim);
  require(`${replays} replays, prior, at 90 % or more`, bin(0.9, 2));
  require(`${replays} replays, prior, under 90 %`, bin(0, 0.9), { over: true });
  require(`${replays} replays, steps, turn`, claimed("steps, and all without", "turn"), { over: true });
  require(`${replays} replays, varying rates, turn`, claimed("varying rates, and all without", "turn"));
  require(`${replays} replays, ramps, turn`, claimed("steps and varying rates, and ramps", "turn"));
  require(`${replays} replays, all worlds, turn`, claimed("all worlds", "turn"));
  for (const claim of ["span", "no single turn"] as const)
    require(`${replays} replays, all worlds, ${claim}`, claimed("all worlds", claim), { over: true });

  // Where there is a single turn, what the search keeps for "no single turn" is always too much.
  const given = of("steps", "varying rates")
    .filter(({ claim }) => claim === "turn")
    .map((each) => ({ ...each, said: each.said / (1 - each.none) }));
  require(`${replays} replays, turns that are named where there is a single one`, given);
  console.log(
    `\nTurns that are named in steps and varying rates: ${percent(said(given))} if there is a single turn, right in ${percent(right(given))}.`,
  );
  console.log("");
}

console.log(`${((performance.now() - startedAt) / searched).toFixed(0)} ms per search.`);
for (const line of missed) console.log(`Missed by more than 3 points: ${line}.`);
process.exitCode = missed.length > 0 ? 1 : 0;
