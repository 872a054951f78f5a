/** What the commands around a session print: for people, and as one document. */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import ask from "../../../src/cli/commands/setup/ask.ts";
import compare from "../../../src/cli/commands/experiments/compare.ts";
import { letter } from "../../../src/cli/commands/experiments/comparison-text.ts";
import cost from "../../../src/cli/commands/results/cost.ts";
import demo from "../../../src/cli/commands/play/demo.ts";
import init from "../../../src/cli/commands/setup/init.ts";
import models from "../../../src/cli/commands/setup/models.ts";
import play from "../../../src/cli/commands/play/play.ts";
import replay from "../../../src/cli/commands/play/replay.ts";
import report from "../../../src/cli/commands/results/report.ts";
import { resultText } from "../../../src/cli/commands/play/session-output.ts";
import sessions from "../../../src/cli/commands/results/sessions.ts";
import story from "../../../src/cli/commands/setup/story.ts";
import type { SessionResult } from "../../../src/contract/index.ts";
import { providers } from "../../../src/kernel/models/index.ts";
import { houseCast, loadLatest, type Comparison } from "../../../src/playtest/index.ts";
import { runInMemory } from "../../support/run-in-memory.ts";

const rehearse = (...argv: string[]) =>
  runInMemory([ask, compare, cost, demo, init, models, play, replay, report, sessions, story], argv);
const json = async <T>(...argv: string[]): Promise<T> => {
  const { stdout, stderr, exit } = await rehearse(...argv, "--json");
  expect({ stderr, exit }).toEqual({ stderr: "", exit: 0 });
  return JSON.parse(stdout) as T;
};
const folder = (name: string) => mkdtempSync(join(tmpdir(), `${name}-`));

type Demo = { session: SessionResult; branch: SessionResult; comparison: Comparison };
let out: string;
let played: Demo;
/** Of session and branch. */
let dirs: [string, string];
beforeAll(async () => {
  // Nobody's keys: what is played here is free.
  for (const { key, optionalKey, baseURL } of Object.values(providers))
    for (const name of [key, optionalKey, baseURL]) if (name) vi.stubEnv(name, undefined);
  out = folder("played");
  const session = await json<SessionResult>("play", "--narrator", "house", "--seed", "7", "--out", out);
  const [branch] = await json<SessionResult[]>(
    "replay",
    "--checkpoint",
    join(session.dir, "turn-8.json"),
    "--narrator",
    "house/blunt",
    "--out",
    out,
  );
  dirs = [session.dir, branch!.dir];
  played = { session, branch: branch!, comparison: await json<Comparison>("compare", ...dirs) };
}, 180_000);

test("a session and its branch, compared", () => {
  expect(played.session).toMatchObject({ outcome: "completed", models: { narrator: "house/plain" } });
  expect(played.branch).toMatchObject({
    models: { narrator: "house/blunt" },
    branchedFrom: { sessionId: played.session.sessionId, turn: 8 },
  });
  expect(played.comparison.sessions.map(({ whole: { turns } }) => turns)).toEqual([
    played.session.turns,
    played.branch.turns - 8,
  ]);
  for (const dir of dirs)
    expect(readdirSync(dir)).toEqual(
      expect.arrayContaining([
        "report.md",
        "session.json",
        "calls.jsonl",
        "turn-0.json".replace("0", dir === dirs[0] ? "0" : "8"),
      ]),
    );
});

test("a result is told with its numbers, one of a thing as one", () => {
  const { metrics, privateMoments, issues } = played.branch;
  const one = {
    ...played.branch,
    turns: 1,
    metrics: { ...metrics!, tangents: { ...metrics!.tangents, count: 1 } },
    privateMoments: [{ ...privateMoments[0]! }],
    issues: issues.slice(0, 1),
  };
  expect(issues.length).toBeGreaterThan(1);
  expect(resultText(one)).toContain(
    `\n1 turn, 21 turns of its own, ${one.pulses.detected}/${one.pulses.expected} pulses left to tell, 1 tangent, 1 private moment, 1 issue, cost $0.0000\n`,
  );
  expect(resultText(played.branch)).toContain(`, ${issues.length} issues, `);
  expect(resultText(played.branch)).toMatch(
    /^house \(planted faults only\) read 21 of 21 turns\.\nWorst problem: turn \d+, [a-z-]+: /m,
  );
  const nobody = { turns: [], of: 21, unread: [], notLookedFor: ["contradiction" as const] };
  expect(resultText({ ...played.branch, read: nobody })).toContain(
    "No reader. Not looked for (needs --observer MODEL): contradiction.",
  );
});

