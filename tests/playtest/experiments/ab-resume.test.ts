/** An A/B test that is stopped, crashes or runs out of money or pairs, and is resumed. */
import { cpSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { readAbPlan, readArm, runAb } from "../../../src/playtest/index.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { MemoryHost, runCommand } from "../../support/cli/run-in-memory.ts";
import { emptyFolder, resultIn } from "../house-session.ts";
import { ab, argvOf, plannedAb, resume } from "./ab-command.ts";

/** Throws until it is mended. */
function brokenNarrator(): { narrator: string; mend: () => void } {
  const folder = emptyFolder("narrator-");
  const [narrator, broken] = [join(folder, "narrator.mjs"), join(folder, "broken")];
  writeFileSync(broken, "");
  writeFileSync(
    narrator,
    `import { existsSync } from "node:fs";\n` +
      `export default async () => { if (existsSync(${JSON.stringify(broken)})) throw new Error("down"); ` +
      `return { text: "[[CLARIFY]]\\nThe tide turns, and a bell is heard." }; };`,
  );
  return { narrator, mend: () => rmSync(broken) };
}

test("a crashed arm leaves its pairs missing; if all are, the test exits with 3 and is resumed", async () => {
  await using table = await openTable();
  const { dir: parent } = await table.play("parent", { maxTurns: 2 });
  const harness = table.harness("ab");
  const { narrator, mend } = brokenNarrator();
  const dir = join(table.dir, "ab");
  const plan = await plannedAb(harness, dir, {
    checkpoints: [join(parent, "turn-1.json")],
    b: readArm([`narrator=${narrator}`], harness),
    pairs: 2,
  });
  const { result, endedBy } = await runAb(harness, { dir, plan, concurrency: 2 });
  expect(endedBy).toMatchObject({
    exit: 3,
    message: expect.stringMatching(/^No pair could be played.*down/) as string,
  });
  expect(result.decision).toMatchObject({ winner: null, missing: 2 });
  expect(result.pairs).toMatchObject([{ crashed: ["b"], won: "missing" }, { crashed: ["b"] }]);
  mend();
  const resumed = await runAb(harness, { dir, plan, concurrency: 2 });
  expect(resumed.endedBy).toBeUndefined();
  expect(resumed.result.decision.missing).toBe(0);
});

test("a test keeps the points it began with, whatever the settings say when it is resumed", async () => {
  const config = join(emptyFolder("points-"), "points.config.mjs");
  writeFileSync(config, "export default { points: { loop: 50 } };\n");
  const { told } = await ab({ b: "narrator=house/looping", pairs: 1, turns: 2, config });
  const { told: longer } = await resume(told.dir, "--pairs", "2");
  // A damaged result is named where it is, with a command that mends it.
  const damaged = join(emptyFolder(), "ab");
  cpSync(told.dir, damaged, { recursive: true });
  writeFileSync(join(damaged, "ab.json"), "{");
  expect((await runCommand(["export", damaged])).stderr).toMatch(
    new RegExp(`Error: ${damaged}/ab.json is unreadable: .*rehearse resume ${damaged}\``, "s"),
  );
  expect(longer.pairs).toHaveLength(2);
  for (const replay of readdirSync(join(told.dir, "sessions"))) {
    const { metrics } = resultIn(join(told.dir, "sessions", replay));
    expect(metrics!.score.points.loop).toBe(50);
  }
});

test("a test that is stopped and resumed comes to the same decision and repeats no answered call", async () => {
  const flags = { b: "narrator=house/looping", turns: 4, pairs: 6, concurrency: 2 };
  const whole = await ab(flags);
  const out = emptyFolder("ab-");
  const host = new MemoryHost();
  const running = runCommand(["ab", "--out", out, "--json", ...argvOf(flags)], { host });
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
  expect(told.verdict.because).toEqual(whole.told.verdict.because);
  for (const session of readdirSync(join(dir, "sessions"))) {
    const { calls } = foldJournal(join(dir, "sessions", session, "calls.jsonl")).totals();
    const { calls: once } = foldJournal(join(whole.told.dir, "sessions", session, "calls.jsonl")).totals();
    expect(calls.completed).toBe(once.completed);
  }
});

test("an undecided test is resumed with more pairs until it is decided; earlier pairs count", async () => {
  const { exit, told } = await ab({ b: "narrator=house/looping", turns: 6, pairs: 4, concurrency: 2 });
  expect({ exit, decision: told.decision }).toMatchObject({
    exit: 0,
    decision: { winner: null, wins: { a: 4, b: 0 }, eValue: expect.closeTo(3.2, 9) as unknown },
  });
  expect(told.verdict.headline).toBe("Not decided after 4 pairs (B better 0, worse 4).");
  expect(told.verdict.next[0]!.command).toMatch(/resume \S+ --pairs 40$/);
  const { told: resumed } = await resume(told.dir, "--pairs", "12");
  expect(resumed.decision).toMatchObject({ winner: "a", decided: true, pairs: 8, wins: { a: 8, b: 0 } });
  expect(resumed.pairs.slice(0, 4)).toEqual(told.pairs);
  expect(readAbPlan(told.dir).pairs).toBe(12);
  expect(await resume(told.dir, "--pairs", "6")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--pairs 6 is less than the 12 pairs") as unknown,
  });
});
