import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createBudget } from "../../kernel/budget/index.ts";
import type { Engine, JobEnd, RunRow } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { createHarness } from "../../kernel/run/index.ts";
import { connect, resolveSettings } from "../../kernel/settings/index.ts";
import { countTests } from "../banks.ts";
import { findFolders } from "../find-folders.ts";
import { checkRequest, planCheck, type CheckRequest } from "../run/index.ts";
import {
  partsOf,
  readPart,
  readQueuedCheck,
  requestIn,
  writePart,
  writeQueuedCheck,
} from "./check-folder.ts";
import { queuedChecks } from "./queued-checks.ts";

const { settings } = resolveSettings({ env: {} });
const harness = () => createHarness({ settings, ...connect(settings, {}) });

const tasks = queuedChecks({ harnessFor: harness, moneyOf: () => createBudget(), targets: [] });
const row = { id: "r" } as RunRow;

/** By default without the semantic bank: to embed its documents takes long. */
async function queueCheck(asked: Partial<CheckRequest> = { banks: ["state", "pattern", "always"] }) {
  const dir = mkdtempSync(join(tmpdir(), "rehearse-part-"));
  const own = harness();
  const request = {
    ...checkRequest(settings.retrieval, findFolders({})),
    target: "offline",
    results: dir,
    ...asked,
  };
  const plan = planCheck(own, request);
  await writeQueuedCheck(dir, own, { request, plan, cap: undefined, baselines: [] });
  return { dir, tests: countTests(plan.banks), parts: partsOf(readQueuedCheck(dir)) };
}

async function openPart() {
  const { dir, parts } = await queueCheck();
  return { dir, part: parts[0]!, opened: await tasks.openRun(row, dir) };
}

/** Coordinates a check whose parts all end in the same way. Gives why it ended, and the parts that were queued. */
async function conduct(
  dir: string,
  end: Pick<JobEnd<unknown, unknown>, "attempts"> & { error: HarnessError },
) {
  const asked: string[] = [];
  const engine: Engine = {
    async run(_work, jobs, { onEnd }) {
      for (const job of jobs) {
        asked.push(job.id);
        onEnd?.({ job, ...end });
      }
      return {};
    },
  };
  return { endedBy: await tasks.conduct(row, dir, engine, async () => {}), asked };
}
const failed = new HarnessError({ code: "database-error", message: "It failed.", remedy: "", exit: 3 });

test("a check with a part that failed has not finished, however often it was tried", async () => {
  const { dir } = await queueCheck();
  expect((await conduct(dir, { attempts: 1, error: failed })).endedBy).toBe(failed);
});

test("a part that was not answered in full is asked again when the check is resumed", async () => {
  const { dir, part, opened } = await openPart();
  const work = opened.work({ onTurn: () => {}, drain: new AbortController().signal });
  await work.run(part, { attempt: 1, signal: new AbortController().signal });
  await opened.close();
  const again = () => conduct(dir, { attempts: 0, error: failed });
  expect((await again()).asked).toEqual([]);
  const { version: _, ...kept } = readPart(dir, part);
  const missing = { code: "http-503", message: "The target answered 503." };
  await writePart(dir, part, { ...kept, tests: kept.tests.with(3, { ...kept.tests[3]!, missing }) });
  expect((await again()).asked).toEqual([part.sessionId]);
});

test("workers get the files of the banks, also linked ones, and nothing else of the folder", async () => {
  const testBanks = join(mkdtempSync(join(tmpdir(), "rehearse-banks-")), "banks");
  cpSync(findFolders({}).testBanks, testBanks, { recursive: true });
  const [bank, moved] = [
    join(testBanks, "semantic/parent_test_bank.json"),
    join(dirname(testBanks), "moved.json"),
  ];
  renameSync(bank, moved);
  symlinkSync(moved, bank);
  mkdirSync(join(testBanks, "node_modules"));
  for (const name of ["service-account.json", "node_modules/package.json", "semantic/notes.json"])
    writeFileSync(join(testBanks, name), "{}");
  const { dir, tests } = await queueCheck({ testBanks });
  const { tests: before } = await queueCheck({});
  const queued = requestIn(dir, readQueuedCheck(dir));
  expect(countTests(planCheck(harness(), queued).banks)).toBe(tests);
  expect(tests).toBe(before);
  const names = readdirSync(join(dir, "test_banks"), { recursive: true }).map(String);
  expect(names.filter((name) => /account|node_modules|notes/.test(name))).toEqual([]);
});

test.each(["signal", "drain"] as const)("a part that is ended by %s did not fail", async (by) => {
  const { part, opened } = await openPart();
  const [drain, cut] = [new AbortController(), new AbortController()];
  const lost = new HarnessError({
    code: "handed-over",
    message: "The worker is ending.",
    remedy: "",
    exit: 3,
  });
  const onTurn = () => (by === "signal" ? cut : drain).abort(lost);
  const work = opened.work({ onTurn, drain: drain.signal });
  await expect(work.run(part, { attempt: 1, signal: cut.signal })).rejects.toMatchObject({ exit: 130 });
  await opened.close();
});
