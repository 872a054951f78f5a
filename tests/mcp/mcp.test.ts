/** `rehearse mcp` over a real pipe: what an assistant can do, and what it cannot. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SessionResult } from "../../src/contract/index.ts";
import { bare, splitSentences } from "../../src/kernel/text/index.ts";
import { loadLatest } from "../../src/playtest/index.ts";
import { main, startRehearse } from "../support/cli/rehearse-process.ts";
import { type Assistant, assistantIn, folderWithOwnNarrator, slowSession } from "./assistant.ts";

const cwd = mkdtempSync(join(tmpdir(), "mcp-"));
let assistant: Assistant;
beforeAll(async () => {
  assistant = await assistantIn(cwd);
});
afterAll(() => assistant[Symbol.asyncDispose]());

const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
  const { text, isError } = await assistant.call(name, args);
  expect({ text, isError }).toEqual({ text, isError: false });
  return text;
};
const refused = async (name: string, args: Record<string, unknown>) => {
  const { text, isError } = await assistant.call(name, args);
  expect({ text, isError }).toEqual({ text, isError: true });
  return JSON.parse(text) as { code: string; option?: string; message: string; remedy: string };
};
/** The folder that an answer names. */
const folderIn = (text: string): string => /^More in (\S+):/m.exec(text)![1]!;

const PAYING = ["play", "matrix", "check", "replay", "ab", "observe"];

test("the tools are the operations, without what an assistant may not set", async () => {
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    [...PAYING, "models", "compare", "report", "job"].toSorted(),
  );
  const withBudget = tools.filter(({ inputSchema }) => inputSchema.required?.includes("budget"));
  expect(withBudget.map(({ name }) => name).toSorted()).toEqual(PAYING.toSorted());
  const options = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  for (const hidden of ["config", "record", "recording", "onMiss", "allowNarrator"])
    expect(options).not.toContain(hidden);
  const play = tools.find(({ name }) => name === "play")!;
  expect(play.inputSchema.properties).toMatchObject({
    narrator: { type: "string" },
    maxTurns: { type: "integer", minimum: 3, description: "Maximum number of turns. Default: 100." },
  });
  // Options are named as properties.
  expect(JSON.stringify(tools)).not.toMatch(/ --[a-z]/);
});

test("from a failed session to the verdict on a change: at most 8 calls and 12,000 tokens", async () => {
  await using own = await assistantIn(cwd);
  own.exchanged.push(JSON.stringify(await own.client.listTools()));
  const failed = await own.call("play", {
    narrator: "house/blunt",
    seed: 3,
    budget: 1,
    failUnder: ["overall=70"],
  });
  expect(failed.text).toMatch(/^FAILED: .* 9 forced segues/m);
  const [, finding] = /\((t\d+-forced-segue)\)/.exec(failed.text)!;
  expect(failed.text).toContain("Tool: ab { checkpoint, finding, b, budget }");
  const dir = folderIn(failed.text);
  const turn = Number(/\d+/.exec(finding!)![0]);
  const read = await own.call("report", { dir, turns: String(turn) });
  expect(read.text).toContain("Never mind all that, back to the matter at hand.");
  const verdict = await own.call("ab", {
    checkpoint: [join(dir, `turn-${turn - 1}.json`)],
    finding,
    // House narrators read no prompt.
    b: { prompt: { name: "gentle", text: "Never force the group back to the story." }, narrator: "house" },
    pairs: 12,
    budget: 1,
  });
  expect(verdict.text).toMatch(/^The tweak helped: the forced segue came back in 0 of 8/m);
  expect(own.exchanged.length).toBeLessThanOrEqual(1 + 2 * 8);
  expect(own.exchanged.join("").length / 4).toBeLessThan(12_000);
});

test.each(PAYING)("%s without a budget is refused", async (name) => {
  const needed = { checkpoint: name === "ab" ? ["turn-3.json"] : "turn-3.json", path: "evening.jsonl" };
  const own = name === "observe" ? ["path"] : ["ab", "replay"].includes(name) ? ["checkpoint"] : [];
  const args = Object.fromEntries(Object.entries(needed).filter(([key]) => own.includes(key)));
  expect(await refused(name, args)).toMatchObject({ code: "missing-option", option: "budget" });
});

