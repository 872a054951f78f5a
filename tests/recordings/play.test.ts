/** Recordings made with real provider packages replay without a server, a key or a price, and give the same session. */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { SessionResult } from "../../src/contract/index.ts";
import { loadLatest } from "../../src/playtest/index.ts";
import { openTable, type Table } from "../support/model-servers/playtest-table.ts";
import { dirIn, offline, PLAY, recordSession, withoutTimes, type Ran } from "./recorded-session.ts";

/** Each starts a process or more. */
vi.setConfig({ testTimeout: 120_000 });

let table: Table;
let recorded: string;
let played: Ran[];

beforeAll(async () => {
  table = await openTable({
    endsAt: 6,
    // Turn 4: the classifier's first answer is unusable, the second is fine. Turn 5: it fails both times.
    special: ({ part, turn, text }) =>
      part === "classifier" && (turn === 5 || (turn === 4 && !text.includes("could not be used")))
        ? turn === 5
          ? { does: "refuse", status: 500, message: "down" }
          : { does: "say", text: "no JSON at all" }
        : undefined,
  });
  recorded = await recordSession(table, "rec");
  played = [
    await offline(table, "play", "--recording", "rec", "--json"),
    await offline(table, "play", "--recording", "rec", "--json"),
  ];
}, 120_000);
afterAll(() => table[Symbol.asyncDispose]());

const resultIn = ({ stdout }: Ran) => JSON.parse(stdout) as SessionResult;

test("a recording is replayed with only its folder as a flag, and without a key", () => {
  expect(played.map(({ exit, stderr }) => ({ exit, stderr }))).toEqual([
    { exit: 0, stderr: "" },
    { exit: 0, stderr: "" },
  ]);
  expect(resultIn(played[0]!)).toMatchObject({
    outcome: "completed",
    turns: 6,
    seed: 5,
    narrator: "opus-4.5",
  });
});

test("it gives the same session each time, byte for byte apart from times", () => {
  const [one, two] = played.map(({ stdout }) => withoutTimes(dirIn(table, stdout)));
  expect(Object.keys(one!)).toEqual(
    expect.arrayContaining(["turn-0.json", "turn-6.json", "session.json", "report.md"]),
  );
  expect(one).toEqual(two);
});

test("it gives the session that was recorded: every turn, with its notes", () => {
  const turns = (dir: string) =>
    loadLatest(dir).state.records.map(({ at: _at, ms: _ms, ...record }) => record);
  const live = JSON.parse(readFileSync(join(recorded, "session.json"), "utf8")) as SessionResult;
  expect(turns(dirIn(table, played[0]!.stdout))).toEqual(turns(recorded));
  expect(live.notes).toContainEqual(
    expect.objectContaining({ code: "classified-by-rules", turns: expect.arrayContaining([5]) as number[] }),
  );
  const [first, ...others] = resultIn(played[0]!).notes;
  expect([first!.code, others]).toEqual(["recording", live.notes]);
});

test("nothing is spent, and tokens and cost are reported as recorded", () => {
  const live = JSON.parse(readFileSync(join(recorded, "session.json"), "utf8")) as SessionResult;
  const again = resultIn(played[0]!);
  expect(live.cost.total).toBeGreaterThan(0);
  expect(again.cost.total).toBe(0);
  expect(again.tokens).toEqual(live.tokens);
  expect(again.totals.all.recorded).toMatchObject({ cost: live.cost.total, unpriced: 0 });
  expect(again.notes).toContainEqual({
    code: "recording",
    text: expect.stringMatching(/^made \d{4}-\d\d-\d\d with rehearse .+; no request was made\./) as string,
  });
  const report = readFileSync(join(dirIn(table, played[0]!.stdout), "report.md"), "utf8");
  expect(report).toContain(`played from a recording that cost $${live.cost.total.toFixed(4)}`);
});

test("a recording names no folder, key or address of its machine", () => {
  const text = ["recording.json", "recording.jsonl"]
    .map((name) => readFileSync(join(table.dir, "rec", name), "utf8"))
    .join("\n");
  expect(text).not.toContain(table.dir);
  expect(text).not.toContain("127.0.0.1");
  expect(text).not.toMatch(/sk-[a-z]+-9f8e7d6c5b4a/);
});

