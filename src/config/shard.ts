/** `--shard`: which part of a matrix this process plays. Engines number their jobs in the environment. */
import type { Shard } from "../contract/index.ts";
import { HarnessError, optionText } from "../kernel/errors/index.ts";

/**
 * Kubernetes, AWS Batch, Slurm, GitLab. `first`: the number of the first job. Slurm's own total is that of the tasks
 * submitted now: a single task that is submitted again would take itself for the whole.
 */
const ENGINES = [
  { index: "JOB_COMPLETION_INDEX", first: 0 },
  { index: "AWS_BATCH_JOB_ARRAY_INDEX", first: 0 },
  { index: "SLURM_ARRAY_TASK_ID", first: 1 },
  { index: "CI_NODE_INDEX", first: 1, total: "CI_NODE_TOTAL" },
];

/** `2/3`, `auto/3`, or `auto` where the engine also tells the total. */
export function shardIn(text: string, env: Readonly<Record<string, string | undefined>>): Shard {
  const [, number, given] = /^(\d{1,6}|auto)(?:\/(\d{1,6}))?$/.exec(text) ?? [];
  const engine = number === "auto" ? ENGINES.find(({ index }) => env[index]) : undefined;
  if (number === "auto" && !engine)
    throw refused(
      `${optionText("shard", text)} found no job number in the environment.`,
      `Write the number, such as ${optionText("shard", "2/3")}. auto reads ${ENGINES.map(({ index }) => index).join(", ")}.`,
    );
  const of = Number(given ?? (env[engine?.total ?? ""] || Number.NaN));
  if (number === undefined || !Number.isInteger(of))
    throw refused(
      `${optionText("shard", text)} does not say which shard of how many.`,
      `Write both, such as ${optionText("shard", "2/3")}; or ${optionText("shard", "auto/3")}, if the scheduler numbers jobs.`,
    );
  const index = engine ? Number(env[engine.index]) - engine.first + 1 : Number(number);
  if (Number.isInteger(index) && index >= 1 && index <= of) return { index, of };
  throw refused(
    `${optionText("shard", text)}${engine ? ` (${engine.index} is ${env[engine.index]})` : ""} is outside the ${of} shards.`,
    "Shards are numbered from 1 to their total: 1/3, 2/3, 3/3.",
  );
}

const refused = (message: string, remedy: string): HarnessError =>
  new HarnessError({ code: "bad-value", option: "shard", message, remedy });
