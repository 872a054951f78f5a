/** `--shard`: which part of a matrix this process plays. Engines number their jobs in the environment. */
import type { Shard } from "../contract/index.ts";
import { HarnessError } from "../kernel/errors/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `first`: the number of the first job, or the variable that has it. */
const ENGINES = [
  { name: "GitLab", index: "CI_NODE_INDEX", first: "1", total: "CI_NODE_TOTAL" },
  {
    name: "Slurm",
    index: "SLURM_ARRAY_TASK_ID",
    first: "SLURM_ARRAY_TASK_MIN",
    total: "SLURM_ARRAY_TASK_COUNT",
  },
  { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", first: "0", total: undefined },
  { name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", first: "0", total: undefined },
] as const;

/** `2/3`, `auto/3`, or `auto` where the engine also tells the total. */
export function shardIn(text: string, env: Environment): Shard {
  const [, index, given] = /^(\d{1,6}|auto)(?:\/(\d{1,6}))?$/.exec(text) ?? [];
  if (index === undefined || (index !== "auto" && given === undefined))
    throw refused(
      `--shard ${text} is not a shard.`,
      "Write its number and the total, such as --shard 2/3, or --shard auto/3 where the engine numbers its jobs.",
    );
  if (index !== "auto") return inRange({ index: Number(index), of: Number(given) }, `--shard ${text}`);
  const engine = ENGINES.find((each) => env[each.index]);
  if (!engine)
    throw refused(
      `--shard ${text} found no job number in the environment.`,
      `Write the number, such as --shard 2/3. auto reads ${ENGINES.map((each) => `${each.index} (${each.name})`).join(", ")}.`,
    );
  const told = engine.total && env[engine.total];
  const total = given ?? told;
  if (!total)
    throw refused(
      `${engine.name} does not tell a job how many there are.`,
      "Give the total, such as --shard auto/3.",
    );
  if (told && told !== total)
    throw refused(
      `--shard ${text} says ${total} shards, but ${engine.total} is ${told}.`,
      "Write --shard auto, or start as many jobs as there are shards.",
    );
  const first = Number(env[engine.first] ?? engine.first);
  return inRange(
    { index: Number(env[engine.index]) - first + 1, of: Number(total) },
    `--shard ${text} (${engine.index} is ${env[engine.index]})`,
  );
}

function inRange(shard: Shard, what: string): Shard {
  const { index, of } = shard;
  if (Number.isInteger(index) && index >= 1 && index <= of) return shard;
  throw refused(
    `${what} is shard ${index} of ${of}, which does not exist.`,
    `Shards are numbered from 1 to their total${of > 1 ? `: --shard 1/${of} to --shard ${of}/${of}` : ", such as --shard 1/3"}.`,
  );
}

const refused = (message: string, remedy: string): HarnessError =>
  new HarnessError({ code: "bad-shard", message, remedy });
