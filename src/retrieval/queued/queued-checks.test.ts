import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createBudget } from "../../kernel/budget/index.ts";
import type { RunRow } from "../../kernel/engine/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { createHarness } from "../../kernel/run/index.ts";
import { connect, resolveSettings } from "../../kernel/settings/index.ts";
import { findFolders } from "../find-folders.ts";
import { checkRequest, planCheck } from "../run/index.ts";
import { partsOf, readQueuedCheck, writeQueuedCheck } from "./check-folder.ts";
import { queuedChecks } from "./queued-checks.ts";

const { settings } = resolveSettings({ env: {} });
const harness = () => createHarness({ settings, ...connect(settings, {}) });

async function openPart() {
  const dir = mkdtempSync(join(tmpdir(), "rehearse-part-"));
  const own = harness();
  const request = { ...checkRequest(settings.retrieval, findFolders({})), target: "offline", results: dir };
  const plan = planCheck(own, request);
  await writeQueuedCheck(dir, own, { request, plan, cap: undefined, baselines: [] });
  const { openRun } = queuedChecks({ harnessFor: harness, moneyOf: () => createBudget(), targets: [] });
  return { part: partsOf(readQueuedCheck(dir))[0]!, opened: await openRun({ id: "r" } as RunRow, dir) };
}

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
