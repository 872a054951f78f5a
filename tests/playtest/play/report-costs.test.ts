/** `report --costs` attributes every attempt to one agent and turn, and loses nothing. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Tally, Totals } from "../../../src/contract/index.ts";
import { openJournal, toPico } from "../../../src/kernel/journal/index.ts";
import { journalLines } from "../../support/journal-lines.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { json, rehearse } from "../command-line.ts";
import { emptyFolder, houseSession } from "../house-session.ts";

type Agent = Tally & { turn?: number; role: string; seat?: number; name?: string };
type Printed = Totals & { byPlayer: Agent[]; byTurnAndAgent: Agent[] };

/** Whole numbers, money in picodollars: their sums are exact. */
const numbersOf = ({ attempts, failed, tokens, cost, saved, unpriced, possiblyBilled }: Tally): number[] => [
  attempts,
  failed,
  unpriced,
  possiblyBilled.attempts,
  ...Object.values(tokens),
  ...[cost, saved, possiblyBilled.atMost].map(toPico),
];
const sum = (tallies: readonly Tally[]): number[] =>
  tallies.map(numbersOf).reduce((all, each) => all.map((number, index) => number + each[index]!));

/** The journal of a played session with prices, and with attempts that failed, had no price or never ended. */
async function withPrices(dir: string): Promise<string> {
  const copy = join(emptyFolder("costs-"), "session");
  cpSync(dir, copy, { recursive: true });
  for (const file of ["calls.jsonl", "session.json"]) rmSync(join(copy, file));
  const journal = openJournal(join(copy, "calls.jsonl"), { clock: manualClock() });
  let calls = 0;
  for (const line of journalLines(dir).filter((each) => each.type === "start")) {
    calls += 1;
    const { call } = line;
    journal.start({ ...line, atMost: 0.7 });
    const end = { call, attempt: 1, ms: 1, billing: "reported", saved: calls / 3e5 } as const;
    const usage = { input: 100 + calls, cacheRead: calls, output: 7 };
    if (calls % 11 === 0) continue;
    journal.end(
      { ...end, usage, cost: calls % 5 === 0 ? null : calls / 7e3 },
      { hash: line.hash, result: null },
    );
    if (calls % 7 > 0) continue;
    journal.start({ ...line, attempt: 2, atMost: null });
    journal.end({ ...end, attempt: 2, billing: "none", cost: 0, error: { code: "busy", message: "429" } });
  }
  await journal.close();
  return copy;
}

test("agents and turns add up to the totals exactly, with failed, unpriced and unfinished attempts", async () => {
  const dir = await withPrices((await houseSession({ seed: 4, maxTurns: 14 })).dir);
  const printed = await json<Printed>("report", dir, "--costs");
  const { all, byRole, byTurn, byPlayer, byTurnAndAgent } = printed;
  expect(Math.min(all.failed, all.unpriced, all.possiblyBilled.attempts, all.cost)).toBeGreaterThan(0);
  expect(sum(byTurnAndAgent)).toEqual(numbersOf(all));
  expect(sum(byPlayer)).toEqual(numbersOf(byRole.player!));
  for (const [turn, tally] of Object.entries(byTurn))
    expect(sum(byTurnAndAgent.filter((agent) => String(agent.turn) === turn))).toEqual(numbersOf(tally));

  // By the ids alone.
  const ends = journalLines(dir).filter((line) => line.type === "end");
  const ofSeat = ends.filter(({ call }) => /^turn\/7\/(player|cross-talk)\/1$/.test(call));
  expect(byTurnAndAgent.find(({ turn, seat }) => turn === 7 && seat === 1)).toMatchObject({
    role: "player",
    name: byPlayer[1]!.name,
    failed: ofSeat.filter(({ error }) => error).length,
    tokens: { input: ofSeat.reduce((total, { usage }) => total + (usage?.input ?? 0), 0) },
  });
  const { stdout } = await rehearse("report", dir, "--costs");
  expect(stdout).toMatch(/^At least \$\d+\.\d\d for \d+ attempts; \d+ calls answered\.$/m);
  expect(stdout).toContain(`${byPlayer[1]!.name} `);
});
