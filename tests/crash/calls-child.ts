/**
 * The process that gets killed: makes calls through the whole gateway in a given folder, and reports what it found when
 * it opened the folder and what it has in the end.
 */
import { HarnessError } from "../../src/kernel/errors/index.ts";
import { createHarness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";
import type { ChildReport } from "./killable-child.ts";

const [dir, baseURL, count] = process.argv.slice(2) as [string, string, string];
const say = (report: ChildReport) => process.stdout.write(`${JSON.stringify(report)}\n`);

const { settings } = resolveSettings({
  file: {
    providers: { local: { baseURL } },
    models: { "local/test-model": { price: { input: 1, output: 2, asOf: "2026-11-15", source: "test" } } },
    limits: { local: { concurrency: 8 } },
  },
});
const harness = createHarness({ settings, ...connect(settings, {}), cwd: dir });
const model = harness.catalog.resolve("local/test-model");

try {
  const run = await harness.openRun(dir);
  const { inFlightAtOpen, tornBytes } = run.journal;
  say({ opened: { notes: run.notes, inFlight: inFlightAtOpen, tornBytes } });
  const asked = Array.from({ length: Number(count) }, (_, index) => ({
    call: `turn/${index}/player/0`,
    content: `question ${index}`,
  }));
  const replies = await Promise.all(
    asked.map(({ call, content }, turn) =>
      run.gateway.text({ call, role: "player", model, turn, messages: [{ role: "user", content }] }),
    ),
  );
  const totals = run.journal.totals();
  await run.close();
  await harness.close();
  say({
    ended: { texts: replies.map(({ text }) => text), sources: replies.map(({ source }) => source), totals },
  });
} catch (error) {
  if (!(error instanceof HarnessError)) throw error;
  say({ failed: { code: error.code, message: error.message, remedy: error.remedy } });
  process.exitCode = error.exit;
}
