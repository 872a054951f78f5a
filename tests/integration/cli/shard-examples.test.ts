/** The examples of shards: their commands run as each engine would start them, with its variables. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

const root = resolve(import.meta.dirname, "../../..");
const example = (name: string) => readFileSync(join(root, "examples/shards", name), "utf8");

/** A workspace in which the examples' commands are short: the house cast, one story, and no key. */
function workspace() {
  const dir = mkdtempSync(join(tmpdir(), "shard-examples-"));
  mkdirSync(join(dir, "bin"));
  const npx = join(dir, "bin", "npx");
  const short = `sed -e 's/--preset mini/--stories innsmouth --prompts baseline --sessions 3/' -e 's/--max-turns 20/--max-turns 3/' -e 's/overall=60/overall=1/'`;
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nunset REHEARSE_ONE_KEY\nexec "${process.execPath}" "${join(root, "src/cli/main.ts")}" $(echo "$*" | ${short})\n`,
  );
  chmodSync(npx, 0o755);
  const run = (script: string, env: Record<string, string> = {}) => {
    const { status, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", script], {
      cwd: dir,
      encoding: "utf8",
      env: {
        ...env,
        NARRATOR: "house",
        HOME: dir,
        PATH: [join(dir, "bin"), process.env["PATH"]].join(delimiter),
      },
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
  };
  return { dir, run };
}

type Workflow = {
  jobs: Record<
    "play" | "merge",
    {
      strategy?: { matrix: { shard: number[] } };
      steps: Array<{ name?: string; run?: string; env?: { SHARD: string } }>;
    }
  >;
};

test("GitHub: a job for each shard, and a merge of their artifacts", () => {
  const { jobs } = parse(example("github.yml")) as Workflow;
  const stepOf = (job: "play" | "merge", name: string) => jobs[job].steps.find((step) => step.name === name)!;
  const play = stepOf("play", "Play");
  const { dir, run } = workspace();
  for (const shard of jobs.play.strategy!.matrix.shard)
    run(play.run!, { SHARD: play.env!.SHARD.replace("${{ matrix.shard }}", String(shard)) });
  run(`mkdir -p shards && mv matrices/shards/* shards && rm -r matrices`);
  run(stepOf("merge", "Merge").run!);
  expect(readFileSync(join(dir, "ci/matrix.xml"), "utf8")).toContain("<testsuites");
});

type Job = {
  spec: {
    completionMode?: string;
    completions?: number;
    template: { spec: { containers: Array<{ command: string[]; args: string[] }> } };
  };
};

test("Kubernetes: an indexed job on a volume, and a job that merges", () => {
  const [play, merge] = parseAllDocuments(example("kubernetes.yaml")).map((each) => each.toJS() as Job);
  expect(play!.spec.completionMode).toBe("Indexed");
  const { dir, run } = workspace();
  const commandOf = ({ spec }: Job) => {
    const { command, args } = spec.template.spec.containers[0]!;
    return [...command, ...args]
      .join(" ")
      .replaceAll("$(NARRATOR)", "house")
      .replaceAll("/data", join(dir, "data"));
  };
  for (let index = 0; index < play!.spec.completions!; index++)
    run(commandOf(play!), { JOB_COMPLETION_INDEX: String(index) });
  run(commandOf(merge!));
});

test("Slurm: an array, and a job that merges after it", () => {
  const script = example("slurm.sh");
  const [, first, last] = /--array=(\d+)-(\d+)/.exec(script)!;
  const [, merge] = /--wrap "(.*)"/.exec(script)!;
  const { run } = workspace();
  for (let task = Number(first); task <= Number(last); task++)
    run(script, { SLURM_ARRAY_TASK_ID: String(task) });
  run(merge!);
});
