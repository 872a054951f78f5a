/** A process is killed while it records; resumed into the same folder, the recording is complete. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionResult } from "../../src/contract/index.ts";
import { loadLatest } from "../../src/playtest/index.ts";
import type { Entry } from "../support/model-servers/playtest-server.ts";
import { openTable } from "../support/model-servers/playtest-table.ts";
import { dirIn, offline, PLAY } from "./recorded-session.ts";

test(
  "killed three times while recording, a session is resumed with --record and replays completely",
  { timeout: 180_000 },
  async () => {
    let onChange: (entry: Entry) => void = () => {};
    await using table = await openTable({ endsAt: 6, onChange: (entry) => onChange(entry) });
    const dir = () => join(table.dir, "sessions", readdirSync(join(table.dir, "sessions"))[0]!);
    for (const [life, after] of [5, 9, 7].entries()) {
      const what = life === 0 ? PLAY : ["resume", dir(), "--json"];
      const child = table.rehearse("killed", ...what, "--record", "rec");
      let answered = 0;
      onChange = (entry) => {
        if (entry.answered && entry.role !== "observer" && ++answered === after) child.kill("SIGKILL");
      };
      expect(await child.ended).toMatchObject({ signal: "SIGKILL" });
      onChange = () => {};
    }
    loseLastCall(join(table.dir, "rec", "calls.jsonl"), { after: loadLatest(dir()).state.turn });
    const last = await table.run("killed", "resume", dir(), "--json", "--record", "rec");
    expect(last).toMatchObject({ exit: 0 });
    const asked = table.server.log.length;

    const again = await offline(table, "play", "--recording", "rec", "--json");
    expect({ exit: again.exit, stderr: again.stderr }).toEqual({ exit: 0, stderr: "" });
    expect((JSON.parse(again.stdout) as SessionResult).turns).toBe(6);
    const told = (from: string) =>
      loadLatest(from).state.records.map(({ narrator, players, relay }) => [narrator.text, players, relay]);
    expect(told(dirIn(table, again.stdout))).toEqual(told(dir()));
    expect(table.server.log.length).toBe(asked);
  },
);

/** As if killed between the journal's line and the recording's: the call belongs to a turn that is not saved. */
function loseLastCall(path: string, { after }: { after: number }): void {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  // The reader may still be at a turn that is saved.
  const last = lines.findLastIndex((line) => Number(/"call":"turn\/(\d+)/.exec(line)?.[1]) > after);
  // A kill right after a turn was saved leaves none to lose.
  if (last < 0) return;
  writeFileSync(path, `${lines.toSpliced(last, 1).join("\n")}\n`);
}

test("a session cannot be resumed into the recording of another", { timeout: 60_000 }, async () => {
  await using table = await openTable({ endsAt: 4 });
  const first = await table.run("one", ...PLAY, "--record", "rec");
  const other = await table.run("two", ...PLAY.map((word) => (word === "5" ? "6" : word)));
  const resume = ["resume", dirIn(table, other.stdout), "--record", "rec"];
  const { exit, stderr } = await table.run("two", ...resume);
  expect({ exit: first.exit, stderr: first.stderr }).toMatchObject({ exit: 0 });
  expect(exit).toBe(2);
  expect(stderr).toContain("its seed is 5, not 6");
});
