/**
 * The stored plan of an experiment: everything it is played with, pinned, so that later edits cannot change it midway.
 */
import { join } from "node:path";
import type { z } from "zod";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { exists, readJson, refuseNewer, writeVersionedFile } from "../../kernel/store/index.ts";

export type PlanFile<Plan> = {
  isIn(dir: string): boolean;
  read(dir: string): Plan;
  write(dir: string, plan: Plan): Promise<void>;
};

type PlanFileOptions<Plan> = {
  name: string;
  shape: z.ZodType<Plan>;
  /** The error for a file that is not JSON or not a plan. */
  damaged(path: string, problem: string): HarnessError;
  /** Replaces `damaged` for JSON of the wrong shape. */
  misshapen?(path: string, error: z.ZodError): HarnessError;
  /** Throws if a valid plan cannot be played. */
  check?(plan: Plan, path: string): void;
};

export function planFile<Plan>({
  name,
  shape,
  damaged,
  misshapen = (path, error) => damaged(path, firstIssues(error)),
  check,
}: PlanFileOptions<Plan>): PlanFile<Plan> {
  return {
    isIn: (dir) => exists(join(dir, name)),
    read(dir) {
      const path = join(dir, name);
      const value = readJson(path, (problem) => damaged(path, problem));
      refuseNewer(value, path);
      const { data, error } = shape.safeParse(value);
      if (error) throw misshapen(path, error);
      check?.(data, path);
      return data;
    },
    write: (dir, plan) => writeVersionedFile(join(dir, name), `${JSON.stringify(plan)}\n`),
  };
}

const firstIssues = ({ issues }: z.ZodError): string =>
  issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");
