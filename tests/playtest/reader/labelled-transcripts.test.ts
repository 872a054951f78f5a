/** `observe` on transcripts with labels, through the real binary, against a reader with scripted answers. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { observe } from "../../../src/operations/library.ts";
import type { ReaderScores } from "../../../src/contract/index.ts";
import { runRehearse } from "../../support/cli/rehearse-process.ts";
import { patient, turns } from "../../support/playtest/inn-and-sea.ts";
import { found, openReader } from "../../support/playtest/scripted-reader.ts";
import { transcriptFolder } from "./transcript-folder.ts";

afterEach(() => vi.unstubAllEnvs());

const workspace = (lines: readonly object[] = turns) => transcriptFolder(lines, "labelled.jsonl");

test("recall and precision by kind, and all confirmed findings with the labels' names", async () => {
  await using reader = await openReader(patient, (claim) => !claim.includes("The captain nods"));
  const cwd = workspace();
  const settings = join(cwd, "rehearse.config.ts");
  writeFileSync(settings, 'export default { findings: { "off-brand": { is: "praise", not: "irony" } } };');
  const command = ["observe", "labelled.jsonl", "--json"];
  const { exit, stdout } = await runRehearse(
    [...command, "--observer", "haiku", "--findings", "found.jsonl", "--record", "rec"],
    { cwd, env: reader.env },
  );
  expect(exit).toBe(0);
  const scores = JSON.parse(stdout) as ReaderScores;
  const kind = (name: string) => scores.kinds.find((each) => each.name === name);
  // The second label of turn 3 has no finding on its words, although the turn has another finding of its kind.
  expect(kind("contradiction")).toMatchObject({ labelled: 3, found: 4, hits: 2, precision: 0.5 });
  expect(kind("contradiction")!.recallInterval![0]).toBeCloseTo(0.2077, 4);
  expect(kind("confusion")).toMatchObject({ labelled: 2, found: 1, hits: 1, recall: 0.5, precision: 1 });
  expect(kind("leak")).toMatchObject({ labelled: 1, hits: 1 });
  expect(kind("loop"), "no label names it").toBeUndefined();
  expect(scores).toMatchObject({ voidQuotes: 1, calls: reader.asked.length });
  expect(scores.costPerTurn).toBeGreaterThan(0);

  const lines = readFileSync(join(cwd, "found.jsonl"), "utf8").trim().split("\n");
  const findings = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(findings.map(({ session, turn, type }) => [session, turn, type])).toEqual([
    ["inn", 2, "contradiction"],
    ["inn", 2, "confusion"],
    ["inn", 3, "contradiction"],
    ["inn", 3, "contradiction"],
    ["inn", 3, "secret-leak"],
    ["sea", 2, "contradiction"],
  ]);
  expect(findings[0]).toEqual({
    session: "inn",
    turn: 2,
    type: "contradiction",
    quote: "The wooden bridge creaks, and a cat watches.",
    against: "The bridge over the gorge is made of stone",
    earlier: [{ turn: 1, text: "The bridge over the gorge is made of stone" }],
    confidence: 0.9,
  });

  // Scored again from the recording: the same numbers, without a request, a key or the settings.
  rmSync(settings);
  const again = await runRehearse([...command, "--recording", "rec", "--out", "again"], { cwd, env: {} });
  expect((JSON.parse(again.stdout) as ReaderScores).kinds).toEqual(scores.kinds);

  const shown = await runRehearse(["observe", "labelled.jsonl", "--observer", "haiku"], {
    cwd,
    env: reader.env,
  });
  expect(shown.stdout).toMatch(/^contradiction +3 +4 +2 +0\.667 +0\.21-0\.94 +0\.500 +0\.15-0\.85$/m);
});

test("a turn without labels is not scored, and a file without any has no scores", async () => {
  await using reader = await openReader(({ turn }) =>
    turn === 2 ? { findings: [found("character-break", "The captain nods at Dee")] } : {},
  );
  const sea = turns.filter(({ session }) => session === "sea");
  const scored = async (...labels: unknown[]) => {
    const cwd = workspace(sea.map((line) => ({ ...line, labels: labels[line.turn - 1] })));
    const args = ["observe", "labelled.jsonl", "--observer", "haiku", "--json"];
    const { kinds } = JSON.parse((await runRehearse(args, { cwd, env: reader.env })).stdout) as ReaderScores;
    return kinds && kinds.find(({ name }) => name === "character-break")!.found;
  };
  const looksLikeOne = [{ type: "not", of: "character-break" }];
  expect(await scored(looksLikeOne, [])).toBe(1);
  expect(await scored(looksLikeOne)).toBe(0);
  expect(await scored()).toBeUndefined();
});

test("no request contains a word of a label", async () => {
  const file = join(import.meta.dirname, "..", "..", "fixtures", "narrated", "sessions.jsonl");
  const corpus = readFileSync(file, "utf8").trim().split("\n");
  type Line = { session: string; turn: number; labels: Record<string, unknown>[] };
  const lines = corpus.map((line) => JSON.parse(line) as Line);
  await using reader = await openReader(({ messages, turn }) => {
    const quote = /NARRATION:\n(.{30})/.exec(messages[turn]!.text)![1]!;
    return { findings: [found("character-break", quote)] };
  });
  const { exit } = await runRehearse(["observe", file, "--observer", "haiku", "--concurrency", "12"], {
    cwd: workspace(),
    env: reader.env,
  });
  expect(exit).toBe(0);
  // Each batch was read and looked at a second time.
  const batches = new Set(lines.map(({ session, turn }) => `${session}/${Math.ceil(turn / 5)}`));
  expect(reader.asked).toHaveLength(2 * batches.size);
  const sent = reader.asked.map(({ system, messages }) =>
    [system, ...messages.map(({ text }) => text)].join("\n"),
  );
  // A short title may occur in the story too.
  const told = JSON.stringify(lines.map((turn) => ({ ...turn, labels: [] })));
  const words = lines
    .flatMap(({ labels }) => labels.flatMap(({ note, title }) => [note, title]))
    .filter((text) => typeof text === "string")
    .filter((text) => !told.includes(JSON.stringify(text).slice(1, -1)));
  expect(words.length).toBeGreaterThan(150);
  expect(words.filter((text) => sent.some((request) => request.includes(text)))).toEqual([]);
  expect(sent.filter((request) => /"labels"|"verbatim"|hard negative/.test(request))).toEqual([]);
});

test("below 90 % of turns read it exits with 3, the library rejects, and repeating reads the rest", async () => {
  const lines = Array.from({ length: 10 }, (_, index) => ({ ...turns[3], turn: index + 1, labels: [] }));
  let isDown = true;
  await using reader = await openReader(({ turn }) =>
    isDown && turn > 5 ? { status: 500 } : { findings: [] },
  );
  const cwd = workspace(lines);
  const args = ["observe", "labelled.jsonl", "--observer", "haiku", "--json"];
  const run = () => runRehearse(args, { cwd, env: reader.env });

  const first = await run();
  expect(first.exit).toBe(3);
  expect(first.stderr).toContain("Only 5 of 10 turns could be read, and at least 90 % are required. ");
  expect(first.stderr).toContain("name another observer");
  expect(first.stderr).toContain("Repeat the command to resume.");
  expect(JSON.parse(first.stdout)).toMatchObject({
    sessions: [{ read: { turns: [1, 2, 3, 4, 5], of: 10 } }],
  });

  for (const [name, value] of Object.entries(reader.env)) vi.stubEnv(name, value);
  const options = { path: join(cwd, "labelled.jsonl"), out: join(cwd, "sessions"), observer: "haiku" };
  const config = join(cwd, "rehearse.config.ts");
  await expect(observe({ ...options, config })).rejects.toMatchObject({ code: "no-result", exit: 3 });

  const before = reader.asked.length;
  isDown = false;
  expect((await run()).exit).toBe(0);
  expect(reader.asked).toHaveLength(before + 1);
});

test.each([
  [{ type: "banana" }, 'unknown type of label "banana"'],
  [{ type: "not", of: "lop" }, 'unknown type of label "lop". Did you mean loop?'],
  [{ type: "loop", quote: "Words of another turn." }, "the quote of a label is not in the turn"],
])("a label that could never match is refused with its line, before a call: %o", async (label, problem) => {
  await using reader = await openReader(() => ({}));
  const cwd = workspace([{ ...turns[0], labels: [label] }, ...turns.slice(1)]);
  const { exit, stderr } = await runRehearse(["observe", "labelled.jsonl", "--observer", "haiku"], {
    cwd,
    env: reader.env,
  });
  expect({ exit, stderr }).toEqual({
    exit: 2,
    stderr: expect.stringContaining(`labelled.jsonl, line 1: ${problem}`) as string,
  });
  expect(reader.asked).toEqual([]);
});