test("another prompt is a miss that names the call, the part and the words that differ", async () => {
  const { exit, stdout, stderr } = await offline(
    table,
    "play",
    "--recording",
    "rec",
    "--prompt",
    "structured",
    "--json",
  );
  expect(exit).toBe(2);
  expect(stderr).toContain(
    "turn/1/narrator: the instructions differ from the recording (first difference near",
  );
  expect(stderr).toContain("--on-miss ask");
  expect((JSON.parse(stdout) as SessionResult).turns).toBe(0);
});

test("another model is a miss that names both", async () => {
  const { exit, stderr } = await offline(
    table,
    "play",
    "--recording",
    "rec",
    "--narrator",
    "grok-4",
    "--json",
  );
  expect(exit).toBe(2);
  expect(stderr).toContain("the model is xai/grok-4.3, recorded with anthropic/claude-opus-4-5");
});

test("a prompt edited in its file is a miss in the same session, and can be recorded again", async () => {
  const prompt = readFileSync(new URL("../../prompts/baseline.md", import.meta.url), "utf8");
  const play = ["play", "--recording", "rec-own", "--json"];
  writeFileSync(join(table.dir, "mine.md"), prompt);
  await recordSession(table, "rec-own", "--prompt", "mine.md");
  expect((await offline(table, ...play)).exit).toBe(0);
  writeFileSync(join(table.dir, "mine.md"), `${prompt}\nSpeak only in rhymes.`);
  const missed = await offline(table, ...play);
  expect(missed.exit).toBe(2);
  expect(missed.stderr).toMatch(/turn\/1\/narrator: the instructions differ.*Speak only in rhymes/);

  const asked = await table.run("back", ...play, "--on-miss", "ask", "--record", "rec-own");
  expect(asked).toMatchObject({ exit: 0 });
  const { exit, stdout } = await offline(table, ...play);
  expect(exit).toBe(0);
  expect(resultIn({ stdout } as Ran).turns).toBe(6);
});

test("another seed draws another group: the miss is a player's", async () => {
  const { exit, stderr } = await offline(table, "play", "--recording", "rec", "--seed", "6", "--json");
  expect(exit).toBe(2);
  expect(stderr).toMatch(/creation\/player\/\d: (the instructions|message 1 of 1 \(user\)) differ/);
});

test("--on-miss ask calls the model for missing answers, and reports their number", async () => {
  const before = table.server.of("asked").length;
  const play = "play --recording rec --on-miss ask --prompt structured".split(" ");
  const { exit, stdout } = await table.run("asked", ...play);
  const asked = table.server.of("asked").length - before;
  expect(exit).toBe(0);
  expect(asked).toBeGreaterThan(0);
  expect(stdout).toMatch(/\d+ calls were missing from rec and sent to the model\./);
});

test("--on-miss ask needs the keys of the models it may call", async () => {
  const { exit, stderr } = await offline(table, "play", "--recording", "rec", "--on-miss", "ask");
  expect(exit).toBe(2);
  expect(stderr).toContain("ANTHROPIC_API_KEY");
});

test("a session missing from the recording is named", async () => {
  const { exit, stderr } = await offline(table, "play", "--recording", "rec", "--judge", "gpt-4o-mini");
  expect(exit).toBe(2);
  expect(stderr).toContain("the recording has no session session/judge; it has session");
});

test("a recording is continued only by its own plan", async () => {
  const other = PLAY.map((word) => (word === "5" ? "6" : word));
  const { exit, stderr } = await table.run("other", ...other, "--record", "rec");
  expect(exit).toBe(2);
  expect(stderr).toContain(
    "rec holds another recording: sessions.session.seed is 5 in the recording and 6 now.",
  );
  expect(table.server.of("other")).toEqual([]);
});

test("a recording names no file outside the folder it is replayed in", async () => {
  cpSync(join(table.dir, "rec"), join(table.dir, "rec-sent"), { recursive: true });
  const path = join(table.dir, "rec-sent", "recording.json");
  writeFileSync(
    path,
    readFileSync(path, "utf8").replace('"prompt": "baseline"', '"prompt": "../../etc/passwd"'),
  );
  const { exit, stderr } = await offline(table, "play", "--recording", "rec-sent", "--json");
  expect(exit).toBe(2);
  expect(stderr).toContain("The recording names ../../etc/passwd, which is outside this folder.");
});
