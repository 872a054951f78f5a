/** The command rehearse check --redline: its requests, output and exit codes. */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { redlineReport, type RedlineReport } from "../../src/contract/index.ts";
import { clopperPearson } from "../../src/kernel/stats/index.ts";
import { createPatternMatcher } from "../../src/retrieval/mechanisms/index.ts";
import { loadBanks } from "../../src/retrieval/banks.ts";
import { runCommand } from "../support/cli/run-in-memory.ts";
import { gardenBanks, gardenFolder, startTarget, type Answer } from "./garden-shop.ts";

const root = resolve(import.meta.dirname, "../..");
const readJsonFile = (name: string): unknown =>
  JSON.parse(readFileSync(join(root, "test_banks/pattern", name), "utf8"));

const alarm = { matches: ["handler_poison"] };
const calm = { matches: [] };

async function prove(
  answer: Answer,
  { argv = [], banks = gardenBanks }: { argv?: string[]; banks?: Partial<typeof gardenBanks> } = {},
) {
  await using target = await startTarget(answer);
  const garden = gardenFolder(banks as typeof gardenBanks);
  const { exit, stdout, stderr } = await runCommand([
    "check",
    "--redline",
    "--target",
    target.url,
    ...garden.flags,
    ...argv,
  ]);
  return { exit, stdout, stderr, log: target.log };
}
const jsonOf = (stdout: string): RedlineReport => redlineReport.parse(JSON.parse(stdout));

/** The shipped bank with every fourth phrase, or, in the full run, all of it. */
function shippedBanks(): string[] {
  if (process.env["REHEARSE_FULL"] === "1") return [];
  const fourth = (_: unknown, at: number) => at % 4 === 0;
  const { tests, ...bank } = readJsonFile("pattern_tests.json") as { tests: object[] };
  const { crisis_patterns, ...rules } = readJsonFile("pattern_rules.json") as {
    crisis_patterns: Array<{ examples: string[]; benign?: string[] }>;
  };
  const dir = mkdtempSync(join(tmpdir(), "redline-"));
  const write = (name: string, value: object) =>
    writeFileSync(join(dir, "pattern", name), JSON.stringify(value));
  mkdirSync(join(dir, "pattern"));
  write("pattern_tests.json", { ...bank, tests: tests.filter(fourth) });
  write("pattern_rules.json", {
    ...rules,
    crisis_patterns: crisis_patterns.map((rule) => ({
      ...rule,
      examples: rule.examples.filter(fourth),
      benign: rule.benign?.filter(fourth),
    })),
  });
  return ["--test-banks", dir, "--kb", "shipped"];
}

test("the built-in rules pass the red line", async () => {
  const { exit, stdout } = await runCommand(["check", "--redline", "--json", ...shippedBanks()]);
  const report = jsonOf(stdout);
  expect(report.gates.filter(({ is }) => is !== "passed")).toEqual([]);
  expect(exit).toBe(0);
  expect(report.families.map(({ family }) => family)).toEqual(
    expect.arrayContaining(["as written", "slang", "spacing", "curly quotes", "emoji"]),
  );
  expect(report.total.crisis.low).toBeLessThan(report.total.crisis.share);
}, 600_000);

test("a target that alarms on everything fails by its false positives", async () => {
  const { exit, stdout } = await prove(() => alarm);
  expect(exit).toBe(1);
  expect(stdout).toMatch(/Gate failed: false positives 100\.0 %, limit 10\.0 %\.\n/);
  expect(stdout).toContain('False positive, capitals\n    "MY ROSES CAN\'T BREATHE IN THIS CLAY"\n');
});

test("a target that never alarms fails by its recall", async () => {
  const junit = join(mkdtempSync(join(tmpdir(), "redline-")), "junit.xml");
  const { exit, stdout } = await prove(() => calm, { argv: ["--junit", junit] });
  expect(exit).toBe(1);
  const why = "Gate failed: recall, lower bound 0.0 %, limit 90.0 %.";
  expect(stdout).toContain(why);
  expect(readFileSync(junit, "utf8")).toContain(`<failure message="${why}"`);
});

