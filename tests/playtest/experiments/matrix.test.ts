/** The matrix command on the embedded cast: playing, writing, resuming. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Totals } from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { MemoryStream, runCommand } from "../../support/cli/run-in-memory.ts";
import { fileIn, folder, onlyIn, playOffline, rehearse, resultIn, small } from "./matrix-command.ts";

playOffline();

test("a matrix is played, printed and written; the report can be rewritten, and the JSON equals the file", async () => {
  const out = folder();
  const { exit, stdout, stderr } = await rehearse(
    "matrix",
    "--plan",
    small,
    "--stories",
    "innsmouth,salt-road",
    "--out",
    out,
  );
  expect(exit).toBe(0);
  const [note, ...lines] = stderr.trimEnd().split("\n");
  expect(note).toMatch(/^The narrator house follows a script and ignores the prompt\. /);
  expect(lines.map((line) => line.slice(0, 8))).toEqual(["1/4 done", "2/4 done", "3/4 done", "4/4 done"]);
  const dir = onlyIn(out);
  expect(stdout).toContain("The house cast narrated 4 of 4 sessions");
  expect(stdout).toMatch(/^Too few groups to compare b with a: 2 of at least 6\.$/m);
  expect(stdout).toContain(`Report: ${join(dir, "report.md")}`);
  const result = resultIn(dir);
  expect(result.sessions.map(({ sessionId }) => sessionId)).toEqual(
    result.rows.map(({ sessionId }) => sessionId),
  );
  expect(result.aggregates.byPrompt["a"]!.sessions).toBe(2);
  expect(JSON.stringify(result.aggregates)).not.toContain("patience");
  expect(result.totalCost).toBe(journalsOf(dir));
  const { all } = JSON.parse((await rehearse("report", dir, "--costs", "--json")).stdout) as Totals;
  expect(all.attempts).toBe(result.sessions.reduce((sum, { totals }) => sum + totals.all.attempts, 0));
  expect(all.attempts).toBeGreaterThan(0);
  const written = readFileSync(join(dir, "report.md"), "utf8");
  expect(written).toContain(`**${result.verdict.headline}**`);
  for (const file of ["report.md", "matrix.json"]) rmSync(join(dir, file));
  expect((await rehearse("report", dir)).exit).toBe(0);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toBe(written);
  const again = await rehearse("resume", dir, "--json");
  expect(JSON.parse(again.stdout)).toEqual(JSON.parse(JSON.stringify(resultIn(dir))));
});

const journalsOf = (dir: string): number =>
  readdirSync(join(dir, "sessions")).reduce(
    (sum, id) => sum + foldJournal(join(dir, "sessions", id, "calls.jsonl")).totals().all.cost,
    0,
  );

test("a matrix in TypeScript", async () => {
  const file = fileIn(
    "m.ts",
    'const stories: string[] = ["innsmouth"];\nexport default { stories, systemPrompts: { a: "baseline" }, narratorModels: ["house"], maxTurnsPerSession: 3, seed: "x" };\n',
  );
  const out = folder();
  expect((await rehearse("matrix", "--plan", file, "--out", out)).exit).toBe(0);
  expect(resultIn(onlyIn(out))).toMatchObject({
    seed: "x",
    rows: [{ pair: "innsmouth/1", outcome: "timeout" }],
  });
});

test("an edited plan writes nowhere else, and its problem is reported", async () => {
  const out = folder();
  await rehearse("matrix", "--plan", small, "--out", out);
  const dir = onlyIn(out);
  const file = join(dir, "plan.json");
  const plan = JSON.parse(readFileSync(file, "utf8")) as { sessions: object[] };
  const changed: Array<[object, RegExp]> = [
    [{ sessionId: "../../evil" }, /evil/],
    [{ sessionId: (plan.sessions[1] as { sessionId: string }).sessionId }, /is listed twice/],
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
    stderr: expect.stringContaining("is a matrix: --turns does not apply."),
  });
});

test.each([
  ["ab-plan.json", "an A/B test"],
  ["bisect-plan.json", "a bisect"],
])(
  "the folder with %s: its cost is added up, and the message says who writes its report",
  async (file, what) => {
    const dir = folder();
    writeFileSync(join(dir, file), "{}");
    mkdirSync(join(dir, "sessions", "0001-a"), { recursive: true });
    expect(await rehearse("report", dir, "--costs")).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^Nothing was charged for 0 calls\.$/m),
    });
    writeFileSync(join(dir, "sessions", "0001-a", "calls.jsonl"), "no journal\n");
    expect(await rehearse("report", dir, "--costs")).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/calls\.jsonl.*do not include it/s),
    });
    expect(await rehearse("report", dir)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(new RegExp(`${what}.*rehearse resume`, "s")),
    });
  },
);

test("progress is drawn on a terminal, and removed at the end", async () => {
  const stderr = Object.assign(new MemoryStream(), { isTTY: true });
  await runCommand(["matrix", "--plan", small, "--out", folder()], { stderr });
  expect(stderr.text).toMatch(/matrix 1\/2 done, \d running, \d+ turns, \$0\.0000/);
  expect(stderr.text.endsWith("\r\u001b[2K")).toBe(true);
});

test("a session's numbers in a matrix outlive its folder, and are marked; a resume plays the missing ones", async () => {
  const out = folder();
  await rehearse("matrix", "--plan", small, "--stories", "innsmouth,salt-road", "--out", out);
  const dir = onlyIn(out);
  const [gone] = readdirSync(join(dir, "sessions")).sort();
  const before = resultIn(dir);
  rmSync(join(dir, "sessions", gone!), { recursive: true });
  // A second time there is only what the first one wrote.
  for (const _ of ["once", "again"]) {
    const { exit, stderr } = await rehearse("report", dir);
    expect(exit).toBe(0);
    expect(stderr).toContain(`${gone} (folder gone)`);
    expect(readFileSync(join(dir, "report.md"), "utf8")).toContain("come from the previous result");
    const { rows, sessions, aggregates, comparisons } = resultIn(dir);
    expect(rows.map(({ kept }) => kept)).toEqual(["folder gone", undefined, undefined, undefined]);
    expect({
      rows: rows.map(({ outcome, metrics, why }) => ({ outcome, metrics, why })),
      sessions,
      aggregates,
      comparisons,
    }).toEqual({
      rows: before.rows.map(({ outcome, metrics, why }) => ({ outcome, metrics, why })),
      sessions: before.sessions,
      aggregates: before.aggregates,
      comparisons: before.comparisons,
    });
  }
  const onward = await rehearse("resume", dir);
  expect({ exit: onward.exit, stderr: onward.stderr }).toEqual({
    exit: 0,
    stderr: expect.stringMatching(/^4\/4 done, .*\n$/),
  });
  expect(resultIn(dir).rows.map(({ metrics, kept }) => ({ metrics, kept }))).toEqual(
    before.rows.map(({ metrics }) => ({ metrics })),
  );
});
