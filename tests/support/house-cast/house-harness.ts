/** The harness for sessions on the embedded cast: no key, no settings of this machine, its own cache. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SettingsInput } from "../../../src/contract/index.ts";
import { createHarness, type Harness, type HarnessOptions } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { houseCast } from "../../../src/playtest/index.ts";

export function houseHarness(file: SettingsInput = {}, more: Partial<HarnessOptions> = {}): Harness {
  const { settings } = resolveSettings({
    file: { ...file, cacheDir: mkdtempSync(join(tmpdir(), "cache-")) },
  });
  return createHarness({ settings, ...connect(settings, {}), house: houseCast, ...more });
}
