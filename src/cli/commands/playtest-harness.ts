/** The harness with the playtest's embedded cast, for commands that play. */
import type { Config } from "../../config.ts";
import type { Pinned } from "../../contract/index.ts";
import { createHarness, type Harness, type Recordings } from "../../kernel/run/index.ts";
import { houseCast } from "../../playtest/index.ts";
import type { Io } from "../frame/index.ts";
import { askToAllow } from "./allow-narrator.ts";
import { sayRetry } from "./say-retry.ts";

export const playtestHarness = (
  config: Config & { pinned?: Pinned; recordings?: Recordings },
  io: Io,
  signal: AbortSignal,
): Harness =>
  createHarness({
    ...config,
    house: houseCast,
    onRetry: sayRetry(io),
    confirm: askToAllow(io, signal),
  });
