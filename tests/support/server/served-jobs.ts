/** Operations over HTTP as tests use them: started, estimated, and followed to their end. */
import { expect } from "vitest";
import {
  jobView,
  operationEstimate,
  type JobView,
  type OperationEstimate,
} from "../../../src/contract/index.ts";
import type { Answer, Ask } from "./served-workspace.ts";

type Asked = { ask: Ask };

export const post = ({ ask }: Asked, operation: string, input: object): Promise<Answer> =>
  ask(`/api/operations/${operation}`, { json: input });

export async function start(at: Asked, operation: string, input: object): Promise<JobView> {
  const { status, text, json } = await post(at, operation, input);
  expect([status, text]).toEqual([202, expect.any(String)]);
  return jobView.strict().parse(json);
}

export async function estimate(at: Asked, operation: string, input: object): Promise<OperationEstimate> {
  const { status, text, json } = await post(at, `${operation}/estimate`, input);
  expect([status, status === 200 ? "" : text]).toEqual([200, ""]);
  return operationEstimate.parse(json);
}

export const jobOf = async ({ ask }: Asked, id: string): Promise<JobView> =>
  jobView.strict().parse((await ask(`/api/jobs/${id}`)).json);

export const stop = async ({ ask }: Asked, { id }: { id: string }): Promise<JobView> =>
  jobView.parse((await ask(`/api/jobs/${id}`, { method: "DELETE" })).json);

const hasEnded = ({ endedAt }: JobView): boolean => endedAt !== null;

export async function until(
  at: Asked,
  { id }: { id: string },
  is: (job: JobView) => boolean,
): Promise<JobView> {
  for (;;) {
    const job = await jobOf(at, id);
    if (is(job)) return job;
    if (hasEnded(job)) throw new Error(JSON.stringify(job));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

export const ended = (at: Asked, job: { id: string }): Promise<JobView> => until(at, job, hasEnded);
