/**
 * Wrong flags, config files and folders, through the real binary: each has its exit code, says what happened and what
 * to do, prints no stack and loses no files.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/kernel/clock/index.ts";
import { createHarness } from "../../../src/kernel/run/index.ts";
import { connect, resolveSettings } from "../../../src/kernel/settings/index.ts";
import { lockFolder } from "../../../src/kernel/store/index.ts";
import { bytesBelow, expectUntouched } from "../../support/cli/folder-bytes.ts";
import {
  copyOfGood,
  expectRefused,
  isRoot,
  journalIn,
  rehearse,
  root,
  type Refusal,
} from "../../support/cli/refused-command.ts";

describe.concurrent("on the command line", () => {
  test("an unknown model is refused with the nearest name", () =>
    expectRefused(["ask", "hi", "--model", "opus-45"], {
      exit: 2,
      code: "unknown-model",
      message: /Unknown model "opus-45"\..*Did you mean opus-4\.5\?/,
      remedy: /rehearse models/,
    }));

  test("an unknown flag is refused with the nearest flag; without --json, stdout is empty", async () => {
    await expectRefused(["ask", "hi", "--modle", "house"], {
      exit: 2,
      code: "unknown-flag",
      message: /Unknown flag --modle\. Did you mean --model\?/,
      remedy: /rehearse ask --help/,
    });
    expect(await rehearse(["ask", "hi", "--modle", "house"])).toEqual({
      exit: 2,
      stdout: "",
      stderr: expect.stringMatching(
        /^Error: Unknown flag --modle\. Did you mean --model\?\n\S*rehearse ask --help lists the flags\.\n$/,
      ),
    });
  });

  test("a missing key is refused with its name, its role and the alternatives", () =>
    expectRefused(["ask", "hi", "--model", "opus-4.5"], {
      exit: 2,
      code: "missing-keys",
      message: /ANTHROPIC_API_KEY.*needed by narrator \(opus-4\.5/,
      remedy: /--one-key[\s\S]*--via openrouter[\s\S]*house/,
    }));

  test("one message lists all missing keys of a cast", () => {
    const { settings } = resolveSettings({});
    const { casting, requireReady } = createHarness({ settings, ...connect(settings, {}) });
    const cast = (["narrator", "player", "judge", "embedder", "classifier"] as const).map((role) => ({
      role,
      model: casting.modelFor(role),
    }));
    expect(() => requireReady(cast)).toThrow(
      /^5 keys are missing:\n( {2}[A-Z]+_API_KEY .*needed by .*\n?){5}$/,
    );
  });
});

describe.concurrent("a config file is refused for", () => {
  const seeGuide = /docs\/guide\/configuration\.md/;
  test.each([
    ["a syntax error", "export default { budget: 5,, };", /cannot be loaded\. SyntaxError: /],
    [
      "an unknown option, with the nearest one",
      "export default { bugdet: 5 };",
      /Unknown option "bugdet"\. Did you mean budget\?/,
    ],
    [
      "a wrong type, and an unknown option inside another",
      'export default { budget: "five", retry: { atempts: 2 } };',
      /budget: .*expected number, received string\n {2}Unknown option "retry\.atempts"\. Did you mean attempts\?/,
    ],
    ["no default export", "export const budget = 5;", /has no default export\. Write: export default/],
    ["an error of its own", 'throw new Error("boom");', /cannot be loaded\. Error: boom/],
  ])("%s", async (what, text, message) => {
    const cwd = join(root, `config, ${what}`);
    mkdirSync(cwd);
    writeFileSync(join(cwd, "rehearse.config.ts"), text);
    await expectUntouched(cwd, () =>
      expectRefused(
        ["ask", "hi"],
        {
          exit: 2,
          code: "bad-settings",
          message: new RegExp(`rehearse\\.config\\.ts:[\\s\\S]*${message.source}`),
          remedy: seeGuide,
        },
        { cwd },
      ),
    );
  });
});

describe.concurrent("a run folder is refused if it is", () => {
  test("a file", async () => {
    const file = join(root, "not-a-folder");
    writeFileSync(file, "mine");
    await expectRefused(["ask", "hi", "--run", file], {
      exit: 2,
      code: "not-a-folder",
      message: /not-a-folder is a file/,
      remedy: /another folder/,
    });
    expect(readFileSync(file, "utf8")).toBe("mine");
  });

  // Root may read everything: without these two capabilities it is refused like any other user.
  const asAnybody = isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"] : [];
  const canBeHindered = !isRoot || spawnSync(asAnybody[0]!, [...asAnybody.slice(1), "true"]).status === 0;
  const refusedAsAnybody = (args: string[], expected: Refusal) =>
    expectRefused(args, expected, { under: asAnybody });

  test.skipIf(!canBeHindered)("closed to this user, or its journal is", async () => {
    const closed = await copyOfGood("closed");
    const before = bytesBelow(closed);
    chmodSync(closed, 0o000);
    await refusedAsAnybody(["ask", "hi", "--run", closed], {
      exit: 2,
      code: "no-permission",
      message: /Cannot lock .*closed: permission denied \(EACCES\)/,
      remedy: /Give this user access/,
    });
    chmodSync(closed, 0o755);
    chmodSync(journalIn(closed), 0o000);
    await refusedAsAnybody(["ask", "hi", "--run", closed], {
      exit: 2,
      code: "cannot-read",
      message: /Cannot read .*calls\.jsonl: permission denied \(EACCES\)/,
      remedy: /Give this user access/,
    });
    chmodSync(journalIn(closed), 0o644);
    expect(bytesBelow(closed)).toEqual(before);
  });

  test("in use by another process", async () => {
    const dir = await copyOfGood("locked");
    await using _lock = await lockFolder(dir, { clock: systemClock });
    await expectUntouched(dir, () =>
      expectRefused(["ask", "hi", "--run", dir], {
        exit: 2,
        code: "folder-locked",
        message: new RegExp(`locked is in use by process ${process.pid} since 20`),
        remedy: new RegExp(`Wait until it ends, or stop it \\(kill ${process.pid}\\)`),
      }),
    );
  });
});
