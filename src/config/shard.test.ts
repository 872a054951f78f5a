import { expect, test } from "vitest";
import { shardIn } from "./shard.ts";

test.each([
  ["2/3", {}, { index: 2, of: 3 }],
  ["auto/3", { JOB_COMPLETION_INDEX: "0" }, { index: 1, of: 3 }],
  ["auto/3", { AWS_BATCH_JOB_ARRAY_INDEX: "2" }, { index: 3, of: 3 }],
  ["auto", { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "4" }, { index: 2, of: 4 }],
  ["auto/4", { CI_NODE_INDEX: "2", CI_NODE_TOTAL: "4" }, { index: 2, of: 4 }],
  // One task submitted again, with `--array=2`.
  ["auto/3", { SLURM_ARRAY_TASK_ID: "2", SLURM_ARRAY_TASK_COUNT: "1" }, { index: 2, of: 3 }],
])("--shard %s with %j", (text, env, shard) => {
  expect(shardIn(text, env)).toEqual(shard);
});

test.each([
  ["0/3", {}, /1\/3/],
  ["4/3", {}, /1\/3/],
  ["1/0", {}, /1\/3/],
  ["2", {}, /2\/3/],
  ["2 of 3", {}, /2\/3/],
  ["auto", {}, /JOB_COMPLETION_INDEX/],
  ["auto", { JOB_COMPLETION_INDEX: "0" }, /auto\/3/],
  ["auto/3", { JOB_COMPLETION_INDEX: "3" }, /3\/3/],
  ["auto/3", { JOB_COMPLETION_INDEX: "x" }, /3\/3/],
  ["auto", { SLURM_ARRAY_TASK_ID: "1", SLURM_ARRAY_TASK_COUNT: "1" }, /auto\/3/],
  ["auto/3", { SLURM_ARRAY_TASK_ID: "0" }, /from 1/],
  ["auto", { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "" }, /auto\/3/],
  ["auto", { CI_NODE_INDEX: "1", CI_NODE_TOTAL: "3.5" }, /auto\/3/],
])("--shard %s with %j is refused, with what to write", (text, env, remedy) => {
  expect(() => shardIn(text, env)).toThrow(
    expect.objectContaining({ code: "bad-value", remedy: expect.stringMatching(remedy) }),
  );
});
