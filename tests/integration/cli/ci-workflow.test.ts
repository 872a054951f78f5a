/** The workflow of the guide: its keys are those that GitHub documents, and its steps run in a new workspace. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { startPlaytestServer } from "../../support/model-servers/playtest-server.ts";
import { casesWith, readJunit } from "../../support/report/junit-file.ts";

const root = resolve(import.meta.dirname, "../../..");
const text = readFileSync(join(root, "examples/ci/rehearse.yml"), "utf8");

const env = z.record(z.string().regex(/^[A-Z_]+$/), z.string());
const condition = z.string().optional();
const step = z.union([
  z.strictObject({
    name: z.string().optional(),
    if: condition,
    uses: z.string().regex(/^[\w.-]+\/[\w./-]+@v\d+$/),
    with: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  }),
  z.strictObject({ name: z.string().optional(), if: condition, env: env.optional(), run: z.string() }),
]);
/** The documented keys that the example uses, and no others. */
const workflow = z.strictObject({
  name: z.string(),
  on: z.strictObject({
    pull_request: z.strictObject({
      types: z.array(z.enum(["opened", "synchronize", "reopened", "labeled"])),
      paths: z.array(z.string()).min(1),
    }),
  }),
  permissions: z.strictObject({ contents: z.literal("read") }),
  concurrency: z.strictObject({ group: z.string(), "cancel-in-progress": z.boolean() }),
  env,
  jobs: z.record(
    z.string(),
    z.strictObject({
      if: condition,
      needs: z.union([z.string(), z.array(z.string())]).optional(),
      "runs-on": z.string(),
      "timeout-minutes": z.number().int().positive(),
      permissions: z.strictObject({ "pull-requests": z.literal("write") }).optional(),
      strategy: z
        .strictObject({
          "fail-fast": z.boolean(),
          matrix: z.strictObject({ shard: z.array(z.number()) }),
        })
        .optional(),
      steps: z.array(step).min(1),
    }),
  ),
});

test("every key is one that GitHub documents, and keys come from secrets", () => {
  const { env, jobs } = workflow.parse(parse(text));
  const { STORY, PROMPT, NARRATOR, REHEARSE_ONE_KEY, ...keys } = env;
  expect(Object.entries(jobs).filter(([, { permissions }]) => permissions !== undefined)).toHaveLength(1);
  expect(REHEARSE_ONE_KEY).toBe("true");
  expect([STORY, PROMPT, NARRATOR]).toEqual(["my-story", "my-prompt", "opus-4.5"]);
  expect(Object.keys(keys)).toEqual(["ANTHROPIC_API_KEY"]);
  for (const value of Object.values(keys)) expect(value).toMatch(/^\$\{\{ secrets\.\w+ \}\}$/);
  expect(workflow.safeParse({ ...(parse(text) as object), step: [] }).success).toBe(false);
});

const told = [
  "Welcome. How many of you are there, and what are you called?",
  "Good to have you. Who are you in this story?",
  "Rain drives you into a narrow hall. A woman in black ticks your names off a list. Do you go in?",
  "The last hammer falls, and the forty clocks start again.\n\nThe End.",
];

test("GitLab runs the same commands", () => {
  const commandsIn = (script: string) => script.match(/npx rehearse (?:check|play) .*?\.md/g);
  const gitlab = readFileSync(join(root, "examples/ci/gitlab.yml"), "utf8");
  expect(commandsIn(gitlab)).toEqual(commandsIn(text));
});

