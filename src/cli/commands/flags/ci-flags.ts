/** The flags that the frame handles for commands that run long: see frame/for-ci.ts. */
import { basename } from "node:path";

/**
 * A name for the marker of a comment. A command line gives the same marker however the command ends. Addresses are left
 * out: ports and preview hosts change, and queries may hold keys.
 */
export const markerName = (given: readonly (string | undefined)[], otherwise: string): string =>
  given
    .flatMap((text) =>
      text === undefined || text.includes("://")
        ? []
        : [basename(text).replace(/\.(md|txt|json|ya?ml|run|[cm]?[jt]s)$/, "")],
    )
    .join(" ") || otherwise;

export const timeoutFlag = {
  timeout: {
    type: "duration",
    help: "Stop after this time as Ctrl+C would, with exit 130: everything so far is saved and can be resumed. 90s, 15m, 1h30m.",
  },
} as const;

export const commentFlag = {
  comment: {
    type: "string",
    value: "FILE",
    help: "Write a comment for a pull request: verdict, worst findings, cost. Its first line is a hidden marker that stays the same, so that the comment can be updated.",
  },
} as const;

export const ciFlags = {
  ...commentFlag,
  junit: {
    type: "string",
    value: "FILE",
    help: "Write JUnit XML for CI. It has a failure if and only if the exit code is 1.",
  },
  ...timeoutFlag,
} as const;