test.each([
  ["play", { narrator: "house", budget: 1, config: "other.config.ts" }, "unknown-option", "config"],
  ["play", { narrator: "house", budget: 1, record: "recordings/x" }, "unknown-option", "record"],
  ["play", { narrator: "house", budget: -1 }, "bad-value", "budget"],
  ["play", { narrator: "house", budget: 1, maxTurns: "many" }, "bad-value", "maxTurns"],
  ["play", { narrator: "house", budget: 1, view: "everything" }, "bad-value", "view"],
  ["play", { narrator: "house", budget: 1, archetypes: ["bard"] }, "bad-value", "archetypes"],
  ["replay", { budget: 1 }, "missing-option", "checkpoint"],
  ["report", { turns: "3-4" }, "missing-option", "dir"],
  ["check", { target: "offline", budget: 1, banks: ["poetry"] }, "bad-value", "banks"],
  ["job", { id: "play-99" }, "unknown-job", "id"],
])("%s %j is refused in one sentence", async (name, args, code, option) => {
  const error = await refused(name, args);
  expect(error).toMatchObject({ code, option });
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(error.remedy).toMatch(/\S/);
  expect(JSON.stringify(error)).not.toMatch(/\bat .*:\d+:\d+|--[a-z]/);
});

describe("code and addresses that the settings do not name", () => {
  const loaded = join(cwd, "loaded");
  const module = `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(loaded)}, ""); export default () => ({ text: "Hm." });`;
  writeFileSync(join(cwd, "own.mjs"), module);
  const plan = (narrator: string) =>
    `stories: [innsmouth]\nsystemPrompts: { baseline: baseline }\nnarratorModels: ["${narrator}"]\nsessionsPerCombination: 1\nplayerModel: house\nclassifier: none\n`;
  writeFileSync(join(cwd, "plan.yaml"), plan("./own.mjs"));

  test.each([
    ["play", { narrator: "./own.mjs" }, "narrator"],
    ["play", { narrator: "http://127.0.0.1:9/narrate" }, "narrator"],
    ["matrix", { preset: "smoke", narrator: ["./own.mjs"] }, "narrator"],
    ["matrix", { plan: "plan.yaml" }, "narrator"],
    ["matrix", { plan: "own.mjs" }, "plan"],
    ["check", { target: "./own.mjs" }, "target"],
    ["check", { target: "http://127.0.0.1:9/rag" }, "target"],
    ["check", { target: { retrieve: "x" } }, "target"],
  ])("%s %j is refused", async (name, args, option) => {
    const house = name === "check" ? {} : { playerModel: "house", classifier: "none", observer: "none" };
    expect(await refused(name, { ...house, ...args, budget: 1 })).toMatchObject({
      code: "not-allowed",
      option,
    });
    expect(existsSync(loaded)).toBe(false);
  });

  test("a change to such a narrator is refused", async () => {
    const dir = folderIn(await call("play", { narrator: "house", seed: 7, maxTurns: 3, budget: 1 }));
    const b = ["narrator=./own.mjs"];
    const asked = { checkpoint: [join(dir, "turn-2.json")], b, budget: 1 };
    expect(await refused("ab", asked)).toMatchObject({ code: "not-allowed", option: "narrator" });
    expect(existsSync(loaded)).toBe(false);
  });
});

