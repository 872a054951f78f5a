/** Recordings made with real provider packages replay without a server, a key or a price, and give the same session. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SessionResult } from "../../src/contract/index.ts";
import { loadLatest } from "../../src/playtest/index.ts";
import { runRehearse } from "../support/cli/rehearse-process.ts";
import { openTable, type Table } from "../support/model-servers/playtest-table.ts";
import { dirIn, offline, recordSession, type Ran } from "./recorded-session.ts";
import { dollars } from "../../src/kernel/report/index.ts";

/** Each starts a process or more. */
vi.setConfig({ testTimeout: 120_000 });

let table: Table;
let recorded: string;
let played: Ran;

beforeAll(async () => {
  let attempts = 2;
  table = await openTable({
    endsAt: 6,
    // Turn 4: the classifier's first answer is unusable. Turn 5: its first call fails. Asked again, it is fine.
    special: ({ part, turn, text }) => {
      if (part !== "classifier") return undefined;
      if (turn === 5 && attempts-- > 0) return { does: "refuse", status: 500, message: "down" };
      return turn === 4 && !text.includes("could not be used")
        ? { does: "say", text: "no JSON at all" }
        : undefined;
    },
  });
  recorded = await recordSession(table, "rec");
  played = await offline(table, "play", "--recording", "rec", "--json");
}, 120_000);
afterAll(() => table[Symbol.asyncDispose]());

const resultIn = ({ stdout }: Ran) => JSON.parse(stdout) as SessionResult;

test("a recording is replayed with only its folder as a flag, and without a key", () => {
  expect(played).toMatchObject({ exit: 0, stderr: "" });
  expect(resultIn(played)).toMatchObject({
    outcome: "completed",
    turns: 6,
    seed: 5,
    narrator: "opus-4.5",
  });
});

test("it gives the session that was recorded: every turn, with its notes", () => {
  const turns = (dir: string) =>
    loadLatest(dir).state.records.map(({ at: _at, ms: _ms, ...record }) => record);
  const live = JSON.parse(readFileSync(join(recorded, "session.json"), "utf8")) as SessionResult;
  expect(turns(dirIn(table, played.stdout))).toEqual(turns(recorded));
  const [first, ...others] = resultIn(played).notes;
  expect([first!.code, others]).toEqual(["recording", live.notes]);
});

test("nothing is spent, and tokens and cost are reported as recorded", () => {
  const live = JSON.parse(readFileSync(join(recorded, "session.json"), "utf8")) as SessionResult;
  const again = resultIn(played);
  expect(live.cost.total).toBeGreaterThan(0);
  expect(again.cost.total).toBe(0);
  expect(again.tokens).toEqual(live.tokens);
  expect(again.totals.all.recorded).toMatchObject({ cost: live.cost.total, unpriced: 0 });
  expect(again.notes).toContainEqual({
    code: "recording",
    text: expect.stringMatching(/^made \d{4}-\d\d-\d\d with rehearse .+; no request was made\./) as string,
  });
  const report = readFileSync(join(dirIn(table, played.stdout), "report.md"), "utf8");
  expect(report).toContain(`played from a recording that cost \\${dollars(live.cost.total)}`);
});

test("a recording names no folder, key or address of its machine", () => {
  const text = ["recording.json", "calls.jsonl"]
    .map((name) => readFileSync(join(table.dir, "rec", name), "utf8"))
    .join("\n");
  expect(text).not.toContain(table.dir);
  expect(text).not.toContain("127.0.0.1");
  expect(text).not.toMatch(/sk-[a-z]+-9f8e7d6c5b4a/);
});

