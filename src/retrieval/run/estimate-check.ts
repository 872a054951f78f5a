/** What a check may cost, as far as it can be known before its first call. */
import { countTests } from "../banks.ts";
import { estimateReading } from "../answers/index.ts";
import type { CallsEstimate } from "../calls-estimate.ts";
import { counted } from "../../kernel/report/index.ts";
import { estimatePipeline } from "../target/index.ts";
import { OFFLINE, type CheckPlan, type CheckRequest } from "./plan-check.ts";

export type CheckEstimate = {
  /** One attempt of each test, by role. */
  models: Array<CallsEstimate & { role: "embedder" | "reranker" | "reader"; model: string }>;
  calls: number;
  /** In USD, of the models with a known price. */
  known: { low: number; high: number };
  /** Models without a known price. */
  unpriced: string[];
  /** The system under test, if it is not ours: what its answers cost is not known. */
  outside?: string;
  /** The same in words. */
  notes: string[];
};

export function estimateCheck(
  { banks, kb, models: { embedder, reranker }, reader, target, kind }: CheckPlan,
  { topK, candidates }: Pick<CheckRequest, "topK" | "candidates">,
): CheckEstimate {
  const tests = banks.semantic ?? [];
  const models: CheckEstimate["models"] = [
    ...(kind === "built-in" && kb && tests.length > 0
      ? estimatePipeline({ kb, tests, embedder, reranker, topK, candidates })
      : []),
    ...(reader
      ? [{ role: "reader" as const, model: reader.label, ...estimateReading({ tests, reader }) }]
      : []),
  ];
  const priced = models.flatMap(({ usd }) => usd ?? []);
  const total = (end: "low" | "high") => priced.reduce((sum, usd) => sum + usd[end], 0);
  const outside = kind === "built-in" || kind === "run" ? undefined : target;
  return {
    models,
    calls: models.reduce((sum, { calls }) => sum + calls, 0),
    known: { low: total("low"), high: total("high") },
    unpriced: models.filter(({ usd }) => usd === null).map(({ model }) => model),
    outside,
    notes: [
      ...(outside === undefined
        ? []
        : [
            `${outside} is asked about ${counted(countTests(banks), "test")}. It has no price here, so its cost is not included.`,
          ]),
      ...(target === OFFLINE ? ["Offline models: no key, no cost."] : []),
      ...(kind === "run" ? ["A stored run is read: no calls, no cost."] : []),
      ...(target !== OFFLINE && kind === "built-in" && models.length === 0
        ? ["These banks call no model: no cost."]
        : []),
    ],
  };
}
