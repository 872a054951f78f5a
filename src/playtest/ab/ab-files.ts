import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { abPlan, type AbPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { fileError } from "../../kernel/store/index.ts";

export const AB_PLAN = "ab-plan.json";
export const AB_RESULT = "ab.json";
export const isAb = (dir: string): boolean => existsSync(join(dir, AB_PLAN));

export function readAbPlan(dir: string): AbPlan {
  const path = join(dir, AB_PLAN);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(error, { doing: "read", path });
  }
  try {
    return abPlan.parse(JSON.parse(text));
  } catch (error) {
    throw new HarnessError({ code: "bad-ab-plan", message: `${path} is not as it was written.`, remedy: "Begin anew with `rehearse ab`: it cannot be told any more what was to be played.", cause: error });
  }
}
