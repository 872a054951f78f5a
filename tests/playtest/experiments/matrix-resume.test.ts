/**
 * A stopped matrix: interrupted, over budget, or with crashing sessions. It is resumed to its end, and the account
 * agrees with the server's own.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import {
  matrixResult,
  type JournalLine,
  type MatrixConfigInput,
  type MatrixResult,
} from "../../../src/contract/index.ts";
import { matrixOutcome, planMatrix, readMatrix, readPlan, runMatrix } from "../../../src/playtest/index.ts";
import { journalLines } from "../../support/journal-lines.ts";
import { openTable } from "../../support/model-servers/playtest-table.ts";
import { MemoryHost, runCommand } from "../../support/cli/run-in-memory.ts";

/** Many sessions a test. */
vi.setConfig({ testTimeout: 120_000 });

const four: MatrixConfigInput = {
  stories: ["innsmouth"],
  systemPrompts: { a: "baseline", b: "structured" },
  narratorModels: ["opus-4.5"],
  sessionsPerCombination: 2,
  maxTurnsPerSession: 5,
  seed: 1,
};

const journalsIn = (dir: string): JournalLine[][] =>
  readdirSync(join(dir, "sessions"))
    .map((id) => join(dir, "sessions", id))
    .filter((session) => existsSync(join(session, "calls.jsonl")))
    .map(journalLines);
const endsIn = (dir: string) =>
  journalsIn(dir)
    .flat()
    .filter((line) => line.type === "end");
const bookedIn = (dir: string) => endsIn(dir).reduce((sum, { cost }) => sum + (cost ?? 0), 0);

const overReserved = (dir: string) => {
  const reserved = new Map(
    journalsIn(dir).flatMap((lines, session) =>
      lines.flatMap((line) =>
        line.type === "start" ? [[`${session} ${line.attempt} ${line.call}`, line.atMost ?? 0] as const] : [],
      ),
    ),
  );
  return journalsIn(dir)
    .flatMap((lines, session) =>
      lines.map((line) =>
        line.type === "end"
          ? Math.max(0, (line.cost ?? 0) - reserved.get(`${session} ${line.attempt} ${line.call}`)!)
          : 0,
      ),
    )
    .reduce((sum, over) => sum + over, 0);
};

function expectNothingAskedTwice(dir: string): void {
  for (const lines of journalsIn(dir)) {
    const done = new Set<string>();
    for (const line of lines) {
      if (line.type === "start") expect(done).not.toContain(line.call);
      if (line.type === "done") done.add(line.call);
    }
  }
}

test("a budget covers all sessions together, and with a larger one the matrix resumes", async () => {
  await using table = await openTable({ endsAt: 4 });
  const harness = table.harness("b");
  const dir = join(table.dir, "m");
  const plan = planMatrix(harness, { config: four, matrixId: "m", seed: 1, budget: 0.3 });
  const first = await runMatrix(harness, { dir, plan, concurrency: 4 });
  expect(first.endedBy).toMatchObject({ exit: 4 });
  const spent = matrixOutcome({ dir, plan, rows: first.rows });
  // The server counts a token for every letter: some calls cost more than was reserved for them, and by so much at most is it passed.
  expect(spent.totalAtMost).toBeLessThanOrEqual(0.3 + overReserved(dir));
  expect(spent.totalCost).toBeGreaterThan(0);
  expect(spent.totalCost).toBeCloseTo(bookedIn(dir), 9);
  const second = await runMatrix(harness, { dir, plan, concurrency: 4, budget: 50 });
  expect(second.endedBy).toBeUndefined();
  expect(readPlan(dir).budget).toBe(50);
  const whole = matrixOutcome({ dir, plan, rows: second.rows });
  expect(whole.rows.map(({ outcome }) => outcome)).toEqual(Array(4).fill("completed"));
  expect(whole.totalCost).toBeCloseTo(bookedIn(dir), 9);
  expect(whole.verdict.cautions).toEqual([]);
  expectNothingAskedTwice(dir);
});

