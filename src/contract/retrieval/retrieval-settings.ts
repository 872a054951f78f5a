import { z } from "zod";
import { metricsMethod } from "./mechanisms/semantic.ts";

const folder = z.string().min(1);

/** Where the retrieval suite finds its files, and how wide its pipeline is. */
export const retrievalSettings = z.strictObject({
  kb: folder.optional().meta({
    description:
      "The folder of the knowledge base. `shipped`: the one that comes with Rehearse. Default: the folder `kb` beside the test banks.",
    env: "REHEARSE_KB",
    flag: "--kb",
    examples: ["./kb"],
  }),
  testBanks: folder.optional().meta({
    description:
      "The folder of the test banks. Default: `test_banks` in the working folder; if there is none, the shipped banks.",
    env: "REHEARSE_TEST_BANKS",
    flag: "--test-banks",
    examples: ["./test_banks"],
  }),
  results: folder.default("results").meta({
    description: "The folder for results and reports.",
    flag: "--out",
    examples: ["./results"],
  }),
  target: z
    .string()
    .min(1)
    .default("built-in")
    .meta({
      description:
        "The system under test: `built-in`, `offline`, an address, or the path of a target file, a module or a TREC run.",
      env: "REHEARSE_TARGET",
      flag: "--target",
      examples: ["http://127.0.0.1:8080/rehearse"],
    }),
  deterministic: z
    .boolean()
    .default(false)
    .meta({
      description:
        "The target always gives the same answer to the same request, so `check --repeat` asks it once, and `check --baseline` counts its first failure. A module can export `deterministic = true` instead.",
      examples: [true],
    }),
  topK: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(6)
    .meta({ description: "How many entities the final stage returns.", examples: [8] }),
  candidates: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(15)
    .meta({ description: "How many entities the first stage sends to the reranker.", examples: [20] }),
  metrics: metricsMethod.default("at-k").meta({
    description:
      "How recall, MRR and nDCG are cut and averaged. `at-k`: cut at the number of entities of each stage; tests without a list or with nothing expected are left out of the mean. `trec_eval`: as `trec_eval -c`, MRR and nDCG not cut; these tests count as 0.",
    examples: ["trec_eval"],
  }),
  rerankSpacingMs: z
    .number()
    .int()
    .nonnegative()
    .default(1250)
    .meta({
      description:
        "Minimum time between the starts of two reranking calls, in milliseconds, including retries. The offline reranker does not wait.",
      examples: [500],
    }),
});
export type RetrievalSettings = z.infer<typeof retrievalSettings>;
