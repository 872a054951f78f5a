/**
 * Claim: bisect is right about as often as it says, also where turns differ in how often replays recover, and it does not
 * name a turn where the session got worse by and by. Searches of simulated sessions of 31 turns whose truth is known.
 *
 *   node benches/bisect-calibration.ts [searches per world, 200] [replays, 30]
 */
import { dice } from "../src/kernel/dice/index.ts";
import { posteriorOf, type Seen } from "../src/playtest/experiment/bisect/bisect-belief.ts";
import { conclude, nextProbes } from "../src/playtest/experiment/bisect/bisect-search.ts";
import { printHeader } from "./measure.ts";

const [searches = 200, replays = 30] = process.argv.slice(2).map(Number);
const turns = Array.from({ length: 31 }, (_, turn) => turn);

/** `lostAt`: null where there is no single turn. */
type World = { lostAt: number | null; rate: (turn: number) => number };
type Draw = ReturnType<typeof dice>;
const between = (draw: Draw, low: number, high: number) => low + (high - low) * draw.next();
const clamp = (rate: number) => Math.min(0.99, Math.max(0.01, rate));
const step = (draw: Draw) => {
  const [lostAt, before, after] = [1 + draw.int(30), between(draw, 0.7, 0.98), between(draw, 0.02, 0.35)];
  return { lostAt, rate: (turn: number) => (turn < lostAt ? before : after) };
};
const ramp = (draw: Draw, length: number) => {
  const from = draw.int(31 - length);
  const [high, low] = [between(draw, 0.8, 0.95), between(draw, 0.05, 0.2)];
  return (turn: number) => high - (high - low) * Math.min(1, Math.max(0, (turn - from) / length));
};

const worlds: Record<string, (draw: Draw) => World> = {
  "step, .9 to .1": (draw) => {
    const lostAt = 1 + draw.int(30);
    return { lostAt, rate: (turn) => (turn < lostAt ? 0.9 : 0.1) };
  },
  "step, any rates": step,
  "step, rates vary by turn (SD .15)": (draw) => {
    const { lostAt, rate } = step(draw);
    const own = turns.map(() => (draw.next() + draw.next() + draw.next() - 1.5) * 2 * 0.15);
    return { lostAt, rate: (turn) => clamp(rate(turn) + own[turn]!) };
  },
  "step, small (.7 to .4)": (draw) => {
    const lostAt = 1 + draw.int(30);
    return { lostAt, rate: (turn) => (turn < lostAt ? 0.7 : 0.4) };
  },
  "ramp over 8 turns": (draw) => ({ lostAt: null, rate: ramp(draw, 8) }),
  "ramp over 20 turns": (draw) => ({ lostAt: null, rate: ramp(draw, 20) }),
  "two steps, .9, .5, .1": (draw) => {
    const first = 4 + draw.int(8);
    const second = first + 6 + draw.int(8);
    return { lostAt: null, rate: (turn) => (turn < first ? 0.9 : turn < second ? 0.5 : 0.1) };
  },
  "luck, .5": () => ({ lostAt: null, rate: () => 0.5 }),
};

type Found = { said: number; right: boolean; kind: string; replays: number; none: number };

function search(world: World, draw: Draw): Found {
  const seen: Seen[] = [];
  for (;;) {
    const posterior = posteriorOf(turns, seen);
    const finding = conclude(posterior, { certainty: 0.9, within: 1 });
    if (finding.decided || seen.length >= replays) {
      const { span, kind, noSingleTurn: none } = finding;
      const { lostAt } = world;
      return {
        kind,
        none,
        replays: seen.length,
        said: kind === "no-single-turn" ? none : (span?.probability ?? 0),
        right:
          kind === "no-single-turn"
            ? lostAt === null
            : span !== null && lostAt !== null && span.from! <= lostAt && lostAt <= (span.to ?? 31),
      };
    }
    const before = seen.map(({ turn }) => turn);
    for (const turn of nextProbes(posterior, { count: Math.min(4, replays - seen.length), before }))
      seen.push({ turn, recovered: draw.next() < world.rate(turn) });
  }
}

const share = (part: number, whole: number) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(0)} %`);
const mean = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;

printHeader(`bisect: ${searches} searches per world, up to ${replays} replays each`);
console.log(
  "| world | names a turn | says | right | gives a span | says | right | no single turn | replays |",
);
console.log("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
const everything: Array<Found & { weight: number }> = [];
for (const [name, make] of Object.entries(worlds)) {
  const found = Array.from({ length: searches }, (_, run) => {
    const draw = dice(`${name}/${run}`, "bisect-calibration");
    return search(make(draw), draw);
  });
  // One session in five has no single turn: what the search assumes before it begins.
  const weight = make(dice("weight", name)).lostAt === null ? 0.25 : 1;
  everything.push(...found.map((each) => ({ ...each, weight })));
  const of = (kind: string) => found.filter((each) => each.kind === kind);
  const told = (kind: string) => {
    const own = of(kind);
    const said = own.length === 0 ? "–" : `${(100 * mean(own.map((each) => each.said))).toFixed(0)} %`;
    return [share(own.length, searches), said, share(own.filter(({ right }) => right).length, own.length)];
  };
  console.log(
    `| ${[name, ...told("turn"), ...told("span"), share(of("no-single-turn").length, searches), mean(found.map((each) => each.replays)).toFixed(0)].join(" | ")} |`,
  );
}

console.log("\nAll worlds together, where one session in five has no single turn:\n");
console.log("| claim | searches | says | right |\n| --- | --- | --- | --- |");
for (const kind of ["turn", "span", "no-single-turn"]) {
  const own = everything.filter((each) => each.kind === kind);
  const weight = own.reduce((sum, each) => sum + each.weight, 0);
  const weighted = (value: (each: Found) => number) =>
    share(
      own.reduce((sum, each) => sum + each.weight * value(each), 0),
      weight,
    );
  console.log(
    `| ${kind} | ${own.length} | ${weighted(({ said }) => said)} | ${weighted(({ right }) => Number(right))} |`,
  );
}