test("a failed session is retried, then recorded as crashed; the others continue, and a resume retries it", async () => {
  let refusing = true;
  await using table = await openTable({
    endsAt: 4,
    special: ({ role, text }) =>
      refusing && role === "narrator" && text.includes("UNLUCKY")
        ? { does: "refuse", status: 500 }
        : undefined,
  });
  const harness = table.harness("c");
  const dir = join(table.dir, "m");
  const unlucky = join(table.dir, "unlucky.md");
  writeFileSync(unlucky, "UNLUCKY. You are the narrator of an interactive story.\n");
  const plan = planMatrix(harness, {
    config: { ...four, systemPrompts: { a: "baseline", b: unlucky }, sessionsPerCombination: 1 },
    matrixId: "m",
    seed: 1,
  });
  const { rows, endedBy } = await runMatrix(harness, { dir, plan, concurrency: 2 });
  expect(endedBy).toBeUndefined();
  expect(rows.map(({ outcome }) => outcome)).toEqual(["completed", "crashed"]);
  const { failures } = matrixOutcome({ dir, plan, rows });
  expect(failures).toMatchObject([{ prompt: "b", outcome: "crashed", why: expect.stringContaining("500") }]);
  // That it crashed, no folder knows: who reads the matrix does.
  expect(readMatrix(dir).rows.map(({ outcome }) => outcome)).toEqual(["completed", "crashed"]);
  // Two attempts of the session, each with the gateway's own two.
  expect(table.server.of("c").filter(({ text }) => text.includes("UNLUCKY"))).toHaveLength(4);
  refusing = false;
  expect(
    (await runMatrix(harness, { dir, plan, concurrency: 2 })).rows.map(({ outcome }) => outcome),
  ).toEqual(["completed", "completed"]);
});

test("an interrupted and resumed matrix equals an undisturbed one, and a finished one says so", async () => {
  const [out, undisturbed] = [mkdtempSync(join(tmpdir(), "matrix-")), mkdtempSync(join(tmpdir(), "matrix-"))];
  const file = join(out, "..", "house.yaml");
  writeFileSync(file, JSON.stringify({ ...four, narratorModels: ["house"], maxTurnsPerSession: 6 }));
  const resultIn = (parent: string): Omit<MatrixResult, "sessions"> =>
    matrixResult
      .omit({ sessions: true })
      .parse(JSON.parse(readFileSync(join(parent, readdirSync(parent)[0]!, "matrix.json"), "utf8")));
  await runCommand(["matrix", "--plan", file, "--out", undisturbed]);
  const host = new MemoryHost();
  const running = runCommand(["matrix", "--plan", file, "--out", out, "--concurrency", "2"], {
    host,
  });
  const begun = () => {
    const [id] = readdirSync(out);
    const sessions = join(out, id ?? "", "sessions");
    return id !== undefined && existsSync(sessions) && readdirSync(sessions).length >= 2;
  };
  const ended = running.then(() => true);
  while (!begun() && !(await Promise.race([ended, delay(2, false)])));
  host.emit("SIGINT");
  const stopped = await running;
  expect(stopped.exit).toBe(130);
  expect(stopped.stderr).toContain("Resume with: rehearse resume");
  expect(resultIn(out).unfinished).toBeGreaterThan(0);
  const dir = join(out, readdirSync(out)[0]!);
  const resumed = await runCommand(["resume", dir]);
  expect(resumed).toMatchObject({
    exit: 0,
    stdout: expect.not.stringContaining("already finished") as string,
  });
  expect(await runCommand(["resume", dir])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining(
      `${dir} was already finished: nothing was played. Report: ${join(dir, "report.md")}\n`,
    ) as string,
  });
  const told = ({ rows }: Pick<MatrixResult, "rows">) =>
    rows.map(({ outcome, metrics, sessionId, group }) => ({ outcome, metrics, sessionId, group }));
  expect(told(resultIn(out))).toEqual(told(resultIn(undisturbed)));
});
