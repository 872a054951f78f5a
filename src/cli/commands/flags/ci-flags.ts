/** The flags that the frame handles for commands that run long: see frame/for-ci.ts. */
import { basename } from "node:path";

/** A name for the marker of a comment. A command line gives the same marker however the command ends. */
export const markerName = (given: readonly (string | undefined)[], otherwise: string): string =>
  given
    .flatMap((text) =>
      text === undefined
        ? []
        : text.includes("://")
          ? addressName(text)
          : [basename(text).replace(/\.(md|txt|json|ya?ml|run|[cm]?[jt]s)$/, "")],
    )
    .join(" ") || otherwise;

/** Host and path. Ports change, users and queries may hold keys, and so may long or random parts of a path. */
function addressName(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { hostname, pathname } = new URL(text);
  return [[hostname, ...pathname.split("/").filter((part) => PLAIN_PART.test(part))].join("/")];
}

const PLAIN_PART = /^(?!(?:.*\d){4})[a-z][a-z0-9._-]{0,23}$/i;

export const timeoutFlag = {
  timeout: {
    type: "duration",
    help: "Stop after this time as Ctrl+C would, with exit 130: everything so far is saved and can be resumed. 90s, 15m, 1h30m.",
  },
} as const;

export const commentFlag = {
  name: {
    type: "string",
    value: "NAME",
    help: "The name in the marker and heading of the comment. Default: taken from the command line (story and prompt, preset or plan, arms, or target).",
  },
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