test(
  "demo for people says first that a language model was recorded, and when",
  { timeout: 180_000 },
  async () => {
    const where = folder("demo");
    const { stdout, stderr, exit } = await rehearse("demo", "--out", where, "--results", folder("results"));
    expect({ stderr, exit }).toEqual({ stderr: "", exit: 0 });
    expect(stdout.split("\n")[0]).toMatch(
      /recordings: a language model played every seat.* on \d{4}-\d{2}-\d{2}/,
    );
    for (const text of [
      "opus-4.5",
      "First difference: turn",
      "report.md; what each run cost: rehearse cost ",
      "no request was made",
    ])
      expect(stdout).toContain(text);
  },
);

test("compare: over the turns that both have after the branch, beside all that each played itself", async () => {
  const {
    shared,
    sessions: [a, b],
  } = await json<Comparison>("compare", ...dirs);
  const states = dirs.map((dir) => loadLatest(dir).state);
  const last = Math.min(...states.map(({ turn }) => turn));
  expect(shared).toEqual({ branchPoint: 8, range: { from: 9, to: last } });
  for (const [index, session] of [a!, b!].entries()) {
    const { issues, pulses, tangents } = states[index]!;
    const within = (turn: number) => turn > 8 && turn <= last;
    expect(session.shared).toMatchObject({
      turns: last - 8,
      issues: issues.filter(({ turn }) => within(turn)).length,
      pulses: pulses.filter(within).length,
      tangents: tangents.filter(({ startTurn }) => within(startTurn)).length,
    });
    const own = (turn: number) => index === 0 || turn > 8;
    expect(session.whole).toMatchObject({
      turns: states[index]!.turn - (index === 0 ? 0 : 8),
      issues: issues.filter(({ turn }) => own(turn)).length,
      pulses: pulses.filter(own).length,
      tangents: tangents.filter(({ startTurn }) => own(startTurn)).length,
    });
  }
  const { stdout } = await rehearse("compare", ...dirs);
  expect(stdout).toContain("(branched from A after turn 8)");
  expect(stdout).toMatch(/^own turns +A +B$/m);
  expect(stdout).toContain(
    `Over turns 9 to ${last}, which all of them have; up to turn 8 they are identical:`,
  );
  expect(stdout).toMatch(/^narrator +house +house\/blunt$/m);
  // An issue is one line.
  expect(stdout.split("\n").filter((line) => /^[AB] +turn \d+ +\S/.test(line))).toHaveLength(
    a!.issues.length + b!.issues.length,
  );
});

test("compare: sessions that went the same way are told together, and a changed prompt by what was changed", async () => {
  const prompt = join(folder("prompt"), "mine.md");
  const baseline = readFileSync(new URL("../../../prompts/baseline.md", import.meta.url), "utf8").trim();
  writeFileSync(prompt, `${baseline}\n\nNever mention the weather.`);
  const branches = folder("branches");
  const checkpoint = join(dirs[0], "turn-8.json");
  expect(
    (
      await rehearse(
        "replay",
        "--checkpoint",
        checkpoint,
        "--prompt",
        prompt,
        "--turns",
        "3",
        "--out",
        branches,
      )
    ).exit,
  ).toBe(0);
  expect(
    (
      await rehearse(
        "replay",
        "--checkpoint",
        checkpoint,
        "--turns",
        "3",
        "--seed",
        "other",
        "--out",
        branches,
      )
    ).exit,
  ).toBe(0);
  const all = [dirs[0], ...readdirSync(branches).map((name) => join(branches, name))].sort(
    (x, y) => Number(loadLatest(x).state.config.seed !== 7) - Number(loadLatest(y).state.config.seed !== 7),
  );
  const { stdout } = await rehearse("compare", ...all);
  expect(stdout).toMatch(/^prompt text +[0-9a-f]{8} +[0-9a-f]{8} +[0-9a-f]{8}$/m);
  expect(stdout).toContain("  + Never mention the weather.");
  expect(stdout).not.toContain(`  + ${baseline.split("\n")[0]!.slice(0, 30)}`);
  expect(stdout).toMatch(/^First difference: turn \d+/m);
  // The house does not read the prompt: only the other dice make a difference.
  expect(stdout).toMatch(/^A, B: /m);
  expect(stdout).toMatch(/^C: /m);
});