/** The commands of the guide that make the recording and the baseline. */
const guide = readFileSync(join(root, "docs/guide/ci.md"), "utf8");
const prepares = /```\n(export [^`]*?npx rehearse play [^`]*?npx rehearse check[^`]*?cp [^`]*?)```/.exec(
  guide,
)![1]!;

test(
  "its steps test the workspace's own story, prompt and documents, and the comment is updated in place",
  { timeout: 120_000 },
  async () => {
    await using models = await startPlaytestServer({
      special: ({ part, turn }) =>
        part === "narrator" ? { does: "say", text: told[turn - 1] ?? told.at(-1)! } : undefined,
    });
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
      `echo "$@" >> "${join(folder, "gh.log")}"\ncase "$*" in *jq*rehearse:play:my-story*) echo 42;; esac`,
    );
    const {
      jobs,
      env: { STORY, PROMPT, NARRATOR, REHEARSE_ONE_KEY },
    } = workflow.parse(parse(text));
    const { ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL } = models.env();
    const ofWorkflow = { STORY, PROMPT, NARRATOR, REHEARSE_ONE_KEY };
    const run = async (command: string, variables: object = ofWorkflow) => {
      const child = spawn("bash", ["-eo", "pipefail", "-c", command], {
        cwd: folder,
        stdio: ["ignore", "ignore", "pipe"],
        env: {
          ...variables,
          ANTHROPIC_API_KEY,
          ANTHROPIC_BASE_URL,
          PATH: [bin, process.env["PATH"]].join(delimiter),
          HOME: folder,
          GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
          GITHUB_REPOSITORY: "o/r",
          COMMENTS: "repos/o/r/issues/1/comments",
        },
      });
      const [stderr, [status]] = await Promise.all([readAll(child.stderr), once(child, "close")]);
      return { step: command, status: status as number, stderr: status === 0 ? "" : stderr };
    };
    const failsAt = async (step: string, status: number) =>
      expect(await run(step)).toMatchObject({ step, status });
    const passes = async (step: string, variables?: object) =>
      expect(await run(step, variables)).toEqual({ step, status: 0, stderr: "" });
    await passes("npx rehearse init");
    await passes(prepares, {});
    writeFileSync(join(folder, "summary.md"), "");
    const before = models.log.length;
    const prompt = join(folder, "prompts/my-prompt.md");
    writeFileSync(prompt, `${readFileSync(prompt, "utf8")}\nMention the brass heron.\n`);
    const steps = jobs["rehearse"]!.steps.flatMap((each) => ("run" in each ? [each.run] : []));
    // The prompt was edited after the recording: its own answers are needed.
    const recorded = steps.find((step) => step.includes("--recording"));
    for (const step of steps) await (step === recorded ? failsAt(step, 2) : passes(step));
    expect(readFileSync(join(folder, "ci/recorded.md"), "utf8")).toContain("the prompt differs");
    cpSync(join(folder, "ci"), join(folder, "rehearse-results/ci"), { recursive: true });
    for (const step of jobs["comment"]!.steps) if ("run" in step) await passes(step.run);
    for (const name of ["check", "play"])
      expect(casesWith(readJunit(readFileSync(join(folder, `ci/${name}.xml`), "utf8")), "failure")).toEqual(
        [],
      );
    const narrated = models.log
      .slice(before)
      .filter(({ part }) => part === "narrator")
      .map((asked) => JSON.stringify(asked));
    expect(narrated.length).toBeGreaterThan(0);
    const title = /^# (.+)$/m.exec(readFileSync(join(folder, "stories/my-story.md"), "utf8"))![1]!;
    for (const asked of narrated) {
      expect(asked).toContain("brass heron");
      expect(asked).toContain(title);
    }
    expect(readFileSync(join(folder, "summary.md"), "utf8").match(/^### .*$/gm)).toEqual([
      "### ✅ rehearse check: offline",
      "### ⚠️ rehearse play: my-session my-prompt",
      "### ✅ rehearse play: my-story my-prompt",
    ]);
    const calls = readFileSync(join(folder, "gh.log"), "utf8");
    expect(calls).toContain("api repos/o/r/issues/1/comments -F body=@rehearse-results/ci/check.md");
    expect(calls).toContain("api repos/o/r/issues/comments/42 -X PATCH -F body=@rehearse-results/ci/play.md");
    // The cache and the artifacts have what the steps left.
    const kept = jobs["rehearse"]!.steps.flatMap((each) =>
      "uses" in each && each.with?.["path"] ? String(each.with["path"]).trim().split(/\s+/) : [],
    );
    expect(kept.length).toBeGreaterThan(3);
    expect(kept.filter((path) => !existsSync(join(folder, path)))).toEqual([]);

    const document = join(folder, "kb/knowledge/warranty_claims.md");
    writeFileSync(
      document,
      "---\nentity_id: warranty_claims\ntype: KNOWLEDGE\ntitle: Lorem\nload_mode: SEMANTIC\ntags: []\n" +
        "summary: Dolor sit amet.\n---\nLorem ipsum.\n",
    );
    expect((await run(steps.find((step) => step.includes("rehearse check"))!)).status).toBe(1);
    expect(readFileSync(join(folder, "ci/check.md"), "utf8")).toContain("### ❌ rehearse check");
  },
);