test("another prompt is a miss that names the call and both prompts", async () => {
  const { exit, stdout, stderr } = await offline(
    table,
    "play",
    "--recording",
    "rec",
    "--prompt",
    "structured",
    "--json",
    "--comment",
    "comment.md",
  );
  expect(exit).toBe(2);
  expect(stderr).toContain(
    'turn/1/narrator: not in the recording: the prompt differs (recorded "baseline", now "structured").',
  );
  expect((JSON.parse(stdout) as SessionResult).turns).toBe(0);
  const comment = readFileSync(join(table.dir, "comment.md"), "utf8");
  expect(comment).toContain("Record again: the prompt differs");
  expect(comment).not.toContain("resume");
});

test("a recording with a story and a prompt of one's own replays in an empty folder, where they do not exist", async () => {
  const prompt = readFileSync(new URL("../../prompts/baseline.md", import.meta.url), "utf8");
  const story = readFileSync(new URL("../../stories/innsmouth.json", import.meta.url), "utf8");
  writeFileSync(join(table.dir, "mine.md"), `${prompt}\nSpeak of the sea.`);
  writeFileSync(join(table.dir, "harbour.json"), story.replace('"id": "innsmouth"', '"id": "harbour"'));
  await recordSession(table, "rec-own", "--prompt", "mine.md", "--story", "harbour.json");
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  cpSync(join(table.dir, "rec-own"), join(elsewhere, "rec"), { recursive: true });
  const replay = ["play", "--recording", "rec", "--json"];
  const { exit, stdout, stderr } = await runRehearse(replay, { cwd: elsewhere, env: {} });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  expect(resultIn({ stdout } as Ran)).toMatchObject({ turns: 6, story: "harbour", prompt: "mine" });

  // The file has changed since: naming it is a miss.
  writeFileSync(join(elsewhere, "mine.md"), `${prompt}\nSpeak only in rhymes.`);
  const missed = await runRehearse([...replay, "--prompt", "mine.md"], { cwd: elsewhere, env: {} });
  expect(missed.exit).toBe(2);
  expect(missed.stderr).toContain('the prompt differs (both are "mine", with different content)');
});

test.each([
  ["a prompt that is a path", /"prompt": \{[^}]*\}/, '"prompt": "../../etc/passwd"', "inputs.prompt: "],
  ["a story that is not one", '"id": "innsmouth"', '"id": "../../escape"', "inputs.story.id: "],
])("a recording with %s is refused, and no file is read", async (_, from, to, says) => {
  const sent = mkdtempSync(join(table.dir, "sent-"));
  cpSync(join(table.dir, "rec"), sent, { recursive: true });
  const path = join(sent, "recording.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(from, to));
  const { exit, stderr } = await offline(table, "play", "--recording", sent, "--json");
  expect(exit).toBe(2);
  expect(stderr).toContain(`recording.json is unreadable: ${says}`);
});

test("a narrator module named by its absolute path replays elsewhere, and its folder is not recorded", async () => {
  const path = join(table.dir, "own-narrator.mjs");
  writeFileSync(
    path,
    "export default ({ turn }) => ({ text: `The tide of turn ${turn} comes in.`, state: null });\n",
  );
  const cast = "--player-model house --classifier house --observer none --max-turns 3 --seed 5 --json".split(
    " ",
  );
  const live = await offline(table, "play", "--narrator", path, ...cast, "--record", "rec-module");
  expect({ exit: live.exit, stderr: live.stderr }).toMatchObject({ exit: 0 });
  const recording = join(table.dir, "rec-module");
  expect(readFileSync(join(recording, "recording.json"), "utf8")).not.toContain(table.dir);
  rmSync(path);
  const cwd = mkdtempSync(join(tmpdir(), "elsewhere-"));
  const { exit, stdout, stderr } = await runRehearse(["play", "--recording", recording, "--json"], {
    cwd,
    env: {},
  });
  expect({ exit, stderr }).toEqual({
    exit: 0,
    stderr: expect.stringMatching(/^No classifier: .*\n$/) as string,
  });
  expect(resultIn({ stdout } as Ran)).toMatchObject({ turns: 3, narrator: "own-narrator.mjs" });
});
