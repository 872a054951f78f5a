import type { Refusals } from "../../../kernel/engine/index.ts";

/** Why a run does not proceed, if workers refuse it. */
export const refusalsText = ({ by, failsAt }: Refusals): string[] => [
  ...by.map(({ worker, why }) => `${worker} cannot play it: ${why}`),
  ...(failsAt
    ? [
        `Waiting for a worker that can play it: one ended less than a minute ago. Without one the run fails at ${failsAt.toISOString().slice(11, 19)} UTC.`,
      ]
    : []),
];
