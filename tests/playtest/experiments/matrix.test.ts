/** Matrices as they are typed, on the embedded cast. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import cost from "../../../src/cli/commands/results/cost.ts";
import matrix from "../../../src/cli/commands/experiments/matrix.ts";
import report from "../../../src/cli/commands/results/report.ts";
import resume from "../../../src/cli/commands/play/resume.ts";
import { matrixResult, type MatrixResult, type Totals } from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { providers } from "../../../src/kernel/models/index.ts";
import { testPower } from "../../../src/kernel/stats/index.ts";
import { compareVariants, type MetricName } from "../../../src/playtest/index.ts";
import { planOf, rowsOf, type RowWish } from "../../support/matrix-rows.ts";
import { MemoryStream, runInMemory } from "../../support/run-in-memory.ts";

/** Many sessions a test. */
vi.setConfig({ testTimeout: 120_000 });

const rehearse = (...argv: string[]) => runInMemory([cost, matrix, report, resume], argv);
const folder = () => mkdtempSync(join(tmpdir(), "matrix-"));
const onlyIn = (dir: string) => join(dir, readdirSync(dir)[0]!);
const resultIn = (dir: string) =>
  matrixResult.parse(JSON.parse(readFileSync(join(dir, "matrix.json"), "utf8")));
const fileIn = (name: string, text: string) => {
  const path = join(folder(), name);
  writeFileSync(path, text);
  return path;
};
const config = (fields: object) =>
  fileIn(
    "matrix.yaml",
    JSON.stringify({
      stories: ["innsmouth"],
      systemPrompts: { a: "baseline", b: "structured" },
      narratorModels: ["house"],
      maxTurnsPerSession: 4,
      seed: 3,
      ...fields,
    }),
  );
const small = config({});
function baselineWith({ seed, prompt = "a", narrator, of }: RowWish & { seed: string | number }): string {
  const rows = rowsOf({ seed, prompt, narrator, of, rounds: 1 }).map((row) => ({ ...row, group: undefined }));
  return fileIn("matrix.json", JSON.stringify({ ...planOf(rows), seed, rows }));
}

beforeAll(() => {
  for (const { key, optionalKey, baseURL } of Object.values(providers))
    for (const name of [key, optionalKey, baseURL]) if (name) vi.stubEnv(name, undefined);
});

test("a matrix is played, told and written; the report can be written again, and the JSON is the file", async () => {
  const out = folder();
  const { exit, stdout, stderr } = await rehearse(
    "matrix",
    "--config",
    small,
    "--stories",
    "innsmouth,salt-road",
    "--out",
    out,
  );
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  const dir = onlyIn(out);
  expect(stdout).toContain("The embedded house cast narrated all 4 sessions");
  expect(stdout).toMatch(/^b +[\d.]+ .*insufficient evidence$/m);
  expect(stdout).toContain(`Report: ${join(dir, "report.md")}`);
  const result = resultIn(dir);
  expect(result.sessions.map(({ sessionId }) => sessionId)).toEqual(
    result.rows.map(({ sessionId }) => sessionId),
  );
  expect(result.aggregates.byPrompt["a"]!.sessions).toBe(2);
  expect(JSON.stringify(result.aggregates)).not.toContain("patience");
  expect(result.totalCost).toBe(journalsOf(dir));
  const { all } = JSON.parse((await rehearse("cost", dir, "--json")).stdout) as Totals;
  expect(all.attempts).toBe(result.sessions.reduce((sum, { totals }) => sum + totals.all.attempts, 0));
  expect(all.attempts).toBeGreaterThan(0);
  const written = readFileSync(join(dir, "report.md"), "utf8");
  expect(written.split("\n")[0]).toContain("The embedded house cast");
  for (const [, link] of written.matchAll(/\]\(([^)]+)\)/g)) expect(existsSync(join(dir, link!))).toBe(true);
  for (const file of ["report.md", "matrix.json", "plots"]) rmSync(join(dir, file), { recursive: true });
  expect((await rehearse("report", dir)).exit).toBe(0);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toBe(written);
  const again = await rehearse("resume", dir, "--json");
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(JSON.stringify(resultIn(dir))));
});

