/** One call to the embedded model in a run folder: `node one-call.ts DIR`. A process of its own, for tests that fill its disk. */
import { HarnessError } from "../../src/kernel/errors/index.ts";
import { createHarness } from "../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../src/kernel/settings/index.ts";

const { settings } = resolveSettings({});
const harness = createHarness({ settings, ...connect(settings, {}) });
try {
  const run = await harness.openRun(process.argv[2]!);
  const model = harness.casting.modelFor("narrator", { asked: "house" });
  const messages = [{ role: "user" as const, content: "hi" }];
  const asked = run.gateway.text({ call: "ask/0", role: "narrator", model, messages });
  const { source } = await asked.finally(() => run.close());
  console.log(JSON.stringify({ source }));
} catch (error) {
  if (!(error instanceof HarnessError)) throw error;
  const { code, message, exit } = error;
  console.log(JSON.stringify({ error: { code, message } }));
  console.error(message);
  process.exitCode = exit;
} finally {
  await harness.close();
}
