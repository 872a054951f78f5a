/** An A/B test that is stopped, crashes or runs out of money or pairs, and is resumed. */
import abCommand from "../../../src/cli/commands/experiments/ab.ts";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { lockFolder } from "../../../src/kernel/store/index.ts";
import { readAbPlan, runAb } from "../../../src/playtest/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { MemoryHost, runInMemory } from "../../support/cli/run-in-memory.ts";
import { emptyFolder } from "../house-session.ts";
import { ab, argvOf, plannedAb, prompt, resume } from "./ab-command.ts";

/** Throws until it is mended. */
function brokenNarrator(): { narrator: string; mend: () => void } {
  const folder = emptyFolder("narrator-");
  const [narrator, broken] = [join(folder, "narrator.mjs"), join(folder, "broken")];
  writeFileSync(broken, "");
  writeFileSync(
    narrator,
    `import { existsSync } from "node:fs";\nexport default async () => { if (existsSync(${JSON.stringify(broken)})) throw new Error("down"); return { text: "[[CLARIFY]]\\nThe tide turns, and a bell is heard." }; };`,
  );
  return { narrator, mend: () => rmSync(broken) };
}

test("a test in which no pair could be played exits with 3 and can be resumed", async () => {
  const { narrator, mend } = brokenNarrator();
  const { told, exit, stderr } = await ab({
    a: `narrator=${narrator}`,
    b: `narrator=${narrator},prompt=${prompt}`,
    times: 2,
    turns: 1,
  });
  expect({ exit, winner: told.decision.winner, decided: told.decision.decided }).toEqual({
    exit: 3,
    winner: null,
    decided: false,
  });
  expect(stderr).toMatch(/No pair could be played.*down/);
  mend();
  const resumed = await resume(told.dir, "--allow-narrator", narrator);
  expect(resumed.exit).toBe(0);
  expect(resumed.told.decision).toMatchObject({
    missing: 0,
    crashed: { a: 0, b: 0 },
    ties: 2,
  });
});

test("only one process at a time resumes a test", async () => {
  const { told } = await ab({ b: `prompt=${prompt}`, times: 1, turns: 1 });
  const lock = await lockFolder(told.dir, { clock: systemClock });
  const refused = await resume(told.dir);
  await lock.release();
  expect(refused).toMatchObject({ exit: 2, stderr: expect.stringContaining("is in use") as unknown });
  expect((await resume(told.dir)).exit).toBe(0);
});

test(
  "a budget covers the whole test with what was spent before; a raised one is stored",
  { timeout: 60_000 },
  async () => {
    await using table = await openTable();
    const { dir: parent } = await table.play("parent", { maxTurns: 2 });
    const harness = table.harness("ab");
    const dir = join(table.dir, "abs");
    const checkpoints = [join(parent, "turn-1.json")];
    const plan = await plannedAb(harness, dir, { checkpoints, turns: 2, times: 6, budget: 0.2 });
    const first = await runAb(harness, { dir, plan, concurrency: 2 });
    expect(first.endedBy).toMatchObject({ exit: 4 });
    const asked = table.server.of("ab").length;
    expect(asked).toBeGreaterThan(0);
    // The money is spent: resuming makes no further call.
    expect((await runAb(harness, { dir, plan, concurrency: 2 })).endedBy).toMatchObject({ exit: 4 });
    expect(table.server.of("ab")).toHaveLength(asked);
    const { decision, endedBy } = await runAb(harness, { dir, plan, concurrency: 2, budget: 50 });
    expect(endedBy).toBeUndefined();
    expect(decision.pairsUsed).toBe(6);
    expect(readAbPlan(dir).budget).toBe(50);
  },
);

test("a test that is stopped and resumed comes to the same decision and repeats no answered call", async () => {
  const flags = { b: "narrator=house/looping", metric: "soundness", turns: 4, times: 6, concurrency: 2 };
  const whole = await ab(flags);
  const out = emptyFolder("ab-");
  const host = new MemoryHost();
  const running = runInMemory([abCommand], ["ab", "--out", out, "--json", ...argvOf(flags)], { host });
  const interval = setInterval(() => {
    const folder = readdirSync(out)[0];
    const begun =
      folder === undefined
        ? []
        : readdirSync(join(out, folder)).includes("sessions")
          ? readdirSync(join(out, folder, "sessions"))
          : [];
    if (begun.length >= 4) host.emit("SIGINT");
  }, 5);
  const stopped = await running;
  clearInterval(interval);
  expect(stopped.exit).toBe(130);
  const dir = join(out, readdirSync(out)[0]!);
  const { exit, told } = await resume(dir);
  expect(exit).toBe(0);
  expect(told.decision).toEqual(whole.told.decision);
  expect(told.pairs).toEqual(whole.told.pairs);
  for (const session of readdirSync(join(dir, "sessions"))) {
    const { calls } = foldJournal(join(dir, "sessions", session, "calls.jsonl")).totals();
    const { calls: once } = foldJournal(join(whole.told.dir, "sessions", session, "calls.jsonl")).totals();
    expect(calls.completed).toBe(once.completed);
  }
});

test("an undecided test says how near it came and can be resumed with more pairs", async () => {
  const { exit, stderr, told } = await ab({
    b: "narrator=house/looping",
    metric: "soundness",
    turns: 6,
    "until-decided": true,
    times: 4,
  });
  expect({ exit, decision: told.decision }).toMatchObject({
    exit: 0,
    decision: { winner: null, wins: { a: 4, b: 0 } },
  });
  expect(told.near).toEqual({
    ahead: "a",
    eValue: expect.closeTo(3.2, 9) as unknown,
    needed: 20,
    unit: "pair",
    atBest: 4,
    canGoOn: true,
    allTied: false,
  });
  expect(readFileSync(join(told.dir, "report.md"), "utf8")).toContain(
    "A is ahead, 4 : 0; the E-value is 3.2 and needs 20. That takes at least 4 more pairs, all won by A.",
  );
  expect(stderr).toMatch(new RegExp(`Resume with: .*resume ${told.dir} --times 8`));
  const { told: resumed } = await resume(told.dir, "--times", "12", "--concurrency", "2");
  expect(resumed).toMatchObject({
    decision: { winner: "a", decided: true, pairsUsed: 8, wins: { a: 8, b: 0 } },
    near: null,
  });
  expect(resumed.pairs.slice(0, 4)).toEqual(told.pairs);
  expect(readAbPlan(told.dir).times).toBe(12);
  // A test without --until-decided is tested once and takes no more pairs.
  const { told: once } = await ab({ b: `prompt=${prompt}`, times: 1, turns: 1 });
  expect(await resume(once.dir, "--times", "6")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("would test twice") as unknown,
  });
});

test("a resumed A/B test writes its comment with the marker of ab; it has no gates and no JUnit", async () => {
  const first = join(emptyFolder(), "first.md");
  const again = join(emptyFolder(), "again.md");
  const { told } = await ab({ b: `prompt=${prompt}`, turns: 1, times: 1, comment: first });
  expect((await resume(told.dir, "--comment", again)).exit).toBe(0);
  const [marker, , title] = readFileSync(again, "utf8").split("\n");
  expect(marker).toMatch(/^<!-- rehearse:ab:/);
  expect(title).toMatch(/^### \S+ rehearse ab: /);
  expect(readFileSync(first, "utf8").split("\n")[0]).toBe(marker);
  const refused = await resume(told.dir, "--junit", join(emptyFolder(), "j.xml"));
  expect(refused).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("is an A/B test: --junit does not apply."),
  });
});
