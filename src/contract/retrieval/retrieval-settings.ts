import { z } from "zod";

const folder = z.string().min(1);

/** Where the retrieval suite finds its files, and how wide its pipeline is. */
export const retrievalSettings = z.strictObject({
  kb: folder.optional().meta({
    description: "The knowledge base; default `kb` beside the banks. `shipped`: Rehearse's own.",
    env: "REHEARSE_KB",
  }),
  testBanks: folder.optional().meta({
    description: "The test banks; default `test_banks`, else the shipped ones.",
    env: "REHEARSE_TEST_BANKS",
  }),
  results: folder.default("results").meta({ description: "Folder of results and reports." }),
  target: z.string().min(1).default("built-in").meta({
    description: "The system under test: `offline`, an address, a target file or a module.",
    env: "REHEARSE_TARGET",
  }),
  deterministic: z
    .boolean()
    .default(false)
    .meta({ description: "The target always gives the same answer, so each test is asked once." }),
  topK: z
    .number()
    .int()
    .min(1)
    .max(50)
    .default(6)
    .meta({ description: "Entities that the last stage returns." }),
  candidates: z
    .number()
    .int()
    .min(1)
    .max(200)
    .default(15)
    .meta({ description: "Entities that the first stage gives the reranker." }),
  rerankSpacingMs: z
    .number()
    .int()
    .nonnegative()
    .default(1250)
    .meta({ description: "`limits.spacingMs` of the reranker." }),
});
export type RetrievalSettings = z.infer<typeof retrievalSettings>;
