/** The examples of shards: their commands run as each engine would start them, with its variables. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

/** GitHub's shards are played and merged. Of the other engines the last part is planned; in the full run all are played. */
const isFull = process.env["REHEARSE_FULL"] === "1";

const root = resolve(import.meta.dirname, "../../..");
const example = (name: string) => readFileSync(join(root, "examples", name), "utf8");

/** A workspace in which the examples' commands are short: the house cast, one story, and no key. `planned`: only a plan. */
function workspace({ planned = false }: { planned?: boolean } = {}) {
  const dir = mkdtempSync(join(tmpdir(), "shard-examples-"));
  mkdirSync(join(dir, "bin"));
  const npx = join(dir, "bin", "npx");
  const short = [
    "s/--preset mini/--stories innsmouth --prompts baseline --sessions 3/",
    "s/--sessions 6/--sessions 3/",
    "s/--max-turns 20/--max-turns 3/",
    "s/overall=60/overall=1/",
  ];
  const main = `"${process.execPath}" "${join(root, "src/cli/main.ts")}"`;
  const given = `$(echo "$*" | sed -e '${short.join("' -e '")}')${planned ? " --dry-run" : ""}`;
  writeFileSync(npx, `#!/bin/sh\nshift\nexec ${main} ${given}\n`);
  chmodSync(npx, 0o755);
  const run = (script: string, env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = spawnSync("bash", ["-eo", "pipefail", "-c", script], {
      cwd: dir,
      encoding: "utf8",
      env: {
        ...env,
        NARRATOR: "house",
        STORY: "innsmouth",
        PROMPT: "structured",
        REHEARSE_ONE_KEY: "true",
        HOME: dir,
        PATH: [join(dir, "bin"), process.env["PATH"]].join(delimiter),
      },
    });
    expect({ status, stderr }).toMatchObject({ status: 0 });
    return stdout;
  };
  return { dir, run };
}

type Workflow = {
  jobs: Record<
    "matrix" | "merge",
    {
      strategy?: { matrix: { shard: number[] } };
      steps: Array<{ name?: string; run?: string; env?: { SHARD: string } }>;
    }
  >;
};

test("GitHub: a job for each shard, and a merge of their artifacts", () => {
  const { matrix, merge } = (parse(example("ci/rehearse.yml")) as Workflow).jobs;
  const play = matrix.steps.find(({ name }) => name === "Play a part")!;
  const { dir, run } = workspace();
  for (const shard of matrix.strategy!.matrix.shard)
    run(play.run!, { SHARD: play.env!.SHARD.replace("${{ matrix.shard }}", String(shard)) });
  run(`mkdir -p shards && mv matrices/shards/* shards && rm -r matrices`);
  run(merge.steps.find(({ name }) => name === "Merge")!.run!);
  expect(readFileSync(join(dir, "ci/matrix.md"), "utf8")).toContain("### ✅ rehearse matrix");
});

/** Plays every part and the merge in the full run; otherwise plans the last part. */
function tryShards(of: number, part: (index: number) => { script: string; env: Record<string, string> }) {
  const { dir, run } = workspace({ planned: !isFull });
  for (const index of isFull ? Array.from({ length: of }, (_, at) => at + 1) : [of]) {
    const { script, env } = part(index);
    expect(run(script.replaceAll("/data", join(dir, "data")), env)).toMatch(
      isFull ? "matrix merge" : new RegExp(`Shard +${index}/${of} `),
    );
  }
  return { merge: (script: string) => isFull && run(script.replaceAll("/data", join(dir, "data"))) };
}

type Pipeline = Record<"matrix" | "merge", { parallel?: number; script: string[] }>;

test("GitLab: parallel jobs find their part, and a job merges their artifacts", () => {
  const { matrix, merge } = parse(example("ci/gitlab.yml")) as Pipeline;
  const of = matrix.parallel!;
  tryShards(of, (index) => ({
    script: matrix.script.join("\n"),
    env: { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(of) },
  })).merge(merge.script.join("\n"));
});

type Job = {
  spec: {
    completionMode?: string;
    completions?: number;
    template: { spec: { containers: Array<{ command: string[]; args: string[] }> } };
  };
};

test("Kubernetes: an indexed job on a volume, and a job that merges", () => {
  const [play, merge] = parseAllDocuments(example("shards/kubernetes.yaml")).map(
    (each) => each.toJS() as Job,
  );
  expect(play!.spec.completionMode).toBe("Indexed");
  const commandOf = ({ spec }: Job) => {
    const { command, args } = spec.template.spec.containers[0]!;
    return [...command, ...args].join(" ").replaceAll("$(NARRATOR)", "house");
  };
  tryShards(play!.spec.completions!, (index) => ({
    script: commandOf(play!),
    env: { JOB_COMPLETION_INDEX: String(index - 1) },
  })).merge(commandOf(merge!));
});

test("Slurm: an array, and a job that merges after it", () => {
  const script = example("shards/slurm.sh");
  const [, last] = /--array=1-(\d+)/.exec(script)!;
  const [, merge] = /--wrap "(.*)"/.exec(script)!;
  tryShards(Number(last), (index) => ({ script, env: { SLURM_ARRAY_TASK_ID: String(index) } })).merge(merge!);
});
