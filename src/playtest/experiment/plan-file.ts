/**
 * The stored plan of an experiment: everything it is played with, pinned, so that later edits cannot change it midway.
 */
import { join } from "node:path";
import type { z } from "zod";
import type { HarnessError } from "../../kernel/errors/index.ts";
import { exists, readStoredJson, writeFileSafely } from "../../kernel/store/index.ts";

export type PlanFile<Plan> = {
  isIn(dir: string): boolean;
  read(dir: string): Plan;
  write(dir: string, plan: Plan): Promise<void>;
};

type PlanFileOptions<Plan> = {
  name: string;
  shape: z.ZodType<Plan>;
  /** The error for a file that is not whole. */
  unreadable(path: string, problem: string): HarnessError;
  /** Throws if a valid plan cannot be played. */
  check?(plan: Plan, path: string): void;
};

export function planFile<Plan>({ name, shape, unreadable, check }: PlanFileOptions<Plan>): PlanFile<Plan> {
  return {
    isIn: (dir) => exists(join(dir, name)),
    read(dir) {
      const path = join(dir, name);
      const plan = readStoredJson(path, shape, (problem) => unreadable(path, problem));
      check?.(plan, path);
      return plan;
    },
    write: (dir, plan) => writeFileSafely(join(dir, name), `${JSON.stringify(plan)}\n`),
  };
}
