import { existsSync } from "node:fs";
import { join } from "node:path";
import { abPair, abPlan, type AbPair, type AbPlan } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { openLineLog, readJson, refuseNewer, writeVersionedFile } from "../../kernel/store/index.ts";

export const AB_PLAN = "ab-plan.json";
export const AB_RESULT = "ab.json";
/** What became of each pair, in the order in which they ended. */
export const PAIRS_FILE = "pairs.jsonl";
export const isAb = (dir: string): boolean => existsSync(join(dir, AB_PLAN));

export function readAbPlan(dir: string): AbPlan {
  const path = join(dir, AB_PLAN);
  const bad = (problem: string) =>
    new HarnessError({
      code: "bad-ab-plan",
      message: `${path} is damaged: ${problem}.`,
      remedy: "Begin anew with `rehearse ab`: it cannot be told any more what was to be played.",
    });
  const value = readJson(path, bad);
  refuseNewer(value, path);
  const { data, error } = abPlan.safeParse(value);
  if (!data)
    throw bad(
      error.issues
        .slice(0, 5)
        .map(({ path: at, message }) => `${at.join(".")}: ${message}`)
        .join("; "),
    );
  return data;
}

export const writePlanOfAb = (dir: string, plan: AbPlan): Promise<void> =>
  writeVersionedFile(join(dir, AB_PLAN), `${JSON.stringify(plan)}\n`);

/** Pairs that have ended stay as they ended, a crash included: whoever goes on with a test does not throw the dice again. */
export type PairEnds = {
  known: ReadonlyMap<number, AbPair>;
  keep(pair: AbPair): void;
  close(): Promise<void>;
};

export function openPairEnds(dir: string): PairEnds {
  const known = new Map<number, AbPair>();
  const { log } = openLineLog(join(dir, PAIRS_FILE), {
    onLine: ({ value }) => {
      const read = abPair.safeParse(value);
      if (read.success) known.set(read.data.index, read.data);
    },
  });
  return { known, keep: (pair) => void log.append(pair), close: () => log.close() };
}
