/** A deleted or truncated journal: the totals say what they miss, and no budget silently starts over. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { MatrixConfigInput, Note, SessionResult } from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { planMatrix, readPlan, resumeSession, runMatrix, turnPath } from "../../../src/playtest/index.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";

vi.setConfig({ testTimeout: 120_000 });

const resultIn = (dir: string) =>
  JSON.parse(readFileSync(join(dir, "session.json"), "utf8")) as SessionResult;
const journalOf = (dir: string) => join(dir, "calls.jsonl");
const spentIn = (dir: string) => foldJournal(journalOf(dir)).totals().all;

/** Ways in which a journal is damaged. */
const harms: Array<[string, (dir: string) => void]> = [
  ["deleted", (dir) => rmSync(journalOf(dir))],
  ["emptied", (dir) => writeFileSync(journalOf(dir), "")],
  [
    "cut short",
    (dir) =>
      writeFileSync(
        journalOf(dir),
        readFileSync(journalOf(dir), "utf8").split("\n").slice(0, 14).join("\n") + "\n",
      ),
  ],
];

test("a journal that lost the ends of its attempts, not their starts, is detected by the cost", async () => {
  await using table = await openTable({ endsAt: 9 });
  const { dir } = await stopped(table, "one");
  const before = spentIn(dir);
  const lines = readFileSync(journalOf(dir), "utf8").split("\n");
  writeFileSync(
    journalOf(dir),
    lines.filter((line) => !line.includes('"type":"end"') && !line.includes('"type":"done"')).join("\n"),
  );
  expect(spentIn(dir)).toMatchObject({ attempts: before.attempts, cost: 0 });
  await expect(resumeSession(table.harness("one"), dir)).rejects.toMatchObject({
    code: "journal-lost",
    message: expect.stringContaining(`Known cost: $${before.cost.toFixed(4)}`),
  });
});

const stopped = (table: Table, client: string) =>
  table.play(client, { archetypes: ["joker", "follower"], budget: 0.4 });

test.each(harms)(
  "the journal of a session is %s: refused under its budget, resumed with a new one",
  async (_, harm) => {
    await using table = await openTable({ endsAt: 9 });
    const { dir, result } = await stopped(table, "one");
    expect(result.outcome).toBe("budget");
    const asked = table.server.log.length;
    const before = spentIn(dir);
    harm(dir);
    const left = readFileSyncOr(journalOf(dir));
    const held = left === "" ? { attempts: 0, cost: 0 } : spentIn(dir);

    await expect(resumeSession(table.harness("one"), dir)).rejects.toMatchObject({
      code: "journal-lost",
      exit: 2,
      message: expect.stringContaining(
        `${before.attempts - held.attempts} attempts are missing. Known cost: $${(before.cost - held.cost).toFixed(4)}`,
      ),
      remedy: expect.stringContaining("--budget USD"),
    });
    expect(readFileSyncOr(journalOf(dir))).toBe(left);
    expect(table.server.log.length).toBe(asked);

    // Lost spending still counts: a budget of that size buys nothing.
    const same = await resumeSession(table.harness("one"), dir, { budget: 0.4 });
    expect(same.stopped).toMatchObject({ exit: 4 });
    expect(same.result.totals.all.cost).toBeCloseTo(held.cost, 9);
    expect(table.server.log.length).toBe(asked);

    const told: Note[] = [];
    const more = await resumeSession(table.harness("one"), dir, {
      budget: 0.55,
      onNotes: (notes) => told.push(...notes),
    });
    expect(told[0]).toMatchObject({ code: "lost-calls" });
    expect(more.stopped).toMatchObject({ exit: 4 });
    expect(more.result.turns).toBeGreaterThan(result.turns);
    // By the server's own account, which lost nothing.
    const known = before.cost - held.cost + spentIn(dir).cost;
    expect(known).toBeGreaterThan(0.4);
    // Attempts in flight may cost a little more than they had reserved.
    expect(known).toBeLessThan(0.56);
    expect(resultIn(dir)).toMatchObject({
      notes: expect.arrayContaining([expect.objectContaining({ code: "lost-calls" })]),
      journal: { cost: expect.closeTo(known, 9), lost: { cost: expect.closeTo(before.cost - held.cost, 9) } },
    });
    // After a new budget was set, it is not required again, but the note stays.
    const again = await resumeSession(table.harness("one"), dir);
    expect(again.stopped).toMatchObject({ exit: 4, message: expect.stringContaining("$0.55") });
    expect(again.result.notes.map(({ code }) => code)).toContain("lost-calls");
    const { stdout } = await runCommand(["report", dir, "--costs"]);
    expect(stdout).toContain("The totals do not count them.");
  },
);

test("without a budget a session resumes, and says what its totals lack", async () => {
  await using table = await openTable({ endsAt: 6 });
  const first = await table.play("one", { archetypes: ["joker", "follower"] });
  expect(first.result.outcome).toBe("completed");
  rmSync(turnPath(first.dir, first.result.turns));
  rmSync(join(first.dir, "session.json"));
  rmSync(journalOf(first.dir));
  const { result } = await resumeSession(table.harness("one"), first.dir);
  expect(result.outcome).toBe("completed");
  expect(result.notes.map(({ code }) => code)).toContain("lost-calls");
});

const four: MatrixConfigInput = {
  stories: ["innsmouth"],
  systemPrompts: { a: "baseline", b: "structured" },
  narratorModels: ["opus-4.5"],
  sessionsPerCombination: 2,
  maxTurnsPerSession: 5,
  seed: 1,
};

test("a matrix with a deleted journal keeps its totals, and needs a new budget", async () => {
  await using table = await openTable({ endsAt: 9 });
  const harness = table.harness("m");
  const plan = planMatrix(harness, { config: four, matrixId: "m", seed: 1, budget: 1 });
  const dir = join(table.dir, "m");
  const run = (budget?: number) =>
    runMatrix(harness, { dir, plan: readPlanOr(dir, plan), concurrency: 2, budget });
  expect((await run()).endedBy).toMatchObject({ exit: 4 });
  const sessions = readdirSync(join(dir, "sessions")).map((id) => join(dir, "sessions", id));
  const open = sessions.find((each) => resultIn(each).outcome === "budget" && resultIn(each).turns > 0)!;
  const lost = spentIn(open).cost;
  const all = sessions.reduce((sum, each) => sum + spentIn(each).cost, 0);
  rmSync(journalOf(open));
  const asked = table.server.log.length;
  await expect(run()).rejects.toMatchObject({ code: "journal-lost", exit: 2 });
  expect(table.server.log.length).toBe(asked);
  // The same budget again buys nothing: it is spent.
  const { rows, endedBy } = await run(1);
  expect(endedBy).toMatchObject({ exit: 4 });
  expect(table.server.log.length).toBe(asked);
  expect(lost).toBeGreaterThan(0);
  expect(rows.reduce((sum, row) => sum + row.cost, 0)).toBeCloseTo(all, 6);
  expect(rows.filter((row) => row.lost !== undefined)).toHaveLength(1);
  // Set once, it holds.
  expect((await run()).endedBy).toMatchObject({ exit: 4 });
});

function readFileSyncOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

const readPlanOr = <Plan>(dir: string, plan: Plan): Plan | ReturnType<typeof readPlan> => {
  try {
    return readPlan(dir);
  } catch {
    return plan;
  }
};
