/** A workspace made by `init` runs with the printed command, from the folder that it names. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { main } from "../../support/cli/rehearse-process.ts";

const root = join(dirname(main), "../..");
/** No keys or other settings of this machine, only its Node. */
const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
const start = promisify(execFile);
const folder = () => realpathSync(mkdtempSync(join(tmpdir(), "workspace of one's own-")));

test(
  "init, and then the next steps it prints; a second init has nothing to do",
  { timeout: 90_000 },
  async () => {
    const cwd = folder();
    const { stdout } = await start(process.execPath, [main, "init", "my tales"], { cwd, env });
    expect(stdout).toContain("written  my tales/rehearse.config.mts");
    const [, enter, play, check] = /^Next:\n +(cd .+)\n +(.+ play .+)\n +(.+ check .+)$/m.exec(stdout)!;
    const [, rehearse] = /^(.+) play /.exec(play!)!;
    const checked = await start("sh", ["-c", `${enter} && ${check}`], { cwd, env });
    expect(checked.stdout).toMatch(/Combined Score: \d+/);
    const played = await start(
      "sh",
      ["-c", `${enter}\n${play} --max-turns 4 && ${rehearse} story check stories/my-story.md`],
      { cwd, env },
    );
    expect(played.stdout).toContain("4 turns");
    expect(played.stdout).toContain(": no problems found.");
    expect(played.stderr).toMatch(
      /^The narrator house follows a script and ignores the prompt\. .*\n(turn \d.*\n)+$/,
    );
    expect(readdirSync(join(cwd, "my tales")).sort()).toEqual([
      ".gitignore",
      ".rehearse",
      "kb",
      "prompts",
      "rehearse.config.mts",
      "results",
      "sessions",
      "stories",
      "test_banks",
    ]);

    const before = readFileSync(join(cwd, "my tales/rehearse.config.mts"), "utf8");
    const again = await start(process.execPath, [main, "init", "my tales"], { cwd, env });
    expect(again.stdout).toContain("Nothing to do");
    expect(readFileSync(join(cwd, "my tales/rehearse.config.mts"), "utf8")).toBe(before);
  },
);

test(
  "as a package script it works in the caller's folder, and its hints can be typed there",
  { timeout: 120_000 },
  async () => {
    const cwd = folder();
    const asScript = {
      ...env,
      INIT_CWD: cwd,
      npm_package_json: join(root, "package.json"),
    };
    const { stdout } = await start(process.execPath, ["src/cli/main.ts", "init"], {
      cwd: root,
      env: asScript,
    });
    expect(existsSync(join(cwd, "stories/my-story.md"))).toBe(true);
    expect(stdout).toContain(`\nNext:\n  ${join(root, "rehearse")} play --story my-story`);
  },
);