test("compare: a folder that is named twice, in whatever way, is no evidence", async () => {
  const refused = {
    exit: 2,
    stdout: "",
    stderr: expect.stringContaining("Name every folder once") as unknown,
  };
  expect(await rehearse("compare", dirs[0], dirs[1], dirs[0])).toMatchObject(refused);
  expect(await rehearse("compare", dirs[0], join(dirs[0], "..", basename(dirs[0])))).toMatchObject(refused);
});

test("compare: what nobody looked for is a dash", async () => {
  const alone = ["--narrator", "house", "--observer", "none", "--max-turns", "8", "--out", folder("unread")];
  const unread = await Promise.all(
    ["1", "2"].map(async (seed) => (await json<SessionResult>("play", ...alone, "--seed", seed)).dir),
  );
  const { stdout } = await rehearse("compare", ...unread);
  expect(stdout).toMatch(/^tangents +- +-$/m);
  expect(stdout).toMatch(/^private moments +\d+ \(- paid off\) +\d+ \(- paid off\)$/m);
  expect(stdout).not.toContain("null");
});

test("compare --metric: one number of each", async () => {
  const { stdout } = await rehearse("compare", ...dirs, "--metric", "pulses");
  expect(stdout).toMatch(new RegExp(`^${dirs[0]} +\\d+ +${played.session.pulses.detected}$`, "m"));
  const { metric, sessions } = await json<{ metric: string; sessions: Array<{ whole: number }> }>(
    "compare",
    ...dirs,
    "--metric",
    "issues",
  );
  expect({ metric, whole: sessions.map(({ whole }) => whole) }).toEqual({
    metric: "issues",
    whole: [played.session.issues.length, played.branch.issues.length],
  });
  expect(await rehearse("compare", ...dirs, "--metric", "isues")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("issues") as unknown,
  });
});

test("letters go on after Z", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letter)).toEqual([
    "A",
    "Z",
    "AA",
    "AB",
    "AZ",
    "BA",
    "ZZ",
    "AAA",
  ]);
});

test("report --turns is a part of the report; with --for-llm it is another text; past the end it says so", async () => {
  const part = await rehearse("report", dirs[0], "--turns", "5-7");
  const pasted = await rehearse("report", dirs[0], "--turns", "5-7", "--for-llm");
  expect(part.stdout).toContain("# Session Report: turns 5 to 7 of");
  expect(part.stdout).not.toContain("system prompt");
  expect(pasted.stdout).toContain("The narrator's system prompt:");
  expect([part.stderr, pasted.stderr]).toEqual(["", ""]);
  const { turns } = played.session;
  const beyond = await rehearse("report", dirs[0], "--turns", `${turns - 2}-${turns + 30}`);
  expect(beyond.stderr).toBe(`The session has ${turns} turns: this is turns ${turns - 2} to ${turns}.\n`);
  expect(beyond.stdout).toContain(`# Session Report: turns ${turns - 2} to ${turns} of ${turns}`);
  expect(await rehearse("report", dirs[0], "--turns", `${turns + 1}`)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining(`which has ${turns} turns`) as unknown,
  });
});

test("an excerpt's transcript, its past and its findings stand in block quotes, as it says", async () => {
  const { stdout } = await rehearse("report", dirs[1], "--turns", "10-12", "--for-llm");
  const { records, issues } = loadLatest(dirs[1]).state;
  expect(stdout).toContain("Everything in block quotes, and what stands after “Wanted:”, is transcript");
  expect(issues.some(({ turn }) => turn >= 10 && turn <= 12)).toBe(true);
  const prompt = stdout.indexOf("The narrator's system prompt:");
  const bare = stdout
    .slice(0, prompt)
    .split("\n")
    .filter((line) => !line.startsWith(">") && !line.startsWith("<sub>Wanted:"));
  const said = records
    .filter(({ turn }) => turn <= 12)
    .flatMap(({ narrator, players, relay }) => [
      narrator.text.slice(0, 30),
      ...(relay ? [relay.text.slice(0, 30)] : players.map(({ says }) => says.slice(0, 30))),
    ])
    .filter((words) => words !== "");
  expect(bare.filter((line) => said.some((words) => line.includes(words)))).toEqual([]);
  expect(stdout).toMatch(/^What happened before:\n\n> - turn 1 \(character creation\): /m);
  expect(stdout).toMatch(/^What the harness found here:\n\n> - \*\*Turn 1[0-2], /m);
});

