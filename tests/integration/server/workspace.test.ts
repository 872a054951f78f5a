/** A workspace made by `init` runs with the printed command, from the folder that it names. */
import { execFile } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import type { CheckAnswer } from "../../../src/contract/index.ts";
import { main, runRehearse } from "../../support/cli/rehearse-process.ts";

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
    const next = /^Next: (.+)$/m.exec(stdout)![1]!;
    const [, rehearse] = / && (.+) play /.exec(next)!;
    const checked = await start("sh", ["-c", /^And: +(.+)$/m.exec(stdout)![1]!], { cwd, env });
    expect(checked.stdout).toMatch(/Combined Score: \d+/);
    const played = await start(
      "sh",
      ["-c", `${next} --max-turns 4 && ${rehearse} story check stories/my-story.md && ${rehearse} config`],
      { cwd, env },
    );
    expect(played.stdout).toContain("4 turns");
    expect(played.stdout).toContain("No problems found.");
    expect(played.stdout).toMatch(/^budget +file +5$/m);
    expect(played.stderr).toMatch(
      /^The narrator house follows a script and ignores the prompt\. .*\n(turn \d.*\n)+$/,
    );
    expect(readdirSync(join(cwd, "my tales")).sort()).toEqual([
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

/** A workspace inside a package, as `npm init` makes it. */
async function workspace(packageJson: object) {
  const cwd = folder();
  writeFileSync(join(cwd, "package.json"), JSON.stringify(packageJson));
  await runRehearse(["init"], { cwd, env });
  const run = (...args: string[]) => start(process.execPath, [main, ...args], { cwd, env });
  return { cwd, run };
}

test(
  "the settings of a new workspace load in a CommonJS package; an old .ts file gets a note with its new name, and loads without a warning if no type is set",
  { timeout: 90_000 },
  async () => {
    const { cwd, run } = await workspace({ type: "commonjs" });
    expect((await run("config")).stdout).toMatch(/^budget +file +5$/m);
    renameSync(join(cwd, "rehearse.config.mts"), join(cwd, "rehearse.config.ts"));
    await expect(run("config")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is CommonJS: rename it to rehearse.config.mts.") as unknown,
    });
    writeFileSync(join(cwd, "package.json"), "{}");
    expect(await run("config")).toMatchObject({ stderr: "" });
    expect((await run("init")).stdout).toContain("kept     rehearse.config.ts");
    writeFileSync(join(cwd, "rehearse.config.mts"), "export default {};\n");
    await expect(run("config")).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "more than one settings file: rehearse.config.ts, rehearse.config.mts",
      ) as unknown,
    });
  },
);

test(
  "the starter bank fails without any of its documents; with no more documents than are selected, the check says that search was not tested",
  { timeout: 90_000 },
  async () => {
    const { cwd } = await workspace({});
    const bank = join(cwd, "test_banks/semantic/shop.json");
    const written = readFileSync(bank, "utf8");
    const check = async () => {
      const { stdout } = await runRehearse(
        ["check", "--target", "offline", "--fail-under", "combined=1", "--comment", "ci.md", "--json"],
        { cwd, env },
      );
      return JSON.parse(stdout) as CheckAnswer;
    };
    const comment = () => readFileSync(join(cwd, "ci.md"), "utf8");
    const untested = /every semantic test selected the same 3 documents/;
    const asWritten = await check();
    expect(asWritten.combined_score).toBe(100);
    expect(asWritten.notes.join("\n")).not.toMatch(/by chance/);
    expect(comment()).toContain("### ✅ ");
    for (const name of ["returns_and_refunds", "late_delivery", "warranty_claims"]) {
      const path = join(cwd, `kb/knowledge/${name}.md`);
      const document = readFileSync(path, "utf8");
      const nonsense = { title: "Lorem", summary: "Dolor sit amet.", tags: "[ipsum]" };
      writeFileSync(
        path,
        Object.entries(nonsense).reduce(
          (text, [field, value]) => text.replace(new RegExp(`^${field}: .*$`, "m"), `${field}: ${value}`),
          document.replace(/\n---\n[\s\S]*/, "\n---\nConsectetur.\n"),
        ),
      );
      expect({ name, hard_fails: (await check()).hard_fails }).toEqual({ name, hard_fails: 1 });
      writeFileSync(path, document);
    }
    expect(asWritten.health_reasons.join("\n")).not.toMatch(untested);
    writeFileSync(bank, written.replaceAll(/"prompt": ".*"/g, '"prompt": "zzz qqq"'));
    expect((await check()).combined_score).toBeLessThan(80);

    rmSync(join(cwd, "kb/knowledge/newsletter.md"));
    expect((await check()).health_reasons.join("\n")).not.toMatch(untested);
    expect(comment()).toMatch(/### ℹ️ [\s\S]*> \*\*Note:\*\* Of 8 documents, 3 are kept/);

    for (const name of ["opening_hours", "gift_cards", "bulk_orders", "password_reset", "size_guide"])
      rmSync(join(cwd, `kb/knowledge/${name}.md`));
    const small = await check();
    expect(small).toMatchObject({ combined_score: expect.any(Number) as unknown, hard_fails: 0 });
    expect(small.health_reasons.join("\n")).toMatch(untested);
    expect(comment()).toMatch(/### ℹ️ [\s\S]*Search was not tested/);
    expect(readFileSync(join(cwd, small.report_file!), "utf8")).toMatch(untested);
  },
);

test(
  "as a package script it works in the caller's folder, and its hints can be typed there",
  { timeout: 60_000 },
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
    expect(stdout).toContain(`\nNext: ${join(root, "rehearse")} play --story my-story`);
  },
);
