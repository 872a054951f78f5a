/** The prices that a run started with are pinned: a resume needs no config for them, and no stored address is used. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { journalLines } from "../../support/journal-lines.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";

vi.setConfig({ testTimeout: 120_000 });

const PRICE = { input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5, asOf: "2026-11-15", source: "test" };
const CONFIG = "my settings/it's.config.mjs";

/** With the long form of the guide, so that a small budget is soon spent. */
function writeConfig(table: Table, settings: object): void {
  mkdirSync(join(table.dir, "my settings"));
  writeFileSync(
    join(table.dir, CONFIG),
    `export default ${JSON.stringify({ guide: "full", ...settings })};\n`,
  );
}

const play = (table: Table, ...more: string[]) =>
  table.run(
    "one",
    ..."play --story innsmouth --narrator opus-4.5 --archetypes joker,follower --seed 1 --max-turns 6 --config".split(
      " ",
    ),
    CONFIG,
    ...more,
  );

const only = (dir: string) => join(dir, readdirSync(dir)[0]!);

/** What the narrator's attempts were booked at, for each token of output that they must at least have cost. */
const narratorRates = (session: string): number[] => {
  const lines = journalLines(session);
  const calls = new Set(
    lines.flatMap((line) => (line.type === "start" && line.role === "narrator" ? [line.call] : [])),
  );
  return lines.flatMap((line) =>
    line.type === "end" && calls.has(line.call) && line.usage?.input
      ? [Math.round(((line.cost ?? 0) / line.usage.input) * 1e6)]
      : [],
  );
};

test("a resume without the config uses the prices and the budget of the run", async () => {
  await using table = await openTable({ endsAt: 30 });
  writeConfig(table, { budget: 1, models: { "opus-4.5": { price: PRICE } } });
  const first = await play(table);
  expect(first).toMatchObject({ exit: 4 });
  const session = only(join(table.dir, "sessions"));
  const [rate] = narratorRates(session);

  const again = await table.run("one", "resume", session);
  expect(again).toMatchObject({ exit: 4, stdout: expect.stringContaining("The budget of $1.00 is spent") });
  expect(again.stderr).toContain(
    "opus-4.5 is billed at $10 in and $50 out per million tokens, the price when this run started. " +
      "The current settings have $5 in and $25 out per million tokens.",
  );
  const more = await table.run("one", "resume", session, "--budget", "1.6");
  expect(more).toMatchObject({ exit: 4 });
  const branch = ["replay", "--checkpoint", join(session, "turn-2.json"), "--dry-run"];
  expect((await table.run("one", ...branch)).stdout).toMatch(/^Budget +\$1\.60?$/m);
  const rates = narratorRates(session);
  expect(rates.length).toBeGreaterThan(1);
  for (const each of rates) expect(Math.abs(each - rate!)).toBeLessThanOrEqual(1);
});

test("the hint is a command that runs as printed, with the named settings file", async () => {
  await using table = await openTable({ endsAt: 30 });
  writeConfig(table, { budget: 0.5, retry: { attempts: 2, firstDelayMs: 1 } });
  const { stderr } = await play(table);
  const hint = /^Resume with: (.+)$/m.exec(stderr)?.[1];
  expect(hint).toMatch(/ --config='my settings\/it'\\''s\.config\.mjs' resume .* --budget \d/);
  const session = only(join(table.dir, "sessions"));
  const before = journalLines(session).length;
  const node = join(process.execPath, "..");
  await promisify(execFile)("sh", ["-c", hint!], {
    cwd: table.dir,
    env: { ...table.server.env("one"), PATH: `${node}:${process.env["PATH"]}` },
  }).catch((error: { code?: number; stderr?: string }) => {
    // The budget is spent again, and there is no other error.
    expect(error).toMatchObject({ code: 4 });
  });
  expect(journalLines(session).length).toBeGreaterThan(before);
});

test("a provider at another address is refused with both addresses, and no call is made", async () => {
  await using table = await openTable({ endsAt: 30 });
  writeConfig(table, { budget: 0.5 });
  await play(table);
  const session = only(join(table.dir, "sessions"));
  const asked = table.server.log.length;
  const { exit, stderr } = await table.run("other", "resume", session, "--budget", "9");
  expect(exit).toBe(2);
  expect(stderr).toContain(
    `This run called Anthropic at ${table.server.baseURL("anthropic", "one")}. ` +
      `The current settings have ${table.server.baseURL("anthropic", "other")} (ANTHROPIC_BASE_URL).`,
  );
  expect(table.server.log.length).toBe(asked);
});
