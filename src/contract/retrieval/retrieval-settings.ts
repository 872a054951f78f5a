import { z } from "zod";
import { metricsMethod } from "./mechanisms/semantic.ts";

const folder = z.string().min(1);

/** Where the retrieval suite finds its files, and how wide its pipeline is. */
export const retrievalSettings = z.strictObject({
  kb: folder.optional().meta({
    description:
      "The folder of the knowledge base; `shipped`: the one included in Rehearse. Default: `kb` beside the banks.",
    env: "REHEARSE_KB",
    flag: "--kb",
    examples: ["./kb"],
  }),
  testBanks: folder.optional().meta({
    description:
      "The folder of the test banks. Default: `test_banks` in the working folder, else the shipped ones.",
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
      description: "The system under test: `built-in`, `offline`, an address, or the path of a module.",
      env: "REHEARSE_TARGET",
      flag: "--target",
      examples: ["http://127.0.0.1:8080/rehearse"],
    }),
  topK: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(6)
    .meta({ description: "The number of entities that the final stage chooses.", examples: [8] }),
  candidates: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(15)
    .meta({
      description: "The number of candidates that the first stage sends to the reranker.",
      examples: [20],
    }),
  metrics: metricsMethod.default("at-k").meta({
    description:
      "How recall, MRR and nDCG are cut and averaged. `at-k`: cut at the number of entities of each stage; tests without a list or with nothing expected are left out of the mean. `trec_eval`: as `trec_eval -c`, MRR and nDCG not cut; these tests count as 0.",
    flag: "--metrics",
    examples: ["trec_eval"],
  }),
  rerankSpacingMs: z
    .number()
    .int()
    .nonnegative()
    .default(1250)
    .meta({
      description:
        "Minimum time between two starts of reranking calls, including retries; calls overlap. Not applied to the offline reranker.",
      examples: [500],
    }),
});
export type RetrievalSettings = z.infer<typeof retrievalSettings>;
