/**
 * `observe` through the real binary: findings for a transcript, another reading of a session folder, and a resumed
 * stop.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SessionResult } from "../../../src/contract/index.ts";
import { patient, script, turns } from "../../support/playtest/inn-and-sea.ts";
import type { Court } from "../../support/model-servers/judge-server.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { openReader } from "../../support/playtest/scripted-reader.ts";
import { transcriptFolder } from "./transcript-folder.ts";

const rehearse = ({ env }: Pick<Court, "env">, cwd: string, ...args: string[]) =>
  runRehearse(args, { cwd, env });
const resultIn = (cwd: string, ...path: string[]) =>
  JSON.parse(readFileSync(join(cwd, ...path, "session.json"), "utf8")) as SessionResult;
const turnFiles = (cwd: string, session: string) =>
  readdirSync(join(cwd, "sessions", session))
    .filter((name) => name.startsWith("turn-"))
    .map((name) => readFileSync(join(cwd, "sessions", session, name), "utf8"));

test("a transcript becomes session folders with findings, report and excerpt, and only failed turns are read again", async () => {
  let isDown = true;
  await using reader = await openReader((asked) => (isDown ? script : patient)(asked));
  const cwd = transcriptFolder(turns);
  const observe = ["observe", "evening.jsonl", "--observer", "haiku"];
  const { exit, stdout, stderr } = await rehearse(reader, cwd, ...observe);
  expect(stderr).toContain("inn: 3 of 3 turns read");
  expect(stderr).toContain("sea: 0 of 2 turns read");
  expect(exit).toBe(3);
  expect(stdout).toMatch(
    /Turn 2, contradiction, 5 points lost .*\n +This is a contradiction\. \(reader: haiku\)/,
  );

  const result = resultIn(cwd, "sessions", "inn");
  expect(result).toMatchObject({ outcome: "stopped", why: "the transcript ends after turn 3", turns: 3 });
  expect(result.issues.map(({ turn, kind, source }) => [turn, kind, source])).toEqual([
    [2, "confusion", "reader: haiku"],
    [2, "contradiction", "reader: haiku"],
    [3, "contradiction", "reader: haiku"],
    [3, "contradiction", "reader: haiku"],
    [3, "leak", "reader: haiku"],
  ]);
  expect(result.tangents).toMatchObject([{ startTurn: 1, endTurn: 2, initiator: "Ben" }]);
  expect(result.privateMoments).toEqual([]);
  expect(result.pulses.expected).toBeUndefined();
  expect(result.metrics?.pulses.completionRate ?? null).toBeNull();
  expect(result.cost.byRole).toHaveProperty("observer");

  const report = readFileSync(join(cwd, "sessions", "inn", "report.md"), "utf8");
  expect(report).toContain("- Played elsewhere: evening.jsonl (session inn)\n- Players: Ada, Ben, Cy\n");
  expect(report).toContain("The wooden bridge creaks, and a cat watches.");
  expect(report).toContain("**The group**\n\n> We go on to the inn.");
  expect(report).not.toMatch(/Follower|spokesperson|elsewhere \(asked/);

  const before = reader.asked.length;
  isDown = false;
  const again = await rehearse(reader, cwd, ...observe, "--json");
  expect(again.exit).toBe(0);
  expect(reader.asked.slice(before).map(({ last }) => last.split("\n")[0])).toEqual([
    "READING: read turns 1 to 2, one by one.",
    "CHECKING: check these 2 claims.",
  ]);
  expect(resultIn(cwd, "sessions", "sea").read).toMatchObject({ turns: [1, 2], unread: [] });
  const { sessions } = JSON.parse(again.stdout) as { sessions: SessionResult[] };
  expect(sessions.map(({ sessionId, issues }) => [sessionId, issues.length])).toEqual([
    ["inn", 5],
    ["sea", 2],
  ]);
});

test("a session folder is read again by another reader, beside its own; its turns are unchanged", async () => {
  await using reader = await openReader(script, (claim) => !claim.includes("confusion"));
  const cwd = transcriptFolder(turns);
  await rehearse(reader, cwd, "observe", "evening.jsonl", "--session", "inn", "--observer", "haiku");
  const before = {
    turns: turnFiles(cwd, "inn"),
    result: resultIn(cwd, "sessions", "inn"),
    asked: reader.asked.length,
  };
  expect(before.turns).toHaveLength(4);
  expect(existsSync(join(cwd, "sessions", "sea"))).toBe(false);

  const again = await rehearse(reader, cwd, "observe", "sessions/inn", "--observer", "gpt-4o-mini");
  expect(again).toMatchObject({ exit: 0 });
  expect(reader.asked.slice(before.asked).every(({ vendor }) => vendor === "openai")).toBe(true);
  expect(turnFiles(cwd, "inn")).toEqual(before.turns);
  expect(resultIn(cwd, "sessions", "inn")).toEqual(before.result);
  const other = resultIn(cwd, "sessions", "inn", "readings", "gpt-4o-mini");
  expect(other.issues.map(({ kind, source }) => [kind, source])).toEqual([
    ["contradiction", "reader: gpt-4o-mini"],
    ["contradiction", "reader: gpt-4o-mini"],
    ["contradiction", "reader: gpt-4o-mini"],
    ["leak", "reader: gpt-4o-mini"],
  ]);
  expect(existsSync(join(cwd, "sessions", "inn", "readings", "gpt-4o-mini", "report.md"))).toBe(true);

  const house = await rehearse(reader, cwd, "observe", "sessions/inn", "--observer", "house");
  expect(house.exit).toBe(2);
  expect(house.stderr).toContain("sessions/inn has no truth.jsonl");
  expect(house.stderr).toContain("Choose a model with --observer");
});

test("a transcript cannot be resumed, and its folder accepts no other transcript", async () => {
  await using reader = await openReader(script);
  const cwd = transcriptFolder(turns);
  const refused = async (...args: string[]) => {
    const { exit, stderr } = await rehearse(reader, cwd, ...args);
    expect(exit).toBe(2);
    return stderr;
  };
  await rehearse(reader, cwd, "observe", "evening.jsonl", "--observer", "haiku", "--session", "inn");
  expect(await refused("resume", "sessions/inn")).toContain("played elsewhere");
  expect(
    await refused("replay", "--checkpoint", "sessions/inn/turn-2.json", "--narrator", "haiku"),
  ).toContain("played elsewhere");
  writeFileSync(
    join(cwd, "evening.jsonl"),
    JSON.stringify({ ...turns[0], narrator: "Another story.", labels: [] }),
  );
  expect(await refused("observe", "evening.jsonl", "--observer", "haiku")).toContain(
    "contains a different session",
  );
});