const journalsOf = (dir: string): number =>
  readdirSync(join(dir, "sessions")).reduce(
    (sum, id) => sum + foldJournal(join(dir, "sessions", id, "calls.jsonl")).fold.totals().all.cost,
    0,
  );

const bad: Array<[what: string, args: () => string[], message: RegExp]> = [
  ["an unknown prompt", () => ["--preset", "smoke", "--prompts", "basline"], /basline.*baseline/s],
  [
    "an unknown prompt in a file",
    () => ["--config", config({ systemPrompts: { a: "./nowhere.md" } })],
    /nowhere\.md/,
  ],
  [
    "a million sessions",
    () => ["--config", config({ sessionsPerCombination: 500_000 })],
    /= 1000000 sessions; the most is 10000/,
  ],
  [
    "a seed that is a list",
    () => ["--config", config({ seed: [1, 2] })],
    /seed: give a whole number or a text/,
  ],
  [
    "a config of another shape",
    () => ["--config", fileIn("m.yaml", "- innsmouth\n- salt-road\n")],
    /holds a list, not the fields of a matrix/,
  ],
  ["a text", () => ["--config", fileIn("m.yaml", "smoke")], /holds a string/],
  ["an empty file", () => ["--config", fileIn("m.yaml", "")], /it is empty/],
  ["no YAML", () => ["--config", fileIn("m.yaml", "a: [1\nb: {")], /m\.yaml cannot be used/],
  ["unknown keys", () => ["--config", config({ sesionsPerCombination: 3 })], /sesionsPerCombination/],
  ["a file that is not there", () => ["--config", join(folder(), "none.yaml")], /none\.yaml/],
  [
    "a module without a default export",
    () => ["--config", fileIn("m.ts", "export const matrix = {};\n")],
    /no default export/,
  ],
  [
    "a module that throws",
    () => ["--config", fileIn("m.mjs", "throw new Error('not today');\n")],
    /not today/,
  ],
  ["a preset and a file", () => ["--preset", "smoke", "--config", small], /Both/],
  ["neither", () => [], /Neither/],
  ["two prompts of one name", () => ["--preset", "smoke", "--prompts", "a/x.md,b/x.md"], /same name/],
  ["a gate that is none", () => ["--config", small, "--fail-under", "overal=3"], /overall/],
  [
    "a baseline that is not there",
    () => ["--config", small, "--baseline", join(folder(), "matrix.json")],
    /matrix\.json/,
  ],
  [
    "a baseline of another shape",
    () => ["--config", small, "--baseline", fileIn("package.json", '{"name":"x"}')],
    /as the result of a matrix, cannot be used/,
  ],
  [
    "a folder that is no matrix as baseline",
    () => ["--config", small, "--baseline", folder()],
    /no plan\.json/,
  ],
  [
    "a baseline of other groups",
    () => ["--config", small, "--baseline", baselineWith({ seed: 9 })],
    /No session of this matrix has a partner.*--seed 9/s,
  ],
  [
    "a baseline with another prompt",
    () => ["--config", small, "--baseline", baselineWith({ seed: 3, prompt: "c" })],
    /No session of this matrix has a partner.*Not in the baseline: prompts a, b\. Not in this matrix: prompt c\./s,
  ],
  [
    "a baseline with another narrator",
    () => ["--config", small, "--baseline", baselineWith({ seed: 3, narrator: "house/blunt" })],
    /Not in the baseline: narrator house\. Not in this matrix: narrator house\/blunt\./,
  ],
  [
    "an unfinished baseline",
    () => [
      "--config",
      small,
      "--baseline",
      baselineWith({ seed: 3, of: () => ({ outcome: "unfinished", metrics: {} }) }),
    ],
    /It is unfinished: 1 of its 1 session.*rehearse resume/s,
  ],
  [
    "a baseline that players broke",
    () => ["--config", small, "--baseline", baselineWith({ seed: 3, of: () => ({ broken: true }) })],
    /broken by their players/,
  ],
  [
    "a gate for a judge's score without a judge",
    () => ["--config", small, "--fail-under", "coherence=5"],
    /coherence is a judge's score.*--judge/s,
  ],
  [
    "prompts with the same text",
    () => ["--config", config({ systemPrompts: { a: "baseline", b: "structured", c: "baseline" } })],
    /a and c have the same text.*--aa/s,
  ],
  [
    "a metric that can decide nothing",
    () => ["--config", small, "--metric", "turns"],
    /neither better nor worse/,
  ],
  [
    "a judge's score without a judge",
    () => ["--config", small, "--metric", "coherence"],
    /coherence is a judge's score.*--judge/s,
  ],
  [
    "a prompt whose name breaks lines",
    () => ["--config", config({ systemPrompts: { "a\n| b": "baseline" } })],
    /"a\\n\| b"/,
  ],
  [
    "a key that is missing, of whichever player",
    () => ["--config", config({ narratorModels: ["house"], playerModel: "grok" })],
    /XAI_API_KEY/,
  ],
];