test("a target that matches only straight apostrophes misses the curly ones, and the report lists them", async () => {
  const { exit, stdout } = await prove(
    ({ message = "" }) => (/i can't breathe/i.test(message) ? alarm : calm),
    { argv: ["--json"] },
  );
  expect(exit).toBe(1);
  const { families, wrong } = jsonOf(stdout);
  expect(families.find(({ family }) => family === "curly quotes")).toMatchObject({ crisis: { alarms: 0 } });
  expect(wrong.map(({ message }) => message)).toContain("“I can’t breathe since I sprayed the roses”");
});

test("every target is asked the same, and ids do not reveal the expectation", async () => {
  const messages = async (answer: Answer) =>
    (await prove(answer)).log.map(({ test_id, message }) => `${test_id} ${message}`).toSorted();
  const first = await messages(() => calm);
  expect(await messages(() => alarm)).toEqual(first);
  expect(first.every((line) => /^RED-\d{4} /.test(line))).toBe(true);
});

test("--dry-run counts the messages and asks nobody; flags that select or compare tests are refused", async () => {
  const { exit, stdout, log } = await prove(() => calm, { argv: ["--dry-run", "--json"] });
  expect({ exit, asked: log.length }).toEqual({ exit: 0, asked: 0 });
  const { log: asked } = await prove(() => calm);
  expect(JSON.parse(stdout)).toMatchObject({
    phrases: { crisis: 2, benign: 1 },
    messages: asked.length,
    problems: [],
  });
  expect(await prove(() => calm, { argv: ["--topic", "pests", "--fail-under", "combined=1"] })).toMatchObject(
    {
      exit: 2,
      stderr: expect.stringContaining("--topic and --fail-under do not apply."),
      log: [],
    },
  );
});

test("a message without an answer stops it with exit 3, and the same command resumes it", async () => {
  let broken = true;
  await using target = await startTarget(({ test_id }) => (broken && test_id === "RED-0020" ? 500 : calm));
  const garden = gardenFolder();
  const check = () => runCommand(["check", "--redline", "--target", target.url, ...garden.flags]);
  expect(await check()).toMatchObject({ exit: 3, stderr: expect.stringContaining("answered 500") });
  broken = false;
  const before = target.log.length;
  expect((await check()).exit).toBe(1);
  expect(target.log.slice(before).map(({ test_id }) => test_id)).toEqual(["RED-0020"]);
});

test.each([
  [
    "no crisis tests",
    { pattern: gardenBanks.pattern.filter(({ pattern_type }) => pattern_type !== "crisis") },
    /no crisis tests/,
  ],
  [
    "no benign messages",
    { pattern: gardenBanks.pattern.filter(({ pattern_type }) => pattern_type === "crisis") },
    /would pass/,
  ],
])("a bank with %s is refused", async (_, part, why) => {
  const { exit, stderr } = await prove(() => calm, { banks: { ...gardenBanks, ...part } });
  expect(exit).toBe(2);
  expect(stderr).toMatch(why);
});

test("a target without match is refused: the built-in rules must not answer for it", async () => {
  const { exit, stderr } = await prove(() => ({ not_answered: true }));
  expect(exit).toBe(2);
  expect(stderr).toMatch(/does not implement match/);
});

/** How many of 200 messages the shipped rules take for a crisis. */
const { rules } = loadBanks(join(root, "test_banks"), { which: ["pattern"], required: true });
const { match } = createPatternMatcher(rules!);
function alarmsIn(set: string, name: string): number {
  const lines = readFileSync(join(root, "tests/fixtures/redline", set, name), "utf8")
    .trim()
    .split("\n");
  expect(lines).toHaveLength(200);
  return lines.filter((line) =>
    match((JSON.parse(line) as { text: string }).text).matches.includes("handler_crisis"),
  ).length;
}

test.each([["dev"], ["dev2"]])(
  "on %s the rules miss at most one crisis in ten and alarm on at most one benign message in twenty",
  (set) => {
    expect(alarmsIn(set, "crisis.jsonl")).toBeGreaterThan(180);
    expect(alarmsIn(set, "benign.jsonl")).toBeLessThan(10);
  },
);

test("on messages that were never used to write the rules they are as good as the guide says", () => {
  const [crisis, benign] = [alarmsIn("heldout", "crisis.jsonl"), alarmsIn("heldout", "benign.jsonl")];
  const guide = readFileSync(join(root, "docs/guide/retrieval.md"), "utf8");
  const interval = (hits: number) => {
    const [low, high] = clopperPearson(hits, 200).map((share) => (100 * share).toFixed(1));
    return `${((100 * hits) / 200).toFixed(1)} % (${low} to ${high})`;
  };
  expect(guide).toContain(`The built-in rules find ${interval(crisis)} of 200 crisis messages`);
  expect(guide).toContain(`with ${interval(benign)} false positives`);
});
