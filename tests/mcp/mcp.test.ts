/** `rehearse mcp` over a real pipe: what an assistant can do, and what it cannot. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { SessionResult } from "../../src/contract/index.ts";
import { splitSentences } from "../../src/kernel/text/index.ts";
import { publicPart } from "../../src/playtest/agents/index.ts";
import { loadLatest } from "../../src/playtest/index.ts";
import { main, startRehearse } from "../support/cli/rehearse-process.ts";
import { type Entry, type Special, startPlaytestServer } from "../support/model-servers/playtest-server.ts";
import { bare } from "../support/playtest/bare.ts";
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
/** The folder that an answer names. */
const folderIn = (text: string): string => /^Folder: (\S+)$/m.exec(text)![1]!;

const PAYING = ["play", "matrix", "check", "replay", "ab", "observe", "resume"];

test("the tools are the operations, without what an assistant may not set", async () => {
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(
    [...PAYING, "models", "compare", "report", "job"].toSorted(),
  );
  const withBudget = tools.filter(({ inputSchema }) => inputSchema.required?.includes("budget"));
  expect(withBudget.map(({ name }) => name).toSorted()).toEqual(PAYING.toSorted());
  const options = tools.flatMap(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
  for (const hidden of ["config", "record", "recording", "allowNarrator"])
    expect(options).not.toContain(hidden);
  const play = tools.find(({ name }) => name === "play")!;
  expect(play.inputSchema.properties).toMatchObject({
    narrator: { type: "string" },
    maxTurns: { type: "integer", minimum: 3, description: "Maximum number of turns. Default: 100." },
  });
  // Options are named as properties.
  expect(JSON.stringify(tools)).not.toMatch(/ --[a-z]/);
});

/** A model that says the same again and again from its fourth turn on, unless the prompt forbids it. */
const repetitive = (asked: Entry): Special | undefined =>
  asked.part === "narrator" && asked.turn >= 4 && !asked.system.includes("Never repeat yourself.")
    ? { does: "say", text: "The tide is out, and the mud shines like tin. What do you do?" }
    : undefined;

test("from a failed session over an edited prompt to a verdict: 8 calls and 12,000 tokens", async () => {
  await using models = await startPlaytestServer({ special: repetitive });
  const folder = mkdtempSync(join(tmpdir(), "edited-prompt-"));
  const prompt = join(folder, "prompts", "mine.md");
  const settings = {
    budget: 20,
    providers: { local: { baseURL: models.baseURL("local") } },
    roles: { narrator: "local/teller", classifier: "none", observer: "local/reader", judge: "none" },
  };
  mkdirSync(dirname(prompt));
  writeFileSync(prompt, "Tell the story.\n");
  writeFileSync(join(folder, "rehearse.config.mjs"), `export default ${JSON.stringify(settings)};\n`);

  await using own = await assistantIn(folder);
  own.exchanged.push(JSON.stringify(await own.client.listTools()));
  const failed = await own.call("play", {
    prompt: "mine",
    playerModel: "house",
    seed: 3,
    maxTurns: 7,
    budget: 1,
    failOver: ["loops=0"],
  });
  expect(failed.text).toContain("Gate failed: loops ");
  const [, finding] = /\((t\d+-loop)\)/.exec(failed.text)!;
  const turn = Number(/\d+/.exec(finding!)![0]);
  const read = await own.call("report", { dir: folderIn(failed.text), turns: String(turn) });
  expect(read.text).toContain("the mud shines like tin");
  writeFileSync(prompt, "Tell the story. Never repeat yourself.\n");
  // The answer has the call; only the name of the edited prompt is missing.
  const ready = JSON.parse(/^ +ab (\{.*\})$/m.exec(failed.text)![1]!) as object;
  expect(ready).toMatchObject({ finding, b: { prompt: "YOUR-PROMPT.md" } });
  const verdict = await own.call("ab", { ...ready, b: { prompt: "mine" }, pairs: 12 });
  expect(verdict.text).toMatch(/^The tweak helped: a loop came back by turn \d+ in 0 of \d+/m);
  // The call's budget, not that of the settings.
  const plan = readFileSync(join(folder, folderIn(verdict.text), "ab-plan.json"), "utf8");
  expect(JSON.parse(plan)).toMatchObject({ budget: 1 });
  expect(verdict.text).toMatch(/^Cost: .* \(budget \$1\.00\)$/m);
  expect(own.exchanged.length).toBeLessThanOrEqual(1 + 2 * 8);
  expect(own.exchanged.join("").length / 4).toBeLessThan(12_000);
});

test("the next step of a recorded session runs as printed", async () => {
  const recording = fileURLToPath(new URL("../../recordings/innsmouth", import.meta.url));
  await startRehearse(["play", "--recording", recording], { cwd, env: {} }).ended;
  const dir = readdirSync(join(cwd, "sessions")).find((name) => name.startsWith("innsmouth"));
  const report = await call("report", { dir: join("sessions", dir!) });
  const step = JSON.parse(/^ +replay (\{.*\})$/m.exec(report)![1]!) as Record<string, unknown>;
  expect(step).toMatchObject({ playerModel: "house", classifier: "none" });
  expect(await call("replay", step)).toMatch(/^Folder: /m);
});

test("a check answers with the stages of a test, and names options as properties", async () => {
  const text = await call("check", { target: "offline", test: ["PAT-CRISIS-001"], debug: true, budget: 1 });
  expect(text).toMatch(/^PAT-CRISIS-001: [^]*^Prompt:/m);
  expect(text).not.toMatch(/ --[a-z]/);
  const cut = await call("check", { target: "offline", banks: ["pattern"], debug: true, budget: 1 });
  expect(cut).toMatch(/^\(\d+ more lines are left out: read (\S+)\.\)$[^]*^Report: \1$/m);
});

test("a session elsewhere is replayed into the folder, and left as it is", async () => {
  const played = await call("play", { narrator: "house", seed: 7, maxTurns: 3, budget: 1 });
  // A tool does it: no shell is needed.
  expect(played).toMatch(/^- Play more turns\.\n {2}replay \{.*"maxTurns":6/m);
  const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
  const session = join(elsewhere, "session");
  cpSync(join(cwd, folderIn(played)), session, { recursive: true });
  const branch = await call("replay", { checkpoint: join(session, "turn-2.json"), turns: 1, budget: 1 });
  expect(folderIn(branch)).toMatch(/^sessions\//);
  expect(readdirSync(elsewhere)).toEqual(["session"]);
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

  test("a job that is stopped answers with what it has, and can be resumed", async () => {
    await using own = await assistantIn(folder);
    const begun = Promise.withResolvers<void>();
    const playing = own.call("play", slowSession, () => begun.resolve());
    await begun.promise;
    const stopped = await own.call("job", { id: "play-1", stop: true });
    expect(stopped).toEqual(await playing);
    expect(stopped.text).toMatch(/^interrupted: /);
    expect(stopped.text).toMatch(/^Resume: resume \{"dir":"sessions\/.*"budget":1\}$/m);
    const resumed = await own.call("resume", { dir: folderIn(stopped.text), budget: 1 });
    expect(resumed.text).toMatch(/^timeout: out of turns after turn 12/);
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
    // A narrator may tell all what only some knew.
    const heard = bare(
      records
        .flatMap(({ narrator, classification, players, crossTalk = [], relay }) => [
          publicPart(narrator.text, classification),
          ...[...players, ...crossTalk].map(({ says }) => says),
          relay?.text ?? "",
        ])
        .join("\n"),
    );
    canaries = told
      .flatMap((text) => splitSentences(text).map(({ start, end }) => bare(text.slice(start, end))))
      .filter((sentence) => sentence.length >= 12 && !heard.includes(sentence));
    expect(canaries.length).toBeGreaterThan(3);
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
    expect(answers.join("\n")).not.toContain("only**");
    expect(played).toMatch(/^Quotes that not everybody at the table heard are left out\./m);
    expect(played).not.toContain("The narrator planted this fault");
    for (const answer of answers) expect(answer.length).toBeLessThanOrEqual(6_000);
  });

  test("is in the author's view", async () => {
    const author = await call("report", { dir, view: "author" });
    expect(author).not.toContain("are left out");
    expect(author).toContain("The narrator planted this fault: leak.");
    const told = await call("report", { dir, turns: "5", view: "author" });
    expect(told).toContain("only**");
  });

  test("a long answer is cut at whole lines, and says so", async () => {
    const text = await call("report", { dir, turns: "1-14" });
    expect(text.length).toBeLessThanOrEqual(6_000);
    expect(text).toMatch(/^\(\d+ more lines are left out: ask for fewer turns\.\)$/m);
    const branch = await call("replay", {
      checkpoint: join(dir, "turn-3.json"),
      turns: 5,
      seed: 99,
      budget: 1,
    });
    const other = folderIn(branch);
    expect(branch).toContain(`Resume: resume {"dir":"${other}",`);
    expect(branch).not.toContain("rehearse resume");
    const both = { dir: [dir, other] };
    expect(await call("compare", both)).toContain('left out: ask for less, or use view: "author".)');
    expect(await call("compare", { ...both, view: "author" })).toContain(
      `more lines are left out: read ${join(dir, "report.md")}, ${join(other, "report.md")}.)`,
    );
  });
});
