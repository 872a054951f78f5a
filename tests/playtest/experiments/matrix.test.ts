/** The matrix command on the embedded cast: playing, writing, resuming. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { MatrixResult, Totals } from "../../../src/contract/index.ts";
import { foldJournal } from "../../../src/kernel/journal/index.ts";
import { branchFolder } from "../../../src/operations/play/replays/branch.ts";
import { folder, onlyIn, playOffline, rehearse, resultIn, small } from "./matrix-command.ts";

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
  expect(stdout).toMatch(/^Too few groups to compare b with a: 2, at least 6 needed\.$/m);
  expect(stdout).toContain(`Report: ${join(dir, "report.md")}`);
  const result = resultIn(dir);
  expect(result.aggregates.byPrompt["a"]!.sessions).toBe(2);
  expect(JSON.stringify(result.aggregates)).not.toContain("patience");
  expect(result.totalCost).toBe(journalsOf(dir));
  const costs = await rehearse("report", dir, "--costs", "--json");
  const { all } = JSON.parse(costs.stdout) as Totals;
  expect(all.attempts).toBeGreaterThan(0);
  // A branch of one of its sessions is not its own.
  const session = join(dir, "sessions", result.rows[0]!.sessionId);
  const place = { root: "workspace", harness: { within: undefined } };
  expect(branchFolder(join(session, "turn-2.json"), place)).toBe(join("workspace", "sessions"));
  cpSync(session, `${session}-t2-2026-11-20-002516`, { recursive: true });
  expect((await rehearse("report", dir, "--costs", "--json")).stdout).toBe(costs.stdout);
  const written = readFileSync(join(dir, "report.md"), "utf8");
  expect(written).toContain(`**${result.verdict.headline}**`);
  for (const file of ["report.md", "matrix.json"]) rmSync(join(dir, file));
  expect((await rehearse("report", dir)).exit).toBe(0);
  expect(readFileSync(join(dir, "report.md"), "utf8")).toBe(written);
  const { sessions, ...again } = JSON.parse((await rehearse("resume", dir, "--json")).stdout) as MatrixResult;
  expect(again).toEqual(JSON.parse(readFileSync(join(dir, "matrix.json"), "utf8")));
  expect(sessions.map(({ sessionId }) => sessionId)).toEqual(result.rows.map(({ sessionId }) => sessionId));
  expect(all.attempts).toBe(sessions.reduce((sum, { totals }) => sum + totals.all.attempts, 0));
});

const journalsOf = (dir: string): number =>
  readdirSync(join(dir, "sessions")).reduce(
    (sum, id) => sum + foldJournal(join(dir, "sessions", id, "calls.jsonl")).totals().all.cost,
    0,
  );

test("an edited plan writes nowhere else", async () => {
  const out = folder();
  await rehearse("matrix", "--plan", small, "--out", out);
  const dir = onlyIn(out);
  const file = join(dir, "plan.json");
  const plan = JSON.parse(readFileSync(file, "utf8")) as { sessions: object[] };
  writeFileSync(
    file,
    JSON.stringify({ ...plan, sessions: [{ ...plan.sessions[0], sessionId: "../../evil" }] }),
  );
  expect(await rehearse("resume", dir)).toMatchObject({ exit: 2, stderr: expect.stringMatching(/evil/) });
});

test.each(["ab-plan.json", "bisect-plan.json"])(
  "the folder with %s: its cost is added up, and the message says who writes its report",
  async (file) => {
    const dir = folder();
    writeFileSync(join(dir, file), "{}");
    mkdirSync(join(dir, "sessions", "0001-a"), { recursive: true });
    expect(await rehearse("report", dir, "--costs")).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/^Nothing was charged for 0 attempts; 0 calls answered\.$/m),
    });
    writeFileSync(join(dir, "sessions", "0001-a", "calls.jsonl"), "no journal\n");
    expect(await rehearse("report", dir, "--costs")).toMatchObject({
      exit: 0,
      stdout: expect.stringMatching(/calls\.jsonl.*do not include it/s),
    });
    expect(await rehearse("report", dir)).toMatchObject({
      exit: 2,
      stderr: expect.stringMatching(/has no result yet: it was stopped.*rehearse resume/s),
    });
  },
);