test.each(bad)("%s: a clear message, exit 2, nothing made", async (_, args, message) => {
  const out = folder();
  const { exit, stderr } = await rehearse("matrix", ...args(), "--out", out);
  expect({ exit, said: stderr.replaceAll("\n", " ") }).toEqual({
    exit: 2,
    said: expect.stringMatching(message),
  });
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(readdirSync(out)).toEqual([]);
});

test("a matrix in TypeScript", async () => {
  const file = fileIn(
    "m.ts",
    'const stories: string[] = ["innsmouth"];\nexport default { stories, systemPrompts: { a: "baseline" }, narratorModels: ["house"], maxTurnsPerSession: 3, seed: "x" };\n',
  );
  const out = folder();
  expect((await rehearse("matrix", "--config", file, "--out", out)).exit).toBe(0);
  expect(resultIn(onlyIn(out))).toMatchObject({
    seed: "x",
    rows: [{ pair: "innsmouth/1", outcome: "timeout" }],
  });
});

test("a dry run says what it would be and could show, and writes nothing", async () => {
  const out = join(folder(), "none");
  const args = [
    "matrix",
    "--config",
    config({ narratorModels: ["opus-4.5"], sessionsPerCombination: 8 }),
    "--out",
    out,
    "--dry-run",
    "--detect",
    "5",
  ];
  const { exit, stdout } = await rehearse(...args);
  expect(exit).toBe(2);
  for (const part of [
    "1 story × 2 prompts × 1 narrator × 8 of each = 16",
    "opus-4.5",
    "Time, an estimate",
    "8 pairs find a difference of",
    "an assumption, not a measurement",
    "To find a difference of 5: 34 pairs",
    "Cannot start:",
  ])
    expect(stdout).toContain(part);
  const json = JSON.parse((await rehearse(...args, "--json", "--spread", "4")).stdout) as {
    estimate: {
      sessions: number;
      likely: number;
      total: { low: number; high: number };
      time: { low: number; high: number };
    };
    shows: object;
    problems: unknown[];
  };
  expect(json).toMatchObject({
    estimate: { sessions: 16, byNarrator: [{ narrator: "opus-4.5" }] },
    shows: { spread: { value: 4, from: "flag" } },
    problems: [{ code: "missing-keys" }],
  });
  expect(json.estimate.total.low).toBeGreaterThan(0);
  expect(json.estimate.likely).toBeCloseTo(Math.sqrt(json.estimate.total.low * json.estimate.total.high));
  expect(json.estimate.time.high).toBeGreaterThan(json.estimate.time.low);
  expect(existsSync(out)).toBe(false);
  const both = JSON.parse(
    (
      await rehearse(
        "matrix",
        "--config",
        config({
          stories: ["innsmouth", "salt-road", "long-quiet", "marrow-fair"],
          narratorModels: ["house", "house/blunt"],
          sessionsPerCombination: 2,
        }),
        "--dry-run",
        "--json",
        "--detect",
        "5",
      )
    ).stdout,
  ) as object;
  // Few stories stand for all; and narrators are compared too, with every prompt's sessions counted.
  expect(both).toMatchObject({
    estimate: { sessions: 32, played: 2 },
    shows: { compared: "prompts", pairs: 8 },
    showsOfNarrators: { compared: "narrators", pairs: 8, comparisons: 1, needed: { sessions: 36 * 2 * 2 } },
  });
  expect(await rehearse("matrix", "--config", small, "--detect", "5", "--out", out)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("--detect tells nothing without --dry-run"),
  });
  expect(existsSync(out)).toBe(false);
});