describe("a narrator that the settings name", () => {
  const folder = folderWithOwnNarrator();

  test("plays within the settings' budget, with progress", async () => {
    await using own = await assistantIn(folder);
    const turns: number[] = [];
    const { text } = await own.call("play", { ...slowSession, maxTurns: 3 }, (news) =>
      turns.push(news.progress),
    );
    expect(text).toMatch(/^timeout: out of turns after turn 3/);
    expect(turns).toEqual([1, 2, 3]);
    const { text: refusal } = await own.call("play", { ...slowSession, budget: 3 });
    expect(JSON.parse(refusal)).toMatchObject({ code: "bad-value", option: "budget" });
  });

  test("prints to stderr: stdout carries the protocol alone, until the client leaves", async () => {
    const child = spawn(process.execPath, [main, "mcp"], { cwd: folder, stdio: ["pipe", "pipe", "ignore"] });
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    const clientInfo = { name: "tests", version: "1" };
    const args = { ...slowSession, maxTurns: 3 };
    for (const message of [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/call", params: { name: "play", arguments: args } },
    ])
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    await vi.waitUntil(() => stdout.includes('"id":2'), { timeout: 30_000 });
    child.stdin.end();
    expect(await once(child, "close")).toEqual([0, null]);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2]);
  });

  test("a job that is stopped answers with what it has, and how to resume", async () => {
    await using own = await assistantIn(folder);
    const begun = Promise.withResolvers<void>();
    const playing = own.call("play", slowSession, () => begun.resolve());
    await begun.promise;
    const stopped = await own.call("job", { id: "play-1", stop: true });
    expect(stopped).toEqual(await playing);
    expect(stopped.text).toMatch(/^interrupted: /);
    expect(stopped.text).toMatch(/^Resume with: .*resume sessions\//m);
  });

  test("a killed client leaves a session that can be resumed", async () => {
    const folder = folderWithOwnNarrator();
    const script = fileURLToPath(new URL("./killable-client.ts", import.meta.url));
    const client = spawn(process.execPath, [script], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    await once(client.stdout, "data");
    client.kill("SIGKILL");
    const sessions = join(folder, "sessions");
    const dir = join(sessions, readdirSync(sessions)[0]!);
    const result = () => JSON.parse(readFileSync(join(dir, "session.json"), "utf8")) as SessionResult;
    await vi.waitUntil(() => existsSync(join(dir, "session.json")), { timeout: 30_000 });
    expect(result()).toMatchObject({ outcome: "interrupted" });
    expect(result().turns).toBeLessThan(12);
    // The server may still hold its lock for a moment.
    await vi.waitFor(
      async () => {
        const resumed = await startRehearse(["resume", dir], { cwd: folder, env: {} }).ended;
        expect(resumed).toMatchObject({ exit: 0 });
      },
      { timeout: 30_000 },
    );
    expect(result()).toMatchObject({ outcome: "timeout", turns: 12 });
  });
});

describe("what only some players were told", () => {
  let dir: string;
  let played: string;
  let canaries: string[];

  beforeAll(async () => {
    played = await call("play", { narrator: "house/leaky", seed: 7, maxTurns: 14, budget: 1 });
    dir = folderIn(played);
    const { records } = loadLatest(join(cwd, dir)).state;
    const told = records.flatMap(({ narrator: { text }, classification, players }) => [
      ...classification.segments
        .filter(({ audience }) => audience !== "all")
        .map(({ start, end }) => text.slice(start, end)),
      ...players.flatMap((player) => player.private?.answer ?? []),
    ]);
    canaries = told
      .flatMap((text) => splitSentences(text).map(({ start, end }) => bare(text.slice(start, end))))
      .filter((sentence) => sentence.length >= 12);
    expect(canaries.length).toBeGreaterThan(10);
  });

  const found = (text: string) => canaries.filter((canary) => ` ${bare(text)} `.includes(` ${canary} `));

  test("is in no default answer", async () => {
    const checkpoint = join(dir, "turn-8.json");
    const replayed = await call("replay", { checkpoint, turns: 4, budget: 1 });
    const finding = /\((t\d+-leak)\)/.exec(played)![1]!;
    const before = Number(/\d+/.exec(finding)![0]) - 1;
    const answers = [
      played,
      replayed,
      await call("compare", { dir: [dir, folderIn(replayed)] }),
      await call("observe", { path: dir, observer: "house", budget: 1 }),
      await call("report", { dir }),
      await call("report", {}),
      await call("ab", {
        checkpoint: [join(dir, `turn-${before}.json`)],
        finding,
        b: { narrator: "house" },
        pairs: 2,
        budget: 1,
      }),
    ];
    for (let turn = 1; turn <= 14; turn++) answers.push(await call("report", { dir, turns: String(turn) }));
    expect(found(answers.join("\n"))).toEqual([]);
    expect(played).toContain("“(private)” (turn 10)");
    expect(played).not.toContain("The house narrator planted this fault");
    for (const answer of answers) expect(answer.length).toBeLessThanOrEqual(6_000);
  });

  test("is in the author's view", async () => {
    const author = await call("report", { dir, view: "author" });
    expect(found(author).length).toBeGreaterThan(0);
    expect(author).toContain("The house narrator planted this fault: leak.");
    const told = await call("report", { dir, turns: "5", view: "author" });
    expect(found(told).length).toBeGreaterThan(0);
    expect(told).toContain("only**");
  });

  test("a long answer is cut at whole lines, and says so", async () => {
    const text = await call("report", { dir, turns: "1-14" });
    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(text).toMatch(/^\(\d+ more lines are left out: .*\)$/m);
  });
});
