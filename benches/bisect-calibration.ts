/**
 * Claim: bisect names the turn of a sharp loss, and names no turn where recovery fades. Searches of simulated sessions
 * of 31 turns, in which each replay recovers with the true rate of its turn. Exits with 1 if a claim fails.
 *
 *   node benches/bisect-calibration.ts [searches per world, 2000]
 */
import { dice } from "../src/kernel/dice/index.ts";
import { searchOn } from "../src/playtest/experiment/bisect/bisect-search.ts";
import { fixed, printHeader, printTable, reportMissed } from "./measure.ts";

const searches = Number(process.argv[2] ?? 2000);
const TURNS = 31;
const checkpoints = Array.from({ length: TURNS }, (_, turn) => ({ file: "", sessionId: "", turn }));

/** The recovery rate of each turn. `lost`: the turn of a sharp loss. */
type World = { lost?: number; rate: (turn: number) => number };

const sharp = (before: number, after: number, lost: number): World => ({
  lost,
  rate: (turn) => (turn < lost ? before : after),
});
const fading = (from: number, to: number): World => ({
  rate: (turn) => 0.9 - 0.8 * Math.min(1, Math.max(0, (turn - from) / (to - from))),
});

const claims = [
  "named right",
  "named wrong",
  "fades, turn within",
  "fades, turn not within",
  "no turn",
] as const;
type Claim = (typeof claims)[number];

function search({ lost, rate }: World, draw: ReturnType<typeof dice>): { claim: Claim; replays: number } {
  const probes: Array<{ turn: number; recovered: boolean }> = [];
  for (;;) {
    const { finding, next } = searchOn({ checkpoints }, probes);
    const replays = probes.length;
    if (next.length === 0) return { claim: claimOf(finding, lost), replays };
    for (const { turn, replays: goal } of next)
      while (probes.filter((probe) => probe.turn === turn).length < goal)
        probes.push({ turn, recovered: draw.next() < rate(turn) });
  }
}

function claimOf(
  { kind, lost: said }: ReturnType<typeof searchOn>["finding"],
  lost: number | undefined,
): Claim {
  if (said === null) return "no turn";
  const isWithin = lost !== undefined && said.from <= lost && lost <= said.to;
  if (kind === "turn") return isWithin ? "named right" : "named wrong";
  return isWithin || lost === undefined ? "fades, turn within" : "fades, turn not within";
}

/** Each with the share of searches that the guide claims: named right at least, or named at all at most. */
const worlds: Record<string, World & { atLeast?: number; atMost?: number }> = {
  "100 to 0 % at turn 13": { ...sharp(1, 0, 13), atLeast: 1 },
  "90 to 10 % at turn 13": { ...sharp(0.9, 0.1, 13), atLeast: 0.8 },
  "80 to 20 % at turn 13": sharp(0.8, 0.2, 13),
  "70 to 30 % at turn 13": sharp(0.7, 0.3, 13),
  "90 to 10 % over turns 8 to 12": fading(8, 12),
  "90 to 10 % over turns 8 to 20": { ...fading(8, 20), atMost: 0.05 },
  "90 to 10 % over all turns": { ...fading(0, 30), atMost: 0.05 },
  "50 % from every turn": sharp(0.5, 0.5, 13),
};

printHeader(`bisect: ${searches} searches per world`);
const missed: string[] = [];
const rows = Object.entries(worlds).map(([name, { atLeast = 0, atMost = 1, ...world }]) => {
  const found = Array.from({ length: searches }, (_, run) => search(world, dice(`${name}/${run}`, "bisect")));
  const share = (...which: Claim[]) => found.filter(({ claim }) => which.includes(claim)).length / searches;
  const replays = found.reduce((sum, each) => sum + each.replays, 0) / searches;
  if (share("named right") < atLeast) missed.push(`${name}: named right too rarely`);
  if (share("named right", "named wrong") > atMost) missed.push(`${name}: a turn named too often`);
  return [name, ...claims.map((claim) => `${fixed(100 * share(claim), 1)} %`), fixed(replays, 0)];
});
printTable(["true recovery rates", ...claims, "replays"], rows);
reportMissed(missed);