test("gates: the mean over all sessions, and what nobody measured passes none; a resumed matrix has the same", async () => {
  const out = folder();
  const passed = await rehearse(
    "matrix",
    "--config",
    small,
    "--out",
    folder(),
    "--fail-under",
    "soundness=0.1",
    "--fail-over",
    "breakdowns=0",
  );
  expect(passed.exit).toBe(0);
  expect(passed.stdout).toMatch(
    /^Gate passed: soundness is [\d.]+ on average over 2 sessions, at least 0\.1\.\nGate passed: breakdowns is 0 on average over 2 sessions, at most 0\.$/m,
  );
  const failed = await rehearse(
    "matrix",
    "--config",
    small,
    "--out",
    out,
    "--fail-under",
    "completion=0.99,soundness=0.1",
    "--fail-over",
    "longest-gap=0",
  );
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toMatch(/completion is 0\.\d+ on average over 2 sessions, under 0\.99\./);
  expect(failed.stdout.match(/^Gate passed: .*$/gm)).toEqual([
    expect.stringMatching(/^Gate passed: soundness is/),
  ]);
  expect(failed.stderr).toMatch(/longest-gap is [\d.]+ on average over 2 sessions, over 0\./);
  expect(await rehearse("resume", onlyIn(out))).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("longest-gap"),
  });
});

test("--aa plays prompts with the same text", async () => {
  const same = [
    "matrix",
    "--config",
    config({ systemPrompts: { a: "baseline", b: "baseline" }, sessionsPerCombination: 8 }),
    "--dry-run",
  ];
  expect(await rehearse(...same)).toMatchObject({ exit: 2 });
  expect(await rehearse(...same, "--aa")).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining("--baseline takes it from an earlier matrix"),
  });
});

test("a dry run beside a baseline does not send people to a baseline, and tells what is wrong with it", async () => {
  const { exit, stdout } = await rehearse(
    "matrix",
    "--config",
    config({ sessionsPerCombination: 8 }),
    "--dry-run",
    "--baseline",
    baselineWith({ seed: 3, of: () => ({ outcome: "unfinished", metrics: {} }) }),
  );
  expect(exit).toBe(2);
  expect(stdout).toContain("The baseline example has too few pairs to tell, --spread N sets it.");
  expect(stdout).toContain("It is unfinished: 1 of its 1 session was not played to its end.");
  expect(stdout).not.toContain("takes it from an earlier matrix");
});

test("a baseline: the same is no regression, what failed more is one, and without a seed its groups are met", async () => {
  const before = folder();
  const six = { sessionsPerCombination: 6, maxTurnsPerSession: 3 };
  expect((await rehearse("matrix", "--config", config(six), "--seed", "9", "--out", before)).exit).toBe(0);
  const bare = config({ seed: undefined, ...six });
  const same = folder();
  const passed = await rehearse("matrix", "--config", bare, "--baseline", onlyIn(before), "--out", same);
  expect({ exit: passed.exit, stderr: passed.stderr }).toEqual({ exit: 0, stderr: "" });
  expect(resultIn(onlyIn(same))).toMatchObject({
    seed: 9,
    baseline: { paired: 12, regressions: [], notes: [] },
  });
  // The baseline's sessions had all come to their end: now all run out of turns.
  const file = join(onlyIn(before), "matrix.json");
  writeFileSync(
    file,
    readFileSync(file, "utf8").replaceAll('"outcome": "timeout"', '"outcome": "completed"'),
  );
  const worse = folder();
  const failed = await rehearse("matrix", "--config", bare, "--baseline", file, "--out", worse);
  expect(failed.exit).toBe(1);
  expect(failed.stderr).toContain(
    "More sessions failed or ran out of turns: 0 before, 12 now, of 12 paired sessions (McNemar over groups, p .031).",
  );
  expect(readFileSync(join(onlyIn(worse), "report.md"), "utf8")).toContain("**It got worse.**");
  // A report that is written again still knows.
  await rehearse("report", onlyIn(worse));
  expect(readFileSync(join(onlyIn(worse), "report.md"), "utf8")).toContain("**It got worse.**");
  // All that was paired has been broken by players since: a gate that tests nothing does not pass.
  for (const id of readdirSync(join(onlyIn(worse), "sessions"))) {
    const session = join(onlyIn(worse), "sessions", id, "session.json");
    writeFileSync(session, readFileSync(session, "utf8").replaceAll('"broken": false', '"broken": true'));
  }
  expect(await rehearse("resume", onlyIn(worse))).toMatchObject({
    exit: 1,
    stderr: expect.stringContaining("No session could be paired with the baseline"),
  });
  expect(
    (await rehearse("matrix", "--config", bare, "--baseline", file, "--metric", "turns", "--out", folder()))
      .stderr,
  ).toContain("neither better nor worse");
});

