/** Every command reports a missing path in the same words. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { houseSession } from "../../playtest/house-session.ts";
import { runCommand } from "../../support/cli/run-in-memory.ts";

const root = mkdtempSync(join(tmpdir(), "missing-files-"));
const nope = (name = "nope"): string => join(root, name);
let session = "";
beforeAll(async () => {
  session = (await houseSession({ maxTurns: 3 })).dir;
});

const run = (...args: string[]) => runCommand(args);

const house = ["--narrator", "house", "--seed", "1"];
test.each<[args: () => string[], path?: string]>([
  [() => ["play", "--story", nope("my.json")], nope("my.json")],
  [() => ["play", "--prompt", nope("my.md")], nope("my.md")],
  [() => ["play", "--narrator", nope("my.ts"), "--player-model", "house"], nope("my.ts")],
  [() => ["play", "--narrator", nope("my.ts"), "--player-model", "house", "--budget", "5"], nope("my.ts")],
  [() => ["play", ...house, "--judge", "opus-4.5", "--rubric", nope("r.md")], nope("r.md")],
  [() => ["play", ...house, "--config", nope("c.ts")], nope("c.ts")],
  [() => ["replay", "--checkpoint", nope("turn-1.json")], nope("turn-1.json")],
  [() => ["replay", "--checkpoint", join(session, "turn-1.json"), "--prompt", nope("my.md")], nope("my.md")],
  [
    () => ["replay", "--checkpoint", join(session, "turn-1.json"), "--story-guide", nope("g.json")],
    nope("g.json"),
  ],
  [() => ["resume", nope()]],
  [() => ["checkpoint", nope("turn-1.json")], nope("turn-1.json")],
  [() => ["report", nope()]],
  [() => ["compare", nope(), session]],
  [() => ["matrix", "--plan", nope("m.yaml")], nope("m.yaml")],
  [() => ["matrix", "--preset", "smoke", ...house, "--baseline", nope("matrix.json")], nope("matrix.json")],
  [() => ["matrix", "--preset", "smoke", ...house, "--config", nope("c.ts")], nope("c.ts")],
  [() => ["matrix", "--preset", "smoke", ...house, "--prompts", nope("p.md")], nope("p.md")],
  [() => ["ab", "--checkpoint", nope("turn-1.json"), "--b", "prompt=baseline"], nope("turn-1.json")],
  [() => ["ab", "--checkpoint", join(session, "turn-1.json"), "--b", `prompt=${nope("b.md")}`], nope("b.md")],
  [() => ["bisect", nope()]],
  [() => ["judge", nope()]],
  [() => ["judge", session, "--judge", "opus-4.5", "--rubric", nope("r.md")], nope("r.md")],
  [() => ["label", nope(), "--by", "me"]],
  [() => ["label", session, "--by", "me", "--file", nope("l.json")], nope("l.json")],
  [() => ["story", "check", nope("my.json")], nope("my.json")],
  [() => ["sessions", "archive", nope()]],
  [() => ["check", "--target", "offline", "--baseline", nope("results.json")], nope("results.json")],
  [() => ["check", "--target", nope("my.ts")], nope("my.ts")],
  [() => ["check", "--target", "offline", "--kb", nope()]],
  [() => ["check", "--target", "offline", "--test-banks", nope(), "--kb", "shipped"]],
  [() => ["calibrate", "--scope", "full", "--dry-run", "--kb", nope()]],
  [() => ["override", "X", "--primary", "a", "--reason", "a", "--by", "b", "--kb", nope()]],
  [() => ["migrate", nope("bank.json")], nope("bank.json")],
  [() => ["export", "--html", nope()]],
  [() => ["report", nope(), "--costs"]],
  [() => ["models", "--config", nope("c.ts")], nope("c.ts")],
])("%s", async (args, path = nope()) => {
  const { exit, stdout, stderr } = await run(...args());
  expect({ exit, stdout }).toEqual({ exit: 2, stdout: "" });
  const [first, remedy] = stderr.split("\n");
  expect(first).toBe(`Error: file not found: ${path}`);
  expect(remedy).not.toBe("");
});