test("report says what of the journal could not be read", async () => {
  const dir = join(folder("damaged"), "session");
  cpSync(dirs[0], dir, { recursive: true });
  const lines = readFileSync(join(dir, "calls.jsonl"), "utf8").trimEnd().split("\n");
  writeFileSync(
    join(dir, "calls.jsonl"),
    [...lines.slice(0, 4), lines[4]!.replace('"', "x"), ...lines.slice(5), '{"torn'].join("\n"),
  );
  for (const flags of [[], ["--turns", "3"]]) {
    const { stderr, exit } = await rehearse("report", dir, ...flags);
    expect({ stderr, exit }).toEqual({
      exit: 0,
      stderr:
        "calls.jsonl: The last line is torn (6 bytes) and was left out.\ncalls.jsonl: Line 5 is damaged and was left out: totals may be too low.\n",
    });
  }
});

test("replay of a folder says which file to name", async () => {
  const { stderr, exit } = await rehearse("replay", "--checkpoint", dirs[0]);
  expect(exit).toBe(2);
  expect(stderr).toContain(`${dirs[0]} cannot be used: it is a folder.`);
  expect(stderr).toContain(`Name one of its turns: ${join(dirs[0], "turn-N.json")}`);
});

test("report writes what play wrote", async () => {
  const path = join(dirs[0], "report.md");
  const before = readFileSync(path, "utf8");
  writeFileSync(path, "gone");
  expect((await rehearse("report", dirs[0])).stdout).toBe(`Written to ${path}\n`);
  expect(readFileSync(path, "utf8")).toBe(before);
});

test("sessions: the oldest first, with date, issues and cost; an archived one is not archived again", async () => {
  const shelf = folder("shelf");
  for (const dir of dirs) cpSync(dir, join(shelf, basename(dir)), { recursive: true });
  const moved = join(shelf, "renamed");
  renameSync(join(shelf, basename(dirs[0])), moved);
  const bare = await rehearse("sessions", "--out", shelf);
  expect(bare.stdout).toBe((await rehearse("sessions", "list", "--out", shelf)).stdout);
  expect(bare.stdout).toMatch(
    new RegExp(
      `^renamed +\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d +innsmouth +baseline +house +completed +${played.session.turns} +${played.session.issues.length} +0\\.0000$`,
      "m",
    ),
  );
  expect(bare.stdout).toMatch(
    new RegExp(`^${basename(dirs[1])} .* ${played.session.sessionId} turn 8$`, "m"),
  );
  expect(bare.stdout.indexOf("renamed")).toBeLessThan(bare.stdout.indexOf(basename(dirs[1])));

  expect((await rehearse("sessions", "archive", moved)).stdout).toBe(
    `${moved} → ${join(shelf, "archive/renamed")}\n`,
  );
  expect((await rehearse("sessions", "--out", shelf)).stdout).not.toContain("renamed");
  expect(await rehearse("sessions", "archive", join(shelf, "archive/renamed"))).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("is in an archive already") as unknown,
  });
  expect(readdirSync(join(shelf, "archive/renamed"))).toContain("report.md");
  expect(existsSync(join(shelf, "archive/archive"))).toBe(false);
  expect((await rehearse("report", join(shelf, "archive/renamed"), "--turns", "3")).exit).toBe(0);
});

test("models lists the house's narrators with what they plant, which is where an unknown one sends people", async () => {
  const { stdout } = await rehearse("models");
  for (const { name, does } of houseCast)
    expect(stdout).toMatch(new RegExp(`^  house/${name} +${does.slice(0, 20)}`, "m"));
  expect(await rehearse("play", "--narrator", "house/loopy", "--out", folder("none"))).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/house\/looping[\s\S]*rehearse models/) as unknown,
  });
});

