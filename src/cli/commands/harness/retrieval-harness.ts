/** The harness for commands of the retrieval suite: reranking calls are spaced, unless the settings say otherwise. */
import type { Config } from "../../../config.ts";
import type { Pinned } from "../../../contract/index.ts";
import { createHarness, type Harness, type Recordings } from "../../../kernel/run/index.ts";
import { createCasting, createCatalog, type HouseMember } from "../../../kernel/models/index.ts";
import type { Io } from "../../frame/index.ts";
import { sayRetry } from "./retry-notice.ts";

export function retrievalHarness(
  config: Config & { pinned?: Pinned; recordings?: Recordings },
  io: Pick<Io, "warn">,
  { reranker, house }: { reranker?: string | undefined; house?: readonly HouseMember[] } = {},
): Harness {
  const { settings } = config;
  const model = createCasting({
    catalog: createCatalog({ models: settings.models, via: settings.via }),
    roles: settings.roles,
    oneKey: config.oneKey,
  }).modelFor("reranker", { asked: reranker });
  const spaced =
    model.provider === "house"
      ? {}
      : { [model.label]: { spacingMs: settings.retrieval.rerankSpacingMs, ...settings.limits[model.label] } };
  return createHarness({
    ...config,
    settings: { ...settings, limits: { ...settings.limits, ...spaced } },
    onRetry: sayRetry(io as Io),
    house,
  });
}
