/** The workflow of the guide: its keys are those that GitHub documents, and its steps run in a new workspace. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { casesWith, readJunit } from "../../support/report/junit-file.ts";

const root = resolve(import.meta.dirname, "../../..");
const text = readFileSync(join(root, "examples/ci/rehearse.yml"), "utf8");

const env = z.record(z.string().regex(/^[A-Z_]+$/), z.string());
const step = z.union([
  z.strictObject({
    name: z.string().optional(),
    if: z.string().optional(),
    uses: z.string().regex(/^[\w.-]+\/[\w.-]+@v\d+$/),
    with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
  z.strictObject({
    name: z.string().optional(),
    if: z.string().optional(),
    env: env.optional(),
    run: z.string(),
  }),
]);
/** The documented keys that the example uses, and no others. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({ pull_request: z.strictObject({ paths: z.array(z.string()).min(1) }) }),
  permissions: z.strictObject({ contents: z.literal("read"), "pull-requests": z.literal("write") }),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean() }),
  jobs: z.record(
    z.string(),
    z.strictObject({
      "runs-on": z.string(),
      "timeout-minutes": z.number().int().positive(),
      env,
      steps: z.array(step).min(1),
    }),
  ),
});

test("every key is one that GitHub documents, and keys come from secrets", () => {
  const { jobs } = workflow.parse(parse(text));
  for (const value of Object.values(jobs["rehearse"]!.env))
    expect(value).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
  expect(workflow.safeParse({ ...(parse(text) as object), step: [] }).success).toBe(false);
});

test(
  "its steps run one by one in a new workspace, and the comment is updated in place",
  { timeout: 120_000 },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "workflow-"));
    const bin = join(folder, "bin");
    mkdirSync(bin);
    const script = (name: string, body: string) => {
      writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    // The package of this clone instead of an installed one.
    script("npx", `shift; exec "${process.execPath}" "${join(root, "src/cli/main.ts")}" "$@"`);
    script("npm", "exit 0");
    // The second comment exists already.
    script(
      "gh",
      `echo "$@" >> "${join(folder, "gh.log")}"\ncase "$*" in *jq*rehearse:play:*) echo 42;; esac`,
    );
    const run = (command: string) =>
      spawnSync("bash", ["-eo", "pipefail", "-c", command], {
        cwd: folder,
        encoding: "utf8",
        env: {
          PATH: [bin, process.env["PATH"]].join(delimiter),
          HOME: folder,
          GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
          GITHUB_REPOSITORY: "o/r",
          COMMENTS: "repos/o/r/issues/1/comments",
        },
      });
    expect(run("npx rehearse init").status).toBe(0);
    const { jobs } = workflow.parse(parse(text));
    for (const each of jobs["rehearse"]!.steps)
      if ("run" in each) {
        const { status, stderr } = run(each.run);
        expect({ step: each.run, status, stderr: status === 0 ? "" : stderr }).toEqual({
          step: each.run,
          status: 0,
          stderr: "",
        });
      }
    for (const name of ["check", "play"])
      expect(casesWith(readJunit(readFileSync(join(folder, `ci/${name}.xml`), "utf8")), "failure")).toEqual(
        [],
      );
    expect(readFileSync(join(folder, "summary.md"), "utf8").match(/^### .*$/gm)).toHaveLength(2);
    const calls = readFileSync(join(folder, "gh.log"), "utf8");
    expect(calls).toContain("api repos/o/r/issues/1/comments -F body=@ci/check.md");
    expect(calls).toContain("api repos/o/r/issues/comments/42 -X PATCH -F body=@ci/play.md");
    for (const kept of ["ci", "sessions", "results"]) expect(existsSync(join(folder, kept))).toBe(true);
  },
);
