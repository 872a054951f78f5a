/**
 * Failures around a session: failing providers, a spent budget, Ctrl+C, a second process. Each leaves a clear message
 * and exit code, whole files, and a session that can be resumed.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadLatest } from "../../../src/playtest/index.ts";
import type { Entry } from "../../support/model-servers/playtest-server.ts";
import { openTable, type Table } from "../../support/model-servers/playtest-table.ts";
import { reportIn, resultIn, withoutTimes } from "../house-session.ts";

/** Side by side, since most of them wait for processes of their own. */
const patience = { timeout: 120_000 };
const played = "play --story innsmouth --narrator opus-4.5 --archetypes joker,follower --seed 3 --json".split(
  " ",
);

const sessionsIn = ({ dir }: Table) =>
  existsSync(join(dir, "sessions")) ? readdirSync(join(dir, "sessions")) : [];
const turnsIn = (dir: string) => readdirSync(dir).filter((name) => name.startsWith("turn-")).length - 1;
const tokens = (entries: Entry[]) =>
  entries.reduce((sum, { counted }) => sum + (counted?.input ?? 0) + (counted?.output ?? 0), 0);

/** The transcript of the same session without failures. */
async function undisturbed(table: Table, endsAt: number) {
  await using other = await openTable({ endsAt });
  const { state } = await other.play("undisturbed", {
    archetypes: ["joker", "follower"],
    seed: 3,
    maxTurns: 100,
  });
  expect(state.config.group.players.map(({ name }) => name)).toEqual(
    loadLatest(join(table.dir, "sessions", sessionsIn(table)[0]!)).state.config.group.players.map(
      ({ name }) => name,
    ),
  );
  return withoutTimes(state);
}
const transcript = (dir: string) => withoutTimes(loadLatest(dir).state);

test.concurrent(
  "a provider that fails permanently at turn 9: a report, checkpoints up to turn 8, exit 3; it can be resumed",
  patience,
  async () => {
    let down = true;
    await using table = await openTable({
      endsAt: 10,
      special: ({ part, turn }) =>
        down && part === "narrator" && turn >= 9
          ? { does: "refuse", status: 503, message: "Overloaded." }
          : undefined,
    });
    const { exit, stdout, stderr } = await table.run("broken", ...played);
    const dir = join(table.dir, "sessions", sessionsIn(table)[0]!);

    expect({ exit, stderr }).toEqual({
      exit: 3,
      stderr: expect.stringContaining("Anthropic (anthropic/claude-opus-4-5) answered 503: Overloaded."),
    });
    expect(stderr).toMatch(/Resume with: .*rehearse resume sessions\/innsmouth-[\d-]+\n$/);
    // The reason and the remedy are each printed once.
    expect(stderr.match(/Gave up after/g)).toHaveLength(1);
    expect(turnsIn(dir)).toBe(8);
    expect(loadLatest(dir).state.turn).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({
      outcome: "interrupted",
      turns: 8,
      why: expect.stringContaining("answered 503"),
    });
    expect(resultIn(dir)).toMatchObject({ turns: 8, totals: { all: { failed: 2 } } });
    expect(reportIn(dir)).toMatch(/- Outcome: interrupted after \d+ turns \(Anthropic .* answered 503/);
    expect(reportIn(dir)).toContain("### Turn 8");

    const asked = table.server.log.length;
    down = false;
    const again = await table.run("broken", "resume", dir, "--json");
    expect({ exit: again.exit, outcome: resultIn(dir).outcome, turns: resultIn(dir).turns }).toEqual({
      exit: 0,
      outcome: "completed",
      turns: 10,
    });
    expect(new Set(table.server.log.slice(asked).map(({ turn }) => turn))).toEqual(new Set([9, 10]));
    expect(resultIn(dir).tokens.total).toBe(tokens(table.server.log));
    expect(transcript(dir)).toEqual(await undisturbed(table, 10));
  },
);

test.concurrent(
  "Ctrl-C: exit 130 with a report, and the session resumes as if uninterrupted",
  patience,
  async () => {
    const reached = Promise.withResolvers<void>();
    let held = true;
    await using table = await openTable({
      endsAt: 6,
      special: ({ part, turn }) => {
        if (!held || part !== "player" || turn !== 4) return undefined;
        reached.resolve();
        return { does: "hang" };
      },
    });
    const child = table.rehearse("interrupted", ...played);
    await Promise.race([reached.promise, child.ended]);
    child.kill("SIGINT");
    const { exit, stdout, stderr } = await child.ended;
    const dir = join(table.dir, "sessions", sessionsIn(table)[0]!);
    expect({ exit, stderr }).toEqual({
      exit: 130,
      stderr: expect.stringMatching(
        /^Stopping… press Ctrl\+C again to quit now\.\nInterrupted\.\nResume with: .* resume sessions\/\S+\n$/,
      ),
    });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: "interrupted", turns: 3 });
    expect(reportIn(dir)).toContain("- Outcome: interrupted");
    expect(turnsIn(dir)).toBe(3);
    expect(resultIn(dir).totals.all.possiblyBilled.attempts).toBeGreaterThan(0);

    held = false;
    const again = await table.run("interrupted", "resume", dir, "--json");
    expect({ exit: again.exit, outcome: resultIn(dir).outcome }).toEqual({ exit: 0, outcome: "completed" });
    expect(transcript(dir)).toEqual(await undisturbed(table, 6));
  },
);