test("a plan that was changed writes nowhere else, and says what is wrong with it", async () => {
  const out = folder();
  await rehearse("matrix", "--config", small, "--out", out);
  const dir = onlyIn(out);
  const file = join(dir, "plan.json");
  const plan = JSON.parse(readFileSync(file, "utf8")) as { sessions: object[] };
  const changed: Array<[object, RegExp]> = [
    [{ sessionId: "../../evil" }, /evil.*separator|evil.*dot/],
    [{ sessionId: (plan.sessions[1] as { sessionId: string }).sessionId }, /is named twice/],
    [{ story: "nowhere" }, /plays the story "nowhere"/],
    [{ prompt: "constructor" }, /has the prompt "constructor"/],
  ];
  for (const [change, message] of changed) {
    writeFileSync(
      file,
      JSON.stringify({ ...plan, sessions: [{ ...plan.sessions[0], ...change }, plan.sessions[1]] }),
    );
    expect(await rehearse("resume", dir)).toMatchObject({ exit: 2, stderr: expect.stringMatching(message) });
  }
  writeFileSync(file, JSON.stringify(plan));
  expect(await rehearse("resume", dir, "--turns", "3")).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("is not a single session"),
  });
});

test("what a baseline's seed holds does not reach the terminal as it is", async () => {
  const { exit, stderr } = await rehearse(
    "matrix",
    "--config",
    small,
    "--baseline",
    baselineWith({ seed: "\u001b[31mred" }),
    "--out",
    folder(),
  );
  expect({ exit, stderr }).toEqual({ exit: 2, stderr: expect.not.stringContaining("\u001b") });
});

test.each([
  ["ab-plan.json", "an A/B test"],
  ["bisect-plan.json", "a bisect"],
])("the folder with %s: its cost is added up, and who writes its report is said", async (file, what) => {
  const dir = folder();
  writeFileSync(join(dir, file), "{}");
  mkdirSync(join(dir, "sessions", "0001-a"), { recursive: true });
  expect(await rehearse("cost", dir)).toMatchObject({
    exit: 0,
    stdout: expect.stringMatching(/^total +0 /m),
  });
  writeFileSync(join(dir, "sessions", "0001-a", "calls.jsonl"), "no journal\n");
  expect(await rehearse("cost", dir)).toMatchObject({
    exit: 0,
    stderr: expect.stringMatching(/calls\.jsonl.*do not include it/s),
  });
  expect(await rehearse("report", dir)).toMatchObject({
    exit: 2,
    stderr: expect.stringMatching(new RegExp(`${what}.*rehearse resume`, "s")),
  });
});

test("progress is drawn on a terminal, and gone at the end", async () => {
  const stderr = Object.assign(new MemoryStream(), { isTTY: true });
  await runInMemory([matrix], ["matrix", "--config", small, "--out", folder()], { stderr });
  expect(stderr.text).toMatch(/matrix 1\/2 done, \d running, \d+ turns, \$0\.0000/);
  expect(stderr.text.endsWith("\r\u001b[2K")).toBe(true);
});