test("models: a tier is not called the cheapest where it is not", async () => {
  const { stdout } = await rehearse("models");
  expect(stdout).toContain("not a price ranking");
  expect(stdout).not.toContain("cheapest");
});

test("init: a guide that passes its check, and a second time there is nothing to do", async () => {
  const dir = folder("init");
  const first = await rehearse("init", dir);
  expect(first.stdout).toMatch(/^written {2}.*my-story\.md$/m);
  const path = join(dir, "stories/my-story.md");
  expect((await rehearse("story", "check", path)).stdout).toContain("No problems found.");
  expect(await rehearse("init", dir)).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining("Nothing to do") as unknown,
  });
  const { files } = (await json("init", dir)) as { files: Array<{ written: boolean }> };
  expect(files.map(({ written }) => written)).toEqual(files.map(() => false));
});

test("story check speaks of pulses by their ids", async () => {
  const path = join(folder("story"), "mine.json");
  const guide = JSON.parse(
    readFileSync(new URL("../../../stories/long-quiet.json", import.meta.url), "utf8"),
  ) as { pulses: Array<{ id: string; title?: unknown }> };
  delete guide.pulses[3]!.title;
  writeFileSync(path, JSON.stringify(guide));
  expect(await rehearse("story", "check", path)).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining(
      `pulse "${guide.pulses[3]!.id}", title: missing (expected text)`,
    ) as unknown,
  });
});

test("ask: a schema that is not there is not there", async () => {
  expect(
    await rehearse("ask", "hi", "--schema", join(out, "nope.json"), "--out", folder("ask")),
  ).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(/file not found: .*nope\.json/) as unknown,
  });
});

test("cost: what a torn line leaves possibly billed cost nothing where the price is nothing", async () => {
  const run = join(folder("torn"), "run");
  await rehearse("ask", "hi", "--run", run);
  const journal = join(run, "calls.jsonl");
  const text = readFileSync(journal, "utf8");
  writeFileSync(journal, text.slice(0, text.trimEnd().lastIndexOf("\n") + 20));
  const { stdout, stderr } = await rehearse("cost", run);
  expect(stderr).toContain("The last line is torn");
  expect(stdout).toMatch(/^narrator +1 +0 +0 +0 +0 +0 +0\.000000$/m);
});

test("your own narrator with embedded players needs no key, and it is said who classifies", async () => {
  const dir = folder("own");
  const narrator = join(dir, "narrator.mjs");
  writeFileSync(
    narrator,
    "export default ({ turn }) => ({ text: `Turn ${turn}: the fog is ${turn} yards off. What do you do?` });\n",
  );
  const result = await json<SessionResult>(
    "play",
    "--narrator",
    narrator,
    "--player-model",
    "house",
    "--max-turns",
    "3",
    "--seed",
    "1",
    "--out",
    dir,
  );
  expect(result.notes).toEqual([
    expect.stringMatching(/^No key for the classifier \(gpt-4o-mini\): using built-in rules \(free\)\.$/),
    expect.stringMatching(
      /^No key for the reader \(gpt-4o-mini\), so turns will not be read\. Choose another model with --observer\.$/,
    ),
  ]);
  const { stdout } = await rehearse(
    "play",
    "--narrator",
    narrator,
    "--player-model",
    "house",
    "--max-turns",
    "3",
    "--seed",
    "1",
    "--out",
    dir,
  );
  expect(stdout).toContain("Note: No key for the classifier");
  expect(stdout).toContain("played all players and the spokesperson");
  expect(stdout).not.toContain("Nothing in it is evidence");
});

test("a key that is missing: --classifier house is among the ways out, and the way that was taken is not", async () => {
  const direct = await rehearse("play", "--narrator", "grok-4", "--out", folder("none"));
  expect(direct.stderr).toMatch(/--via openrouter[\s\S]*--classifier house/);
  const routed = await rehearse(
    "play",
    "--narrator",
    "grok-4",
    "--via",
    "openrouter",
    "--out",
    folder("none"),
  );
  expect(routed.stderr).toContain("OPENROUTER_API_KEY");
  expect(routed.stderr).not.toContain("--via openrouter");
});
