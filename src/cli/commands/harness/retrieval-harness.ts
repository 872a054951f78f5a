/** The harness for commands of the retrieval suite. */
import type { Config } from "../../../config.ts";
import type { HouseMember } from "../../../kernel/models/index.ts";
import { createHarness, type Harness, type HarnessOptions } from "../../../kernel/run/index.ts";
import { withSpacedReranking } from "../../../retrieval/index.ts";
import type { Io } from "../../frame/index.ts";
import { sayRetry } from "./retry-notice.ts";

export const retrievalHarness = (
  config: Config & Partial<Pick<HarnessOptions, "pinned" | "recordings">>,
  io: Pick<Io, "warn">,
  { reranker, house }: { reranker?: string | undefined; house?: readonly HouseMember[] } = {},
): Harness => createHarness({ ...withSpacedReranking(config, reranker), onRetry: sayRetry(io as Io), house });
