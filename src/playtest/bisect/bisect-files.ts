import { existsSync } from "node:fs";
import { join } from "node:path";
import { bisectPlan, type BisectPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { readJson, refuseNewer, writeVersionedFile } from "../../kernel/store/index.ts";

export const BISECT_PLAN = "bisect-plan.json";
export const BISECT_RESULT = "bisect.json";
/** Where the turns of the session are kept: what becomes of it does not matter any more. */
export const PINNED = "session";
export const isBisect = (dir: string): boolean => existsSync(join(dir, BISECT_PLAN));

export const rewriteBisectPlan = (dir: string, plan: BisectPlan): Promise<void> =>
  writeVersionedFile(join(dir, BISECT_PLAN), `${JSON.stringify(plan)}\n`);

export function readBisectPlan(dir: string): BisectPlan {
  const path = join(dir, BISECT_PLAN);
  const bad = (problem: string) =>
    new HarnessError({
      code: "bad-bisect-plan",
      message: `${path} is damaged: ${problem}.`,
      remedy: "Begin anew with `rehearse bisect`: it cannot be told any more what was searched.",
    });
  const value = readJson(path, bad);
  refuseNewer(value, path);
  const { data, error } = bisectPlan.safeParse(value);
  if (!data)
    throw bad(
      error.issues
        .slice(0, 5)
        .map(({ path: at, message }) => `${at.join(".")}: ${message}`)
        .join("; "),
    );
  return data;
}