test("what a matrix found of a session outlives its folder, and is named; going on mends and plays what is missing", async () => {
  const out = folder();
  await rehearse("matrix", "--config", small, "--stories", "innsmouth,salt-road", "--out", out);
  const dir = onlyIn(out);
  const [spoiled, gone] = readdirSync(join(dir, "sessions")).sort();
  const before = resultIn(dir);
  writeFileSync(join(dir, "sessions", spoiled!, "session.json"), "{");
  rmSync(join(dir, "sessions", gone!), { recursive: true });
  // A second time there is only what the first one wrote.
  for (const _ of ["once", "again"]) {
    const { exit, stderr } = await rehearse("report", dir);
    expect(exit).toBe(0);
    expect(stderr).toContain(`${spoiled} (damaged), ${gone} (folder gone)`);
    expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("come from the previous result");
    const { rows, sessions, aggregates, standings } = resultIn(dir);
    expect(rows.map(({ kept }) => kept)).toEqual(["damaged", "folder gone", undefined, undefined]);
    expect({
      rows: rows.map(({ outcome, metrics, why }) => ({ outcome, metrics, why })),
      sessions,
      aggregates,
      standings,
    }).toEqual({
      rows: before.rows.map(({ outcome, metrics, why }) => ({ outcome, metrics, why })),
      sessions: before.sessions,
      aggregates: before.aggregates,
      standings: before.standings,
    });
  }
  const onward = await rehearse("resume", dir);
  expect({ exit: onward.exit, stderr: onward.stderr }).toEqual({ exit: 0, stderr: "" });
  expect(resultIn(dir).rows.map(({ metrics, kept }) => ({ metrics, kept }))).toEqual(
    before.rows.map(({ metrics }) => ({ metrics })),
  );
});

test("without an earlier matrix.json a damaged session is said to be damaged", async () => {
  const out = folder();
  await rehearse("matrix", "--config", small, "--out", out);
  const dir = onlyIn(out);
  writeFileSync(join(onlyIn(join(dir, "sessions")), "session.json"), "{");
  rmSync(join(dir, "matrix.json"));
  await rehearse("report", dir);
  expect(resultIn(dir).rows[0]).toMatchObject({ outcome: "unfinished", why: "its session.json is damaged" });
  expect(resultIn(dir).leftOut.unplayed).toBe(1);
});

/** What each of the faulty narrators does, and the metric that this hurts. */
const faults: Array<[fault: string, metric: MetricName]> = [
  ["looping", "soundness"],
  ["blunt", "segue-quality"],
  ["rushed", "completion"],
  ["derailed", "recovery-rate"],
  ["stalled", "turns-per-pulse"],
  ["forgetful", "soundness"],
  ["leaky", "soundness"],
];
const FULL = process.env["REHEARSE_FULL"] !== undefined;

async function played(fields: object): Promise<MatrixResult> {
  const out = folder();
  expect(
    (
      await rehearse(
        "matrix",
        "--config",
        config({ systemPrompts: { a: "baseline" }, ...fields }),
        "--out",
        out,
      )
    ).exit,
  ).toBe(0);
  return resultIn(onlyIn(out));
}

test("the plain house narrator is ranked above a faulty one on the metric that its fault hurts, where power says so; not at smoke size", async () => {
  const tried = FULL ? faults : faults.slice(0, 1);
  const size = FULL
    ? {
        stories: ["gilded-carriage", "innsmouth", "long-quiet", "marrow-fair", "salt-road"],
        sessionsPerCombination: 2,
        maxTurnsPerSession: 40,
      }
    : { sessionsPerCombination: 6, maxTurnsPerSession: 16 };
  const { rows } = await played({
    ...size,
    narratorModels: ["house", ...tried.map(([fault]) => `house/${fault}`)],
  });
  const powers: number[] = [];
  for (const [fault, metric] of tried) {
    const own = rows.filter(({ narrator }) => narrator === "house" || narrator === `house/${fault}`);
    const { primary } = compareVariants(own, { by: "narrator", primary: metric })[0]!;
    // Without any spread a difference is as clear as can be.
    const power =
      primary.effectSize === null
        ? 1
        : testPower({ pairs: primary.pairs, effect: Math.abs(primary.effectSize) });
    if (power >= 0.8)
      expect({ fault, metric, verdict: primary.verdict }).toEqual({ fault, metric, verdict: "worse" });
    else expect({ fault, metric, verdict: primary.verdict }).not.toMatchObject({ verdict: "better" });
    powers.push(power);
    const five = new Set([...new Set(own.map(({ pair }) => pair))].slice(0, 5));
    expect(
      compareVariants(
        own.filter(({ pair }) => five.has(pair)),
        { by: "narrator", primary: metric },
      )[0]!.primary.verdict,
    ).toBe("insufficient evidence");
  }
  // Of most faults it can be told, or the test would tell nothing.
  expect(powers.filter((power) => power >= 0.8).length).toBeGreaterThanOrEqual(Math.max(1, tried.length - 1));
}, 1_800_000);
